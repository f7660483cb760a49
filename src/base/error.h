// The errors that reach a person are part of the public interface; every room throws the same two.
//   InputError       the input (scene, option, file, flag) is wrong: exit status 2 on the command line
//   SimulationError  the simulation itself failed while running (non-finite state, output lost): exit status 1
// A message names the place (file, key, flag) and the remedy.
#pragma once

#include "stiction/error.h"
