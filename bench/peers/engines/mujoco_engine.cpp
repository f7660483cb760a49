// MuJoCo: soft contacts by Newton's method, as it comes and as stiff as it goes.
#include <fmt/format.h>
#include <mujoco/mujoco.h>

#include <cstring>
#include <stdexcept>

#include "base/error.h"
#include "bench/peers/engines/engines.h"

namespace stiction::bench {
namespace {

enum class Accuracy { kDefault, kBest };

std::string numbers(const Vec3& v) {
  return fmt::format("{:.17g} {:.17g} {:.17g}", v.x(), v.y(), v.z());
}

std::string numbers(const Quat& q) {
  return fmt::format("{:.17g} {:.17g} {:.17g} {:.17g}", q.w(), q.x(), q.y(), q.z());
}

// The best that was found: as stiff as the step lets it be (a time constant of two steps), elliptic cones, friction
// made stiffer than contact, and the solver to convergence.
std::string option_xml(const PeerScene& scene, Accuracy accuracy) {
  const std::string more =
      accuracy == Accuracy::kBest
          ? R"( cone="elliptic" impratio="100" tolerance="1e-14" iterations="1000" jacobian="sparse")"
          : "";
  return fmt::format(R"(<option timestep="{:.17g}" gravity="{}"{}><flag multiccd="enable"/></option>)", scene.step,
                     numbers(scene.model.gravity), more);
}

std::string geometry_attributes(const PeerScene& scene, Accuracy accuracy) {
  const std::string friction = fmt::format(R"(friction="{:.17g} 0.005 0.0001")", scene.friction);
  if (accuracy == Accuracy::kDefault) return friction;
  return friction + fmt::format(R"( solref="{:.17g} 1" solimp="0.9999 0.9999 0.001" margin="1e-4")", 2 * scene.step);
}

std::string mesh_xml(int index, const ConvexShape& shape) {
  std::string vertices;
  for (const Vec3& vertex : shape.polyhedron->vertices) vertices += numbers(vertex) + " ";
  return fmt::format(R"(<mesh name="hull{}" vertex="{}"/>)", index, vertices);
}

std::string body_xml(int index, const Body& body, const std::string& attributes) {
  // Boxes are meshes as well: pairs of them then have the contacts of hulls.
  std::string inside;
  if (!body.fixed) {
    const Mat3& i = body.mass.inertia;
    inside = fmt::format(
        R"(<freejoint/><inertial pos="0 0 0" mass="{:.17g}" fullinertia="{:.17g} {:.17g} {:.17g} {:.17g} {:.17g} {:.17g}"/>)",
        body.mass.mass, i(0, 0), i(1, 1), i(2, 2), i(0, 1), i(0, 2), i(1, 2));
  }
  const std::string form = fmt::format(R"(type="mesh" mesh="hull{}")", index);
  return fmt::format(R"(<body name="{}" pos="{}" quat="{}">{}<geom {} {}/></body>)", body.name,
                     numbers(body.start.position), numbers(body.start.rotation), inside, form, attributes);
}

std::string scene_xml(const PeerScene& scene, Accuracy accuracy) {
  std::string meshes, bodies;
  const std::string attributes = geometry_attributes(scene, accuracy);
  for (std::size_t i = 0; i < scene.model.bodies.size(); ++i) {
    const Body& body = scene.model.bodies[i];
    const int index = static_cast<int>(i);
    meshes += mesh_xml(index, convex_shape(body));
    bodies += body_xml(index, body, attributes);
  }
  // It allocates for all rows by all rows: what has more bodies gets fewer contacts each, or there is no memory.
  const int contacts = 100 + (scene.free_bodies() > 100 ? 8 : 16) * scene.free_bodies();
  const long dofs = 6L * scene.free_bodies();
  const long stack = 1000000 + 6 * dofs * dofs + 8L * contacts * dofs;  // [numbers]
  return fmt::format(
      R"(<mujoco><compiler angle="radian"/><size nconmax="{}" njmax="{}" nstack="{}"/>{}<asset>{}</asset><worldbody>{}</worldbody></mujoco>)",
      contacts, 4 * contacts, stack, option_xml(scene, accuracy), meshes, bodies);
}

mjModel* load(const std::string& xml) {
  const auto files = std::make_unique<mjVFS>();
  mj_defaultVFS(files.get());
  mj_makeEmptyFileVFS(files.get(), "scene.xml", static_cast<int>(xml.size()));
  std::memcpy(files->filedata[mj_findFileVFS(files.get(), "scene.xml")], xml.data(), xml.size());
  std::string error(1000, '\0');
  mjModel* model = mj_loadXML("scene.xml", files.get(), error.data(), static_cast<int>(error.size()));
  mj_deleteVFS(files.get());
  if (model == nullptr) throw std::runtime_error("MuJoCo: " + std::string(error.c_str()));
  return model;
}

// What it does on errors and where memory ends is to call this: it must not return.
void refuse(const char* message) {
  throw std::runtime_error(std::string("MuJoCo: ") + message);
}
void ignore(const char*) {}

class MujocoWorld : public PeerWorld {
 public:
  MujocoWorld(const PeerScene& scene, Accuracy accuracy) {
    if (has_meshes(scene)) throw InputError("MuJoCo takes the convex hulls of meshes, which are other bodies");
    mju_user_error = refuse;
    mju_user_warning = ignore;  // the default writes a file
    model_ = load(scene_xml(scene, accuracy));
    data_ = mj_makeData(model_);
    if (data_ == nullptr) throw std::runtime_error("MuJoCo: no memory for this scene");
    int address = 0;
    for (const Body& body : scene.model.bodies) {
      addresses_.push_back(body.fixed ? -1 : 7 * address);
      if (body.fixed) continue;
      const Quat to_body = body.start.rotation.conjugate();
      Eigen::Map<Vec3>(data_->qvel + 6 * address) = body.start_velocity;
      Eigen::Map<Vec3>(data_->qvel + 6 * address + 3) = to_body * body.start_angular_velocity;
      ++address;
    }
  }
  ~MujocoWorld() override {
    mj_deleteData(data_);
    mj_deleteModel(model_);
  }
  MujocoWorld(const MujocoWorld&) = delete;
  MujocoWorld& operator=(const MujocoWorld&) = delete;

