#include "geometry/mesh/mesh_cleaning.h"

#include <algorithm>

#include "geometry/mesh/mesh_edges.h"
#include "geometry/mesh/mesh_faults.h"
#include "geometry/mesh/near_points.h"

namespace stiction {
namespace {

int drop_triangles(TriangleMesh& mesh, const std::vector<char>& drop) {
  std::size_t kept = 0;
  for (std::size_t t = 0; t < mesh.triangles.size(); ++t) {
    if (!drop[t]) mesh.triangles[kept++] = mesh.triangles[t];
  }
  const int dropped = static_cast<int>(mesh.triangles.size() - kept);
  mesh.triangles.resize(kept);
  return dropped;
}

// Is (a, b, c) an even permutation of its sorted vertices?
bool is_even(const Triangle& t) {
  return (t[0] < t[1]) + (t[1] < t[2]) + (t[2] < t[0]) == 2;
}

// Cuts triangles at vertices that lie on their sides.
class FlatTriangles {
 public:
  FlatTriangles(TriangleMesh& mesh, double extent) : mesh_(mesh), extent_(extent), around_(mesh.vertices.size()) {
    for (std::size_t t = 0; t < mesh.triangles.size(); ++t) enlist(static_cast<int>(t));
  }

  int resolve() {
    std::vector<int> flat;
    for (std::size_t t = 0; t < mesh_.triangles.size(); ++t) {
      if (has_no_area(mesh_, mesh_.triangles[t], extent_)) flat.push_back(static_cast<int>(t));
    }
    std::vector<char> drop(mesh_.triangles.size(), 0);
    // A cut may leave a flat triangle in turn; the bound ends a circle of such cuts.
    const std::size_t most = 4 * flat.size() + 16;
    for (std::size_t i = 0; i < flat.size(); ++i) {
      const int t = flat[i];
      if (drop[t] || !has_no_area(mesh_, mesh_.triangles[t], extent_)) continue;
      const int neighbour = i < most ? cut_neighbour(t, drop) : -1;
      if (neighbour < 0) {
        drop[t] = 1;
      } else {
        flat.insert(flat.end(), {t, neighbour});
      }
    }
    drop_triangles(mesh_, drop);
    return static_cast<int>(flat.size());
  }

 private:
  void enlist(int t) {
    for (const int v : mesh_.triangles[t]) around_[v].push_back(t);
  }

  // The two halves of the neighbour over the longest side take its place and that of t. -1 if there is none.
  int cut_neighbour(int t, const std::vector<char>& drop) {
    const Triangle flat = mesh_.triangles[t];
    const auto length = [&](int k) { return (mesh_.vertices[flat[k]] - mesh_.vertices[flat[(k + 1) % 3]]).norm(); };
    const int k = length(0) >= length(1) ? (length(0) >= length(2) ? 0 : 2) : (length(1) >= length(2) ? 1 : 2);
    const int a = flat[k], b = flat[(k + 1) % 3], c = flat[(k + 2) % 3];
    for (const int u : around_[a]) {
      Triangle other = mesh_.triangles[u];
      if (u == t || drop[u] || std::ranges::count(other, a) == 0 || std::ranges::count(other, b) == 0) continue;
      while ((other[0] != a || other[1] != b) && (other[0] != b || other[1] != a)) {
        std::rotate(other.begin(), other.begin() + 1, other.end());
      }
      if (other[2] == c) continue;  // folded onto t: nothing would be left of it
      mesh_.triangles[t] = {other[0], c, other[2]};
      mesh_.triangles[u] = {c, other[1], other[2]};
      enlist(t);
      enlist(u);
      return u;
    }
    return -1;
  }

  TriangleMesh& mesh_;
  double extent_;
  std::vector<std::vector<int>> around_;  // triangles that have, or once had, the vertex
};

}  // namespace

int weld_vertices(TriangleMesh& mesh, double distance) {
  if (!(distance > 0)) return 0;
  std::vector<int> number(mesh.vertices.size(), -1);
  for (const Triangle& t : mesh.triangles) {
    for (const int v : t) number[v] = v;
  }
  NearPoints points(mesh.vertices, mesh_bounds(mesh).min, distance);
  int welded = 0;
  for (std::size_t v = 0; v < mesh.vertices.size(); ++v) {
    if (number[v] < 0) continue;
    const int near = points.find(mesh.vertices[v]);
    if (near < 0) {
      points.add(static_cast<int>(v));
    } else {
      number[v] = near;
      ++welded;
    }
  }
  for (Triangle& t : mesh.triangles) {
    for (int& v : t) v = number[v];
  }
  return welded;
}

int drop_collapsed(TriangleMesh& mesh) {
  return static_cast<int>(std::erase_if(mesh.triangles, is_collapsed));
}

int drop_repeated(TriangleMesh& mesh) {
  struct Named {
    Triangle sorted;
    int triangle;
  };
  std::vector<Named> all;
  for (std::size_t t = 0; t < mesh.triangles.size(); ++t) {
    Named named{mesh.triangles[t], static_cast<int>(t)};
    std::ranges::sort(named.sorted);
    all.push_back(named);
  }
  std::ranges::sort(all, [](const Named& a, const Named& b) {
    return a.sorted != b.sorted ? a.sorted < b.sorted : a.triangle < b.triangle;
  });
  std::vector<char> drop(mesh.triangles.size(), 0);
  for (std::size_t begin = 0; begin < all.size();) {
    std::size_t end = begin;
    int balance = 0;
    for (; end < all.size() && all[end].sorted == all[begin].sorted; ++end) {
      balance += is_even(mesh.triangles[all[end].triangle]) ? 1 : -1;
      drop[all[end].triangle] = static_cast<char>(end > begin);
    }
    Triangle& kept = mesh.triangles[all[begin].triangle];
    if (balance != 0 && is_even(kept) != (balance > 0)) std::swap(kept[1], kept[2]);
    begin = end;
  }
  return drop_triangles(mesh, drop);
}

int resolve_flat_triangles(TriangleMesh& mesh, double extent) {
  return FlatTriangles(mesh, extent).resolve();
}

int drop_unused_vertices(TriangleMesh& mesh) {
  std::vector<int> number(mesh.vertices.size(), -1);
  for (const Triangle& t : mesh.triangles) {
    for (const int v : t) number[v] = 0;
  }
  int kept = 0;
  for (std::size_t v = 0; v < mesh.vertices.size(); ++v) {
    if (number[v] < 0) continue;
    number[v] = kept;
    mesh.vertices[kept++] = mesh.vertices[v];
  }
  const int dropped = static_cast<int>(mesh.vertices.size()) - kept;
  mesh.vertices.resize(kept);
  for (Triangle& t : mesh.triangles) {
    for (int& v : t) v = number[v];
  }
  return dropped;
}

}  // namespace stiction
