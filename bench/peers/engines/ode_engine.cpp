// ODE: dWorldStep (Dantzig on one matrix) and QuickStep (Gauss-Seidel). Boxes and meshes collide by its own detection.
// Between hulls that finds a single contact a face, as meshes of triangles contacts a block deep: they get Stiction's
// contacts.
#include <ode/ode.h>

#include <algorithm>
#include <array>

#include "bench/peers/engines/engines.h"
#include "bench/peers/engines/ode_mesh.h"
#include "collision/collider.h"

namespace stiction::bench {
namespace {

constexpr int kBoxContacts = 16;    // at most, of a pair of boxes,
constexpr int kMeshContacts = 64;   // and of a pair with a mesh
constexpr double kTouching = 1e-6;  // gap up to which hulls are in contact [m]

bool has_hulls(const PeerScene& scene) {
  if (has_meshes(scene)) return false;
  for (const Body& body : scene.model.bodies) {
    if (!convex_shape(body).is_box()) return true;
  }
  return false;
}

void set_quaternion(const Quat& rotation, dQuaternion& out) {
  out[0] = rotation.w();
  out[1] = rotation.x();
  out[2] = rotation.y();
  out[3] = rotation.z();
}

// iterations: of QuickStep; 0 is dWorldStep.
class OdeWorld : public PeerWorld {
 public:
  OdeWorld(const PeerScene& scene, int iterations) : step_(scene.step), iterations_(iterations), mu_(scene.friction) {
    dInitODE2(0);
    dAllocateODEDataForThread(dAllocateMaskAll);
    dRandSetSeed(1);  // QuickStep shuffles its rows
    world_ = dWorldCreate();
    space_ = dHashSpaceCreate(nullptr);
    group_ = dJointGroupCreate(0);
    const Vec3& g = scene.model.gravity;
    dWorldSetGravity(world_, g.x(), g.y(), g.z());
    dWorldSetAutoDisableFlag(world_, 0);
    if (iterations_ > 0) dWorldSetQuickStepNumIterations(world_, iterations_);
    if (has_hulls(scene)) {
      state_ = initial_state(scene.model);
      collider_ = std::make_unique<Collider>(scene.model);
    }
    for (const Body& body : scene.model.bodies) add(body);
  }
  ~OdeWorld() override {
    dJointGroupDestroy(group_);
    dSpaceDestroy(space_);
    meshes_.reset();
    dWorldDestroy(world_);
    dCloseODE();
  }
  OdeWorld(const OdeWorld&) = delete;
  OdeWorld& operator=(const OdeWorld&) = delete;

  void step() override {
    dJointGroupEmpty(group_);
    contacts_ = 0;
    if (collider_) {
      collide_hulls();
    } else {
      dSpaceCollide(space_, this, near);
      meshes_->keep_places();
    }
    if (iterations_ > 0) {
      dWorldQuickStep(world_, step_);
    } else {
      dWorldStep(world_, step_);
    }
  }

  void read(std::vector<Pose>& poses) const override {
    for (std::size_t i = 0; i < poses.size(); ++i) {
      if (bodies_[i] == nullptr) continue;
      const dReal* p = dBodyGetPosition(bodies_[i]);
      const dReal* q = dBodyGetQuaternion(bodies_[i]);
      poses[i] = {Vec3(p[0], p[1], p[2]), Quat(q[0], q[1], q[2], q[3])};
    }
  }
  int contact_count() const override { return contacts_; }

 private:
  dGeomID make_geometry(const Body& body) {
    if (collider_) return nullptr;
    if (const MeshShape* mesh = mesh_shape(body)) return meshes_->add(space_, *mesh);
    if (const PlaneShape* plane = plane_shape(body)) {
      return dCreatePlane(space_, plane->normal.x(), plane->normal.y(), plane->normal.z(), plane->offset);
    }
    const Vec3& size = convex_shape(body).box_size;
    return dCreateBox(space_, size.x(), size.y(), size.z());
  }

