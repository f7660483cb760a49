// DART: Dantzig's method on a boxed LCP, with its own collision detection of boxes.
#include <dart/collision/dart/DARTCollisionDetector.hpp>
#include <dart/constraint/ConstraintSolver.hpp>
#include <dart/dynamics/BodyNode.hpp>
#include <dart/dynamics/BoxShape.hpp>
#include <dart/dynamics/FreeJoint.hpp>
#include <dart/dynamics/Skeleton.hpp>
#include <dart/dynamics/WeldJoint.hpp>
#include <dart/simulation/World.hpp>

#include "base/error.h"
#include "bench/peers/engines/engines.h"

namespace stiction::bench {
namespace {

constexpr std::size_t kMaxContacts = 1000000;  // of all bodies; the default is 1,000

Eigen::Isometry3d placement(const Pose& pose) {
  Eigen::Isometry3d place = Eigen::Isometry3d::Identity();
  place.linear() = pose.rotation.toRotationMatrix();
  place.translation() = pose.position;
  return place;
}

class DartWorld : public PeerWorld {
 public:
  explicit DartWorld(const PeerScene& scene) : world_(dart::simulation::World::create("world")) {
    if (has_meshes(scene)) throw InputError("DART's own collision detection has no meshes");
    world_->setGravity(scene.model.gravity);
    world_->setTimeStep(scene.step);
    dart::constraint::ConstraintSolver* solver = world_->getConstraintSolver();
    solver->setCollisionDetector(dart::collision::DARTCollisionDetector::create());
    solver->getCollisionOption().maxNumContacts = kMaxContacts;
    for (const Body& body : scene.model.bodies) add(body, scene.friction);
  }

  void step() override { world_->step(); }

  void read(std::vector<Pose>& poses) const override {
    for (std::size_t i = 0; i < poses.size(); ++i) {
      if (bodies_[i] == nullptr) continue;
      const Eigen::Isometry3d& place = bodies_[i]->getWorldTransform();
      poses[i] = {place.translation(), Quat(place.linear()).normalized()};
    }
  }
  int contact_count() const override { return static_cast<int>(world_->getLastCollisionResult().getNumContacts()); }

 private:
  void add(const Body& body, double friction) {
    using namespace dart::dynamics;
    const ConvexShape& shape = convex_shape(body);
    if (!shape.is_box()) throw InputError("DART's own collision detection has no convex hulls");
    const SkeletonPtr skeleton = Skeleton::create(body.name);
    BodyNode* node = nullptr;
    if (body.fixed) {
      const auto made = skeleton->createJointAndBodyNodePair<WeldJoint>();
      made.first->setTransformFromParentBodyNode(placement(body.start));
      node = made.second;
    } else {
      const auto made = skeleton->createJointAndBodyNodePair<FreeJoint>();
      node = made.second;
      node->setInertia(Inertia(body.mass.mass, Vec3::Zero(), body.mass.inertia));
      FreeJoint::setTransformOf(made.first, placement(body.start));
      made.first->setLinearVelocity(body.start_velocity);
      made.first->setAngularVelocity(body.start_angular_velocity);
    }
    const auto form = std::make_shared<BoxShape>(shape.box_size);
    auto* shape_node = node->createShapeNodeWith<CollisionAspect, DynamicsAspect>(form);
    shape_node->getDynamicsAspect()->setFrictionCoeff(friction);
    world_->addSkeleton(skeleton);
    bodies_.push_back(body.fixed ? nullptr : node);
  }

  dart::simulation::WorldPtr world_;
  std::vector<dart::dynamics::BodyNode*> bodies_;  // null: fixed
};

std::unique_ptr<PeerWorld> make_world(const PeerScene& scene) {
  return std::make_unique<DartWorld>(scene);
}

}  // namespace

std::vector<PeerEngine> dart_engines() {
  return {{.name = "DART",
           .family = "DART",
           .version = STICTION_PEER_VERSION,
           .settings =
               "BoxedLcpConstraintSolver (Dantzig, else Gauss-Seidel; default), collision detector dart, contacts not "
               "limited in number",
           .make = make_world}};
}

}  // namespace stiction::bench
