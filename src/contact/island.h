// An island: bodies connected by contacts, with the contact operator scaled for solving.
//
// Velocities are measured in the kinetic metric and impulses so that every contact has a unit mean Delassus diagonal:
//   x = M^-1/2 J^T r  (6 per body),  A_c = L^T J_c^T / s_c,  s_c = sqrt(tr(W_cc) / 3),  z_c = s_c r_c
//   u_c / s_c = A_c^T x + q_c,  x = sum A_c z_c
// Contacts with the same rigid sides, a group, see only how these move relative to each other. Those of them that
// share a frame, a patch, differ in their levers r_c alone:
//   A_c = B diag(R, R)^T (1, [r_c])^T / s_c,   B of the group, 12 x 6,   R: from the group's frame to the patch's
// In these variables the judge's rho_c is 1 for every contact, and cones are unchanged. The kinetic metric does not
// couple the components of x: those of a wide body are cut into blocks of six, the last one filled up with zeros, and
// are treated like bodies from there on. A contact has at most two rigid sides, in A_c, and any number of wide parts.
// Contacts of the same wide bodies, a run, are columns of one dense matrix.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "base/types.h"
#include "contact/contact_problem.h"

namespace stiction {

// Six components of x: a rigid body's, or some of a wide body's.
struct IslandBlock {
  int body = 0;  // in the problem: rigid ones, then wide ones
  int part = 0;  // which six of the body's components
  bool operator==(const IslandBlock&) const = default;
};

// The blocks of one wide body in the columns of a run: rows [row, row + 6 blocks), then zeros up to a multiple of four.
struct WideSegment {
  std::int32_t block = 0;  // the first
  std::int32_t blocks = 0;
  std::int32_t row = 0;

  bool operator==(const WideSegment&) const = default;
  int padded_rows() const { return (6 * blocks + 3) / 4 * 4; }
};

// Contacts one after the other that touch the same wide bodies and have the same rigid sides.
struct WideRun {
  int begin = 0, end = 0;                    // contacts
  int rows = 0;                              // of its columns
  int segments_begin = 0, segments_end = 0;  // in Island::wide_segments
  std::size_t values = 0;                    // in Island::wide_values: three columns for each contact
};

// What a contact does to one block: its rows of A_c.
using PartColumns = Eigen::Map<const Eigen::Matrix<double, 6, 3>, 0, Eigen::OuterStride<>>;

struct Island {
  // One column of A_c: 6 entries of body a, 6 of body b (zero where the side is not free or wide).
  static constexpr int kColumn = 12;
  static constexpr int kContact = 3 * kColumn;
  static constexpr int kTwist = 6 * kColumn;  // B of a group

  std::vector<IslandBlock> blocks;           // of a wide body one after the other
  std::vector<int> contacts;                 // local -> problem
  std::vector<std::int32_t> side_a, side_b;  // local block, or block_count() for "not free"
  std::vector<double> A;                     // contact_count x 36
  std::vector<double> q;                     // contact_count x 3: (J v_free + w - b n) / s_c
  std::vector<double> mu;                    // contact_count
  std::vector<double> scale;                 // s_c, contact_count
  std::vector<int> group_begin;              // contacts [group_begin[k], group_begin[k+1]) have the same rigid sides
  std::vector<char> has_patches;             // per group: what follows is set for its contacts
  std::vector<double> B;                     // group_count x 72, column by column
  std::vector<int> group_patches;            // patches [group_patches[g], group_patches[g + 1]) belong to group g
  std::vector<int> patch_begin;              // contacts [patch_begin[k], patch_begin[k + 1]) share a frame
  std::vector<double> patch_frame;           // R, patch_count x 12, rows of 4; of a group's first patch the identity
  std::array<std::vector<double>, 3> lever;  // contact_count + 4 each: r_c in the patch's frame
  std::vector<double> inverse_scale;         // contact_count + 4: 1 / s_c
  std::vector<WideRun> wide_runs;            // ascending; contacts without wide parts are in none
  std::vector<WideSegment> wide_segments;    // of the runs
  std::vector<double> wide_values;           // what contacts of runs do to wide bodies: rows of A_c
  std::vector<std::int32_t> run_of_contact;  // contact_count, -1: in none; empty: there are none
  // Sides of groups by block: 2 group + (0 for a, 1 for b), ascending; of block i [block_sides_begin[i], ...[i + 1]).
  std::vector<int> block_sides_begin, block_sides;
  bool one_group_per_pair = true;  // of free bodies; false if a pair's contacts are not all together
  bool lone_contacts = false;      // every contact is an island of its own, see IslandBuilder
  double denominator = 0;          // the judge's, for this island alone
  double gravity_speed = 0;        // h |g|: what a body gains in a step by falling [m/s]
  FrictionSet friction_set;

