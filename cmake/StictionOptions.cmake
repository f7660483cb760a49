# Compiler settings shared by all targets, and the helpers that declare rooms and their tests.
set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)

option(STICTION_BUILD_TESTS "Build the tests" ON)
option(STICTION_BUILD_BENCH "Build the benchmark programs" OFF)
option(STICTION_SANITIZE "Address and undefined-behaviour sanitizers" OFF)

if(NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "" FORCE)
endif()

find_program(CCACHE_PROGRAM ccache)
if(CCACHE_PROGRAM AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  set(CMAKE_CXX_COMPILER_LAUNCHER ${CCACHE_PROGRAM})
endif()

# Same bits on every machine: no contraction into fused multiply-adds, no fast-math.
add_compile_options(-Wall -Wextra -Wpedantic -Wshadow -Wno-unused-parameter -ffp-contract=off)
set(CMAKE_CXX_FLAGS_RELEASE "-O3")
if(STICTION_SANITIZE)
  # Assertions stay on, Eigen's bounds checks among them: CMake's own flags would switch them off.
  set(CMAKE_CXX_FLAGS_RELWITHDEBINFO "-O1")
  add_compile_options(-fsanitize=address,undefined -fno-sanitize-recover=undefined -fno-omit-frame-pointer -g1)
  add_link_options(-fsanitize=address,undefined)
  add_compile_definitions(STICTION_SANITIZERS)
endif()

# stiction_room(NAME SOURCES a.cpp ... DEPENDS room ... LIBRARIES target ...)
function(stiction_room name)
  cmake_parse_arguments(ROOM "" "" "SOURCES;DEPENDS;LIBRARIES" ${ARGN})
  if(ROOM_SOURCES)
    add_library(stiction_${name} STATIC ${ROOM_SOURCES})
    set(scope PUBLIC)
  else()
    add_library(stiction_${name} INTERFACE)
    set(scope INTERFACE)
  endif()
  target_include_directories(stiction_${name} ${scope} ${PROJECT_SOURCE_DIR}/src ${PROJECT_SOURCE_DIR}/include)
  foreach(room ${ROOM_DEPENDS})
    target_link_libraries(stiction_${name} ${scope} stiction_${room})
  endforeach()
  if(ROOM_LIBRARIES)
    target_link_libraries(stiction_${name} ${scope} ${ROOM_LIBRARIES})
  endif()
endfunction()

# stiction_test(NAME SOURCES a_test.cpp ... DEPENDS room ... LIBRARIES target ...): one test program per room. CTest knows its
# cases one by one, as room.Suite.Case; they are listed when the tests run, so that building needs no running. Random
# inputs are the same in every run, a tenth of them under the sanitizers; a program run by hand draws new ones.
# The limit of time ends what hangs: on a slow machine with an empty cache, tests of the whole gallery take many minutes.
function(stiction_test name)
  cmake_parse_arguments(TEST "" "" "SOURCES;DEPENDS;LIBRARIES" ${ARGN})
  add_executable(test_${name} ${TEST_SOURCES})
  target_include_directories(test_${name} PRIVATE ${PROJECT_SOURCE_DIR}/tests)
  target_link_libraries(test_${name} PRIVATE GTest::gtest_main rapidcheck ${TEST_LIBRARIES})
  foreach(room ${TEST_DEPENDS})
    target_link_libraries(test_${name} PRIVATE stiction_${room})
  endforeach()
  set(random_inputs "seed=1")
  if(STICTION_SANITIZE)
    set(random_inputs "seed=1 max_success=10")
  endif()
  gtest_discover_tests(test_${name} TEST_PREFIX ${name}. DISCOVERY_MODE PRE_TEST DISCOVERY_TIMEOUT 60
                       PROPERTIES TIMEOUT 1800 ENVIRONMENT "RC_PARAMS=${random_inputs}")
endfunction()
