// Bullet: sequential impulses, and Dantzig's method on its MLCP.
#include <BulletCollision/CollisionShapes/btConvexHullShape.h>
#include <BulletCollision/Gimpact/btGImpactCollisionAlgorithm.h>
#include <BulletDynamics/MLCPSolvers/btDantzigSolver.h>
#include <BulletDynamics/MLCPSolvers/btMLCPSolver.h>
#include <btBulletDynamicsCommon.h>

#include <Eigen/Eigenvalues>

#include "bench/peers/engines/bullet_mesh.h"
#include "bench/peers/engines/engines.h"

namespace stiction::bench {
namespace {

btVector3 to_bullet(const Vec3& v) {
  return {v.x(), v.y(), v.z()};
}

btQuaternion to_bullet(const Quat& q) {
  return {q.x(), q.y(), q.z(), q.w()};
}

// Bullet's inertia is diagonal: its body has the principal axes, turned by `axes` from ours.
struct PrincipalFrame {
  Quat axes = Quat::Identity();
  Vec3 moments = Vec3::Zero();  // [kg m^2]
};

PrincipalFrame principal_frame(const Body& body) {
  const Mat3& inertia = body.mass.inertia;
  if (body.fixed) return {};
  const auto* convex = std::get_if<ConvexShape>(&body.shape);
  if (convex != nullptr && convex->is_box()) return {Quat::Identity(), inertia.diagonal()};
  const Eigen::SelfAdjointEigenSolver<Mat3> solver(inertia);
  Mat3 axes = solver.eigenvectors();
  if (axes.determinant() < 0) axes.col(0) = -axes.col(0);
  return {Quat(axes).normalized(), solver.eigenvalues()};
}

constexpr int kDefaultIterations = 10;

enum class Method { kSequentialImpulses, kDantzig };

class BulletWorld : public PeerWorld {
 public:
  BulletWorld(const PeerScene& scene, Method method, int iterations) : step_(scene.step), dispatcher_(&configuration_) {
    if (method == Method::kDantzig) {
      solver_ = std::make_unique<btMLCPSolver>(&dantzig_);
    } else {
      solver_ = std::make_unique<btSequentialImpulseConstraintSolver>();
    }
    world_ = std::make_unique<btDiscreteDynamicsWorld>(&dispatcher_, &broadphase_, solver_.get(), &configuration_);
    world_->setGravity(to_bullet(scene.model.gravity));
    if (method == Method::kDantzig) world_->getSolverInfo().m_minimumSolverBatchSize = 1;
    if (iterations != kDefaultIterations) {  // else everything is as it comes
      world_->getSolverInfo().m_solverMode |= SOLVER_USE_2_FRICTION_DIRECTIONS;
    }
    if (iterations > 0) world_->getSolverInfo().m_numIterations = iterations;
    if (has_meshes(scene)) btGImpactCollisionAlgorithm::registerAlgorithm(&dispatcher_);
    for (const Body& body : scene.model.bodies) add(body, scene.friction);
  }
  ~BulletWorld() override {
    for (const auto& body : bodies_) world_->removeRigidBody(body.get());
  }
  BulletWorld(const BulletWorld&) = delete;
  BulletWorld& operator=(const BulletWorld&) = delete;

  void step() override { world_->stepSimulation(step_, 0); }

  void read(std::vector<Pose>& poses) const override {
    for (std::size_t i = 0; i < poses.size(); ++i) {
      if (bodies_[i]->isStaticObject()) continue;
      const btTransform& place = bodies_[i]->getWorldTransform();
      const btVector3& p = place.getOrigin();
      const btQuaternion q = place.getRotation();
      poses[i].position = Vec3(p.x(), p.y(), p.z());
      poses[i].rotation = (Quat(q.w(), q.x(), q.y(), q.z()) * frames_[i].axes.conjugate()).normalized();
    }
  }

  int contact_count() const override {
    int count = 0;
    btDispatcher* dispatcher = world_->getDispatcher();
    for (int i = 0; i < dispatcher->getNumManifolds(); ++i) {
      count += dispatcher->getManifoldByIndexInternal(i)->getNumContacts();
    }
    return count;
  }