  const double* frame(int patch) const { return patch_frame.data() + 12 * static_cast<std::size_t>(patch); }
  // Islands that it stands for.
  int count() const { return lone_contacts ? contact_count() : 1; }
  int block_count() const { return static_cast<int>(blocks.size()); }
  int contact_count() const { return static_cast<int>(contacts.size()); }
  int group_count() const { return static_cast<int>(group_begin.size()) - 1; }
  // Has the contact a rigid side that is free? All of a group have, or none.
  bool has_rigid_side(int contact) const { return side_a[contact] < block_count() || side_b[contact] < block_count(); }
  bool is_rigid(int group) const { return has_rigid_side(group_begin[group]); }
  // The run of a contact, nullptr: it has no wide parts.
  const WideRun* run(int contact) const {
    return wide_runs.empty() || run_of_contact[contact] < 0 ? nullptr : &wide_runs[run_of_contact[contact]];
  }
  std::span<const WideSegment> segments(const WideRun& of) const {
    return {wide_segments.data() + of.segments_begin, wide_segments.data() + of.segments_end};
  }
  // One of the three columns of a contact of the run.
  const double* column(const WideRun& of, int contact, int k) const {
    return wide_values.data() + of.values + static_cast<std::size_t>(3 * (contact - of.begin) + k) * of.rows;
  }
  double* column(const WideRun& of, int contact, int k) {
    return wide_values.data() + of.values + static_cast<std::size_t>(3 * (contact - of.begin) + k) * of.rows;
  }
  // visit(block, its rows of A_c) for every block of a wide body that the contact touches.
  template <class Visit>
  void for_parts(int contact, const Visit& visit) const {
    const WideRun* own = run(contact);
    if (own == nullptr) return;
    const double* columns = column(*own, contact, 0);
    for (const WideSegment& segment : segments(*own)) {
      for (int k = 0; k < segment.blocks; ++k)
        visit(segment.block + k, PartColumns(columns + segment.row + 6 * k, Eigen::OuterStride<>(own->rows)));
    }
  }
  // Length of a velocity vector: one extra block of zeros stands for everything that is not free. (Rows that fill up
  // segments reach into the next block, with zeros.)
  int velocity_size() const { return 6 * (block_count() + 1); }

  // The pairs of blocks that contacts join, fixed ones left out: the off-diagonal blocks of the mass-metric Delassus
  // graph. Replaces the content of `edges`.
  void block_pairs(std::vector<std::pair<int, int>>& edges) const;

  // out[c * count + k] = A_c[:, first + k] . x for k < count.
  void apply_transposed(int first, int count, const double* x, double* out) const;
  // x += sum_c A_c[:, first + k] z[c * count + k]. One call at a time: it uses the work space below.
  void accumulate(int first, int count, const double* z, double* x) const;

  // The judge's residual of impulses z with contact velocities u = A^T x + q, both 3 per contact; relative to the
  // denominator.
  double natural_map(const double* z, const double* u) const;
  // Largest violation of Signorini's condition by the same, relative to the denominator.
  double signorini(const double* z, const double* u) const;

  mutable std::vector<double> group_sums;  // group_count x 12: what every group adds to its two bodies
};

// Splits a problem into islands (or keeps it whole). Memory of `islands` is reused.
class IslandBuilder {
 public:
  // Contacts whose bodies have no other contact are put together, many in one Island: for solvers that can tell their
  // answers at once.
  void gather_lone_contacts(bool gather) { gather_ = gather; }
  // kept: for every contact whether it takes part; empty: all do. Contacts that do not are open (their impulse is
  // zero); the judge counts their q in the denominator, and so does the island of one of their bodies.
  void build(const ContactProblem& problem, bool decompose, const std::vector<char>& kept, std::vector<Island>& islands,
             int& island_count);

 private:
  int find(int body);
  void join(const ContactProblem& problem, bool decompose, const std::vector<char>& kept);  // parent_
  void count_left_out(const ContactProblem& problem, const std::vector<char>& kept);        // left_out_q_squared_
  void find_lone(const ContactProblem& problem, const std::vector<char>& kept);             // lone_
  void fill(const ContactProblem& problem, double left_out_q_squared, Island& island);
  double fill_contact(const ContactProblem& problem, int contact, Island& island) const;
  void find_sides(const ContactProblem& problem, Island& island) const;
  void find_segments(const ContactProblem& problem, int contact);
  void find_runs(const ContactProblem& problem, Island& island);
  void find_groups(Island& island);

  bool gather_ = false;
  std::vector<char> lone_;                    // by root: it has one contact
  std::vector<int> parent_, island_of_body_;  // per body of the problem, rigid ones first, then wide ones
  std::vector<int> local_of_body_;            // its first block
  std::vector<double> left_out_q_squared_;    // of every island
  std::vector<int> last_met_by_;              // per block
  std::vector<WideSegment> segments_;         // of one contact
  double gravity_per_root_mass_ = 0;          // h |g|
};

}  // namespace stiction