  void step() override {
    mj_step(model_, data_);
    if (data_->warning[mjWARN_CONTACTFULL].number > 0 || data_->warning[mjWARN_CNSTRFULL].number > 0) {
      throw std::runtime_error("MuJoCo: room for contacts is used up");
    }
    // It would begin anew from the start.
    if (data_->warning[mjWARN_BADQPOS].number + data_->warning[mjWARN_BADQVEL].number +
            data_->warning[mjWARN_BADQACC].number >
        0) {
      throw std::runtime_error("MuJoCo: the state is no longer finite");
    }
  }

  void read(std::vector<Pose>& poses) const override {
    for (std::size_t i = 0; i < poses.size(); ++i) {
      if (addresses_[i] < 0) continue;
      const mjtNum* q = data_->qpos + addresses_[i];
      poses[i] = {Vec3(q[0], q[1], q[2]), Quat(q[3], q[4], q[5], q[6]).normalized()};
    }
  }
  int contact_count() const override { return data_->ncon; }

 private:
  mjModel* model_ = nullptr;
  mjData* data_ = nullptr;
  std::vector<int> addresses_;  // in qpos; -1: fixed
};

template <Accuracy kAccuracy>
std::unique_ptr<PeerWorld> make_world(const PeerScene& scene) {
  return std::make_unique<MujocoWorld>(scene, kAccuracy);
}

PeerEngine engine(const std::string& name, const std::string& settings,
                  std::unique_ptr<PeerWorld> (*make)(const PeerScene&)) {
  return {.name = name, .family = "MuJoCo", .version = STICTION_PEER_VERSION, .settings = settings, .make = make};
}

}  // namespace

std::vector<PeerEngine> mujoco_engines() {
  return {
      engine(
          "MuJoCo default",
          "Newton, pyramidal cones, solref 0.02 1, solimp 0.9 0.95 0.001, impratio 1, tolerance 1e-8, Euler (defaults)",
          make_world<Accuracy::kDefault>),
      engine("MuJoCo accurate",
             "Newton, elliptic cones, solref (two steps) 1, solimp 0.9999 0.9999 0.001, margin 1e-4 m, impratio 100, "
             "tolerance 1e-14, "
             "up to "
             "1000 iterations, Euler",
             make_world<Accuracy::kBest>)};
}

}  // namespace stiction::bench
