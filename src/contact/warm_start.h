// What the next step starts from: impulses of the last one, and what static friction of the penalty method remembers.
#pragma once

#include "base/types.h"
#include "contact/by_id.h"
#include "contact/contact_problem.h"

namespace stiction {

using WarmStartCache = ById<Vec3>;  // impulses, world axes [N s]
using FrictionMemoryCache = ById<FrictionMemory>;

}  // namespace stiction