  void add(const Body& body) {
    const dGeomID geometry = make_geometry(body);
    const Vec3& p = body.start.position;
    dQuaternion q;
    set_quaternion(body.start.rotation, q);
    if (body.fixed) {
      bodies_.push_back(nullptr);
      if (geometry == nullptr || plane_shape(body) != nullptr) return;
      dGeomSetPosition(geometry, p.x(), p.y(), p.z());
      dGeomSetQuaternion(geometry, q);
      return;
    }
    const dBodyID made = dBodyCreate(world_);
    const Mat3& inertia = body.mass.inertia;
    dMass mass;
    dMassSetParameters(&mass, body.mass.mass, 0, 0, 0, inertia(0, 0), inertia(1, 1), inertia(2, 2), inertia(0, 1),
                       inertia(0, 2), inertia(1, 2));
    dBodySetMass(made, &mass);
    dBodySetPosition(made, p.x(), p.y(), p.z());
    dBodySetQuaternion(made, q);
    const Vec3 &v = body.start_velocity, &w = body.start_angular_velocity;
    dBodySetLinearVel(made, v.x(), v.y(), v.z());
    dBodySetAngularVel(made, w.x(), w.y(), w.z());
    if (geometry != nullptr) dGeomSetBody(geometry, made);
    bodies_.push_back(made);
  }

  static void near(void* self, dGeomID a, dGeomID b) { static_cast<OdeWorld*>(self)->touch(a, b); }

  void touch(dGeomID a, dGeomID b) {
    const dBodyID body_a = dGeomGetBody(a), body_b = dGeomGetBody(b);
    if (body_a == nullptr && body_b == nullptr) return;
    const bool meshes = dGeomGetClass(a) == dTriMeshClass || dGeomGetClass(b) == dTriMeshClass;
    const int most = meshes ? kMeshContacts : kBoxContacts;
    const int count = dCollide(a, b, most, &pair_contacts_[0].geom, sizeof(dContact));
    for (int i = 0; i < count; ++i) add_contact(pair_contacts_[i], body_a, body_b);
  }

  void collide_hulls() {
    for (std::size_t i = 0; i < bodies_.size(); ++i) {
      if (bodies_[i] == nullptr) continue;
      const dReal* p = dBodyGetPosition(bodies_[i]);
      const dReal* q = dBodyGetQuaternion(bodies_[i]);
      state_.bodies[i].center = Vec3(p[0], p[1], p[2]);
      state_.bodies[i].rotation = Quat(q[0], q[1], q[2], q[3]);
    }
    collider_->collide(state_, step_, found_);
    for (const Contact& found : found_) {
      if (found.gap > kTouching) continue;
      dContact contact{};
      contact.geom.depth = std::max(0.0, -found.gap);
      for (int axis = 0; axis < 3; ++axis) {
        contact.geom.pos[axis] = found.point[axis];
        contact.geom.normal[axis] = found.normal[axis];  // into the first body
      }
      add_contact(contact, bodies_[found.body_b], bodies_[found.body_a]);
    }
  }

  void add_contact(dContact& contact, dBodyID first, dBodyID second) {
    contact.surface.mode = dContactApprox1;
    contact.surface.mu = mu_;
    dJointAttach(dJointCreateContact(world_, group_, &contact), first, second);
    ++contacts_;
  }

  double step_;
  int iterations_;
  double mu_;
  dWorldID world_ = nullptr;
  dSpaceID space_ = nullptr;
  dJointGroupID group_ = nullptr;
  std::unique_ptr<OdeMeshes> meshes_ = std::make_unique<OdeMeshes>();
  State state_;  // of scenes with hulls, and the next two
  std::unique_ptr<Collider> collider_;
  ContactSet found_;
  std::vector<dBodyID> bodies_;                        // null: fixed
  std::array<dContact, kMeshContacts> pair_contacts_;  // of the pair that is looked at
  int contacts_ = 0;
};

template <int kIterations>
std::unique_ptr<PeerWorld> make_world(const PeerScene& scene) {
  return std::make_unique<OdeWorld>(scene, kIterations);
}

PeerEngine engine(const std::string& name, const std::string& method,
                  std::unique_ptr<PeerWorld> (*make)(const PeerScene&)) {
  return {.name = name,
          .family = "ODE",
          .version = STICTION_PEER_VERSION,
          .settings = method +
                      "; double precision, ERP 0.2 and CFM 1e-10 (defaults), pyramid of friction (dContactApprox1), up "
                      "to 16 contacts a pair of boxes, 64 a pair with a mesh (OPCODE), contacts of hulls "
                      "found by Stiction (ODE's own do not hold them), hash space, auto-disable off",
          .make = make};
}

}  // namespace

std::vector<PeerEngine> ode_engines() {
  return {engine("ODE direct", "dWorldStep", make_world<0>),
          engine("ODE quick 20", "dWorldQuickStep, 20 iterations (default)", make_world<20>),
          engine("ODE quick 200", "dWorldQuickStep, 200 iterations", make_world<200>),
          engine("ODE quick 1000", "dWorldQuickStep, 1000 iterations", make_world<1000>)};
}

}  // namespace stiction::bench
