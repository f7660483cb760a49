// Expectations of scene files. Their keys are described in one table, which the writer shares.
#include <fmt/format.h>

#include <cmath>

#include "scenes/expectation_fields.h"
#include "scenes/reader/parts.h"

namespace stiction {
namespace {

const ExpectationFields& find_kind(const JsonCursor& cursor, const std::string& name) {
  std::vector<std::string> known;
  for (const ExpectationFields& fields : expectation_fields()) {
    known.emplace_back(expectation_name(fields.kind));
    if (known.back() == name) return fields;
  }
  cursor.fail(fmt::format("unknown expectation \"{}\"{} (known: {})", name, did_you_mean(name, known), joined(known)));
}

// The least share, an integral axis and times have rules of their own; all else is a plain number.
NumberRule rule_of(const std::string& key, const char* unit) {
  if (key == "fraction") return {.min = 0, .max = 1};
  if (key == "min" || key == "max") return any_number(unit);
  return not_negative(unit);
}

void read_bodies(const JsonCursor& body, const ReaderContext& context, Expectation& expectation) {
  expectation.bodies.assign(1, '*');
  body.read_text("bodies", expectation.bodies);
  if (body.has("bodies")) context.bodies(body.at("bodies"));
  if (select_free_bodies(expectation.bodies, context.model()).empty()) {
    (body.has("bodies") ? body.at("bodies") : body)
        .fail(fmt::format("no free body matches \"{}\"", expectation.bodies));
  }
}

void read_body_pair(const JsonCursor& body, const ReaderContext& context, Expectation& expectation) {
  const JsonCursor pair = body.at("bodies");
  if (pair.size() != 2) pair.fail(fmt::format("must be a list of two bodies, got {}", pair.size()));
  const int a = context.body(pair.item(0));
  const int b = context.body(pair.item(1));
  if (a == b) pair.fail("must be two different bodies");
  expectation.bodies = context.model().bodies[a].name;
  expectation.other = context.model().bodies[b].name;
}

int read_axis(const JsonCursor& axis) {
  const std::string name = axis.text();
  if (name != "x" && name != "y" && name != "z")
    axis.fail(fmt::format("must be \"x\", \"y\" or \"z\", got \"{}\"", name));
  return name[0] - 'x';
}

}  // namespace

Expectation read_expectation(const JsonCursor& cursor, const ReaderContext& context) {
  const std::vector<std::string> names = cursor.keys();
  if (names.size() != 1) cursor.fail("must have one key, the kind of expectation");
  const JsonCursor body = cursor.at(names[0]);
  const ExpectationFields& fields = find_kind(cursor, names[0]);
  std::vector<std::string> allowed = {"from", "to"};
  if (fields.bodies != BodiesOf::kNone) allowed.insert(allowed.begin(), "bodies");
  if (fields.kind == ExpectationKind::kPosition) allowed.emplace_back("axis");
  for (const ExpectationNumber& number : fields.numbers) allowed.emplace_back(number.key);
  body.require_keys(allowed);

  Expectation expectation;
  expectation.kind = fields.kind;
  if (fields.bodies == BodiesOf::kPattern) read_bodies(body, context, expectation);
  if (fields.bodies == BodiesOf::kPair) read_body_pair(body, context, expectation);
  if (fields.kind == ExpectationKind::kPosition) expectation.axis = read_axis(body.at("axis"));
  bool limited = false;
  for (const ExpectationNumber& number : fields.numbers) {
    limited = limited || body.has(number.key);
    body.read_number(number.key, expectation.*number.member, rule_of(number.key, number.unit));
  }
  if (fields.needs_limit && !limited) {
    std::vector<std::string> keys;
    keys.reserve(fields.numbers.size());
    for (const ExpectationNumber& number : fields.numbers) keys.emplace_back(number.key);
    body.fail(fmt::format("states no limit; give {}", joined(keys, " or ")));
  }
  if (expectation.min > expectation.max) body.fail("min is larger than max");
  body.read_number("from", expectation.from, not_negative("s"));
  body.read_number("to", expectation.to, not_negative("s"));
  if (expectation.from > expectation.to) body.fail("the window is empty: from is later than to");
  if (expectation.from > context.scene.duration * (1 + 1e-9)) {
    body.fail(
        fmt::format("from {:g} s is after the end of the scene ({:g} s)", expectation.from, context.scene.duration));
  }
  return expectation;
}

}  // namespace stiction
