# Compiler settings shared by all targets, and the helpers that declare rooms and their tests.
set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)

option(STICTION_BUILD_TESTS "Build the tests" ON)
option(STICTION_BUILD_BENCH "Build the benchmark programs" OFF)
option(STICTION_PRECOMPILE "Parse the headers that most sources include once" ON)
option(STICTION_SANITIZE "Address and undefined-behaviour sanitizers" OFF)
option(STICTION_FUZZ "Fuzz targets: the sanitizers, and coverage for libFuzzer (clang only)" OFF)

if(NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "" FORCE)
endif()

find_program(CCACHE_PROGRAM ccache)
if(CCACHE_PROGRAM AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  # Paths below the sources count as relative, so that one checkout finds what another has compiled. What ccache wants
  # to be told of precompiled headers: no source looks at the time, or at what they define.
  set(CMAKE_CXX_COMPILER_LAUNCHER ${CMAKE_COMMAND} -E env CCACHE_BASEDIR=${PROJECT_SOURCE_DIR}
      CCACHE_SLOPPINESS=pch_defines,time_macros,include_file_mtime,include_file_ctime ${CCACHE_PROGRAM})
endif()

# Same bits on every machine: no contraction into fused multiply-adds, no fast-math.
add_compile_options(-Wall -Wextra -Wpedantic -Wshadow -Wno-unused-parameter -ffp-contract=off)
set(CMAKE_CXX_FLAGS_RELEASE "-O3")
if(STICTION_FUZZ)
  if(NOT CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
    message(FATAL_ERROR "Fuzz targets need clang: cmake --preset fuzz, after tools/setup fuzz.")
  endif()
  add_compile_options(-fsanitize=fuzzer-no-link)
endif()
if(STICTION_SANITIZE OR STICTION_FUZZ)
  # Assertions stay on, Eigen's bounds checks among them: CMake's own flags would switch them off.
  set(CMAKE_CXX_FLAGS_RELWITHDEBINFO "-O1")
  add_compile_options(-fsanitize=address,undefined -fno-sanitize-recover=undefined -fno-omit-frame-pointer -g1)
  add_link_options(-fsanitize=address,undefined)
  add_compile_definitions(STICTION_SANITIZERS)
endif()

# stiction_parsed(NAME [PROGRAMS] HEADERS <h> ... LIBRARIES target ...): headers that other targets, libraries or
# programs, have parsed already, by stiction_precompile(TARGET NAME). Sources still include what they use: with
# STICTION_PRECOMPILE=OFF nothing else changes.
function(stiction_parsed name)
  cmake_parse_arguments(PARSED "PROGRAMS" "" "HEADERS;LIBRARIES" ${ARGN})
  if(NOT STICTION_PRECOMPILE)
    return()
  endif()
  file(GENERATE OUTPUT ${CMAKE_CURRENT_BINARY_DIR}/${name}.cpp CONTENT "")
  add_library(${name} OBJECT ${CMAKE_CURRENT_BINARY_DIR}/${name}.cpp)
  target_link_libraries(${name} PRIVATE ${PARSED_LIBRARIES})
  target_compile_options(${name} PRIVATE $<$<CXX_COMPILER_ID:GNU>:-fpch-preprocess>)
  if(PARSED_PROGRAMS)  # their code is compiled with another option than that of libraries
    set_target_properties(${name} PROPERTIES POSITION_INDEPENDENT_CODE OFF)
    target_compile_options(${name} PRIVATE ${CMAKE_CXX_COMPILE_OPTIONS_PIE})
  endif()
  target_precompile_headers(${name} PRIVATE ${PARSED_HEADERS})
endfunction()
function(stiction_precompile target name)
  if(STICTION_PRECOMPILE)
    target_compile_options(${target} PRIVATE $<$<CXX_COMPILER_ID:GNU>:-fpch-preprocess>)
    target_precompile_headers(${target} REUSE_FROM ${name})
  endif()
endfunction()

# stiction_room(NAME SOURCES a.cpp ... DEPENDS room ... LIBRARIES target ...)
function(stiction_room name)
  cmake_parse_arguments(ROOM "" "" "SOURCES;DEPENDS;LIBRARIES" ${ARGN})
  if(ROOM_SOURCES)
    add_library(stiction_${name} STATIC ${ROOM_SOURCES})
    stiction_precompile(stiction_${name} stiction_parsed)
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
  if(TEST_DEPENDS)  # tests of the public face alone see nothing but it
    stiction_precompile(test_${name} stiction_parsed_tests)
  endif()
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
