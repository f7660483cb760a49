// How long the threads of this process have been ready to run without a processor: what other programs took from it.
#pragma once

namespace stiction::bench {

// Sum over the present threads [s], from /proc; 0 where the system does not say.
double seconds_waited();

}  // namespace stiction::bench
