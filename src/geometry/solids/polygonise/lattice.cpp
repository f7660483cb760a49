#include "geometry/solids/polygonise/lattice.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <memory>
#include <unordered_map>
#include <utility>

#include "base/hash.h"

namespace stiction {
namespace {

constexpr int kBlock = 8;          // cells along the edge of a block
constexpr int kSide = kBlock + 1;  // nodes along the edge of a block, of either kind

constexpr double kShift[3] = {0.1371, 0.2913, 0.4187};  // of the lattice's origin, in cells

using Index3 = std::array<int, 3>;

struct Node {
  Vec3 point;
  double value = 0;
  std::uint64_t id = 0;
};

struct EdgeHash {
  std::size_t operator()(const std::pair<std::uint64_t, std::uint64_t>& edge) const {
    return mix_hash(edge.first, edge.second);
  }
};

class Marcher {
 public:
  Marcher(const LevelSet& surface, const Aabb& box) : surface_(surface), cell_(surface.cell()) {
    for (int axis = 0; axis < 3; ++axis) {
      const double width = box.max[axis] - box.min[axis];
      cells_[axis] = static_cast<int>(std::ceil(width / cell_)) + 4;
      // Off centre by an odd fraction, lest planes of the solid fall on planes of the lattice.
      origin_[axis] = 0.5 * (box.min[axis] + box.max[axis]) - cell_ * (0.5 * cells_[axis] + kShift[axis]);
    }
  }

  TriangleMesh run() {
    Index3 block{};
    for (block[2] = 0; block[2] < cells_[2]; block[2] += kBlock) {
      for (block[1] = 0; block[1] < cells_[1]; block[1] += kBlock) {
        for (block[0] = 0; block[0] < cells_[0]; block[0] += kBlock) march_block(block);
      }
    }
    return std::move(mesh_);
  }

 private:
  Vec3 place(const Index3& index, double shift) const {
    return origin_ + cell_ * Vec3(index[0] + shift, index[1] + shift, index[2] + shift);
  }

  static int local(int x, int y, int z) { return (z * kSide + y) * kSide + x; }

  // Corners and centres of the block's cells, and of the next layer in each direction.
  void fill_nodes(const Index3& block) {
    for (int z = 0; z < kSide; ++z) {
      for (int y = 0; y < kSide; ++y) {
        for (int x = 0; x < kSide; ++x) {
          const Index3 index{block[0] + x, block[1] + y, block[2] + z};
          const std::uint64_t id = (static_cast<std::uint64_t>(index[2]) << 42) +
                                   (static_cast<std::uint64_t>(index[1]) << 21) + static_cast<std::uint64_t>(index[0]);
          for (const int centre : {0, 1}) {
            Node& node = nodes_[centre][local(x, y, z)];
            node.point = place(index, 0.5 * centre);
            node.value = surface_.value(node.point);
            node.id = 2 * id + centre;
          }
        }
      }
    }
  }

  void march_block(const Index3& block) {
    const double middle = 0.5 * (kBlock + 0.5), reach = middle * cell_ * 1.7320508075688774;
    if (std::abs(surface_.value(place(block, middle))) > 1.0001 * reach) return;
    fill_nodes(block);
    for (int z = 0; z < kBlock; ++z) {
      for (int y = 0; y < kBlock; ++y) {
        for (int x = 0; x < kBlock; ++x) {
          for (int axis = 0; axis < 3; ++axis) march_face({x, y, z}, axis);
        }
      }
    }
  }

  // The four tetrahedra between the centres of two cells that share a face, around the line joining the centres.
  void march_face(const Index3& cell, int axis) {
    Index3 next = cell;
    next[axis] += 1;
    const Node* first = &nodes_[1][local(cell[0], cell[1], cell[2])];
    const Node* second = &nodes_[1][local(next[0], next[1], next[2])];
    const int u = (axis + 1) % 3, v = (axis + 2) % 3;
    const Node* rim[4];
    constexpr int kTurn[4][2] = {{0, 0}, {1, 0}, {1, 1}, {0, 1}};
    for (int k = 0; k < 4; ++k) {
      Index3 corner = next;
      corner[u] += kTurn[k][0];
      corner[v] += kTurn[k][1];
      rim[k] = &nodes_[0][local(corner[0], corner[1], corner[2])];
    }
    for (int k = 0; k < 4; ++k) march_tetrahedron({first, second, rim[k], rim[(k + 1) % 4]});
  }

  // The corners are ordered so that (b - a, c - a, d - a) is right-handed.
  void march_tetrahedron(const std::array<const Node*, 4>& t) {
    int inside[4], outside[4], in = 0, out = 0;
    for (int k = 0; k < 4; ++k) (t[k]->value < 0 ? inside[in++] : outside[out++]) = k;
    if (in == 0 || out == 0) return;
    const auto cut = [&](int i, int o) { return vertex(*t[inside[i]], *t[outside[o]]); };
    // The permutation (inside corners, outside corners) of the tetrahedron decides which way round is outward.
    int order[4];
    for (int k = 0; k < 4; ++k) order[k] = k < in ? inside[k] : outside[k - in];
    bool even = true;
    for (int i = 0; i < 4; ++i) {
      for (int j = i + 1; j < 4; ++j) even ^= order[i] > order[j];
    }
    if (in == 1) {
      add(cut(0, 0), cut(0, 1), cut(0, 2), even);
    } else if (in == 3) {
      add(cut(0, 0), cut(1, 0), cut(2, 0), even);
    } else {
      const int a = cut(0, 0), b = cut(0, 1), c = cut(1, 1), d = cut(1, 0);
      const bool first = (mesh_.vertices[a] - mesh_.vertices[c]).squaredNorm() <=
                         (mesh_.vertices[b] - mesh_.vertices[d]).squaredNorm();
      if (first) {
        add(a, b, c, even), add(a, c, d, even);
      } else {
        add(a, b, d, even), add(b, c, d, even);
      }
    }
  }

  int vertex(const Node& inside, const Node& outside) {
    const std::pair<std::uint64_t, std::uint64_t> key = std::minmax(inside.id, outside.id);
    const auto [entry, added] = vertex_of_edge_.try_emplace(key, static_cast<int>(mesh_.vertices.size()));
    if (added) {
      mesh_.vertices.push_back(surface_.crossing(inside.point, outside.point, inside.value, outside.value));
    }
    return entry->second;
  }

  void add(int a, int b, int c, bool even) {
    if (even) {
      mesh_.triangles.push_back({a, b, c});
    } else {
      mesh_.triangles.push_back({a, c, b});
    }
  }

  const LevelSet& surface_;
  double cell_;
  Vec3 origin_;
  Index3 cells_{};
  std::array<std::array<Node, kSide * kSide * kSide>, 2> nodes_;  // corners, centres
  std::unordered_map<std::pair<std::uint64_t, std::uint64_t>, int, EdgeHash> vertex_of_edge_;
  TriangleMesh mesh_;
};

}  // namespace

TriangleMesh march_lattice(const LevelSet& surface, const Aabb& box) {
  return std::make_unique<Marcher>(surface, box)->run();
}

}  // namespace stiction