 private:
  btCollisionShape* make_shape(const Body& body, const PrincipalFrame& frame) {
    if (const MeshShape* mesh = mesh_shape(body)) return meshes_.shape_of(*mesh, frame.axes);
    if (const PlaneShape* plane = plane_shape(body)) {
      shapes_.push_back(std::make_unique<btStaticPlaneShape>(to_bullet(plane->normal), plane->offset));
      return shapes_.back().get();
    }
    const ConvexShape& shape = convex_shape(body);
    if (shape.is_box()) {
      shapes_.push_back(std::make_unique<btBoxShape>(to_bullet(Vec3(shape.box_size / 2))));
    } else {
      auto hull = std::make_unique<btConvexHullShape>();
      for (const Vec3& vertex : shape.polyhedron->vertices) {
        hull->addPoint(to_bullet(Vec3(frame.axes.conjugate() * vertex)), false);
      }
      hull->recalcLocalAabb();
      hull->setMargin(0);  // a margin is around the hull: it would not be the same shape any more
      hull->initializePolyhedralFeatures();
      shapes_.push_back(std::move(hull));
    }
    return shapes_.back().get();
  }

  void add(const Body& body, double friction) {
    const PrincipalFrame& frame = frames_.emplace_back(principal_frame(body));
    btCollisionShape* shape = make_shape(body, frame);
    btRigidBody::btRigidBodyConstructionInfo info(body.mass.mass, nullptr, shape, to_bullet(frame.moments));
    info.m_friction = std::sqrt(friction);  // a pair has the product
    const Quat rotation = (body.start.rotation * frame.axes).normalized();
    info.m_startWorldTransform = btTransform(to_bullet(rotation), to_bullet(body.start.position));
    auto made = std::make_unique<btRigidBody>(info);
    made->setActivationState(DISABLE_DEACTIVATION);
    if (!body.fixed) {
      made->setLinearVelocity(to_bullet(body.start_velocity));
      made->setAngularVelocity(to_bullet(body.start_angular_velocity));
    }
    world_->addRigidBody(made.get());
    bodies_.push_back(std::move(made));
  }

  double step_;
  btDefaultCollisionConfiguration configuration_;
  btCollisionDispatcher dispatcher_;
  btDbvtBroadphase broadphase_;
  btDantzigSolver dantzig_;
  std::unique_ptr<btConstraintSolver> solver_;
  std::unique_ptr<btDiscreteDynamicsWorld> world_;
  std::vector<std::unique_ptr<btCollisionShape>> shapes_;
  BulletMeshes meshes_;
  std::vector<PrincipalFrame> frames_;
  std::vector<std::unique_ptr<btRigidBody>> bodies_;
};

template <Method kMethod, int kIterations>
std::unique_ptr<PeerWorld> make_world(const PeerScene& scene) {
  return std::make_unique<BulletWorld>(scene, kMethod, kIterations);
}

PeerEngine engine(const std::string& name, const std::string& method,
                  std::unique_ptr<PeerWorld> (*make)(const PeerScene&)) {
  return {.name = name,
          .family = "Bullet",
          .version = STICTION_PEER_VERSION,
          .settings =
              method +
              "; double precision, one substep, ERP 0.2, split impulse and warm start (defaults), hulls with margin 0 "
              "and polyhedral features, meshes by GImpact with margin 1e-4 m and up to four contacts a pair (its "
              "manifold), deactivation off",
          .make = make};
}

}  // namespace

std::vector<PeerEngine> bullet_engines() {
  constexpr Method kImpulses = Method::kSequentialImpulses;
  return {engine("Bullet SI 10", "sequential impulses, 10 iterations, one direction of friction (defaults)",
                 make_world<kImpulses, kDefaultIterations>),
          engine("Bullet SI 200", "sequential impulses, 200 iterations, two directions of friction",
                 make_world<kImpulses, 200>),
          engine("Bullet SI 1000", "sequential impulses, 1000 iterations, two directions of friction",
                 make_world<kImpulses, 1000>),
          engine("Bullet Dantzig", "btMLCPSolver with btDantzigSolver, smallest batch 1, two directions of friction",
                 make_world<Method::kDantzig, 0>)};
}

}  // namespace stiction::bench
