# Installs the library, copies the examples away from the source tree, and builds and runs them against the installation;
# likewise the README's example, and every public header on its own.
function(must_run)
  execute_process(COMMAND ${ARGN} RESULT_VARIABLE status OUTPUT_VARIABLE output ERROR_VARIABLE output)
  if(NOT status EQUAL 0)
    message(FATAL_ERROR "${ARGN}: ${status}\n${output}")
  endif()
endfunction()

file(REMOVE_RECURSE ${work})
must_run(${CMAKE_COMMAND} --install ${build} --prefix ${work}/prefix --component library)
file(COPY ${source}/examples/ DESTINATION ${work}/project)

# Every public header compiles on its own, and twice in one file.
file(GLOB headers RELATIVE ${work}/prefix/include ${work}/prefix/include/stiction/*.h)
if(NOT headers)
  message(FATAL_ERROR "no headers were installed")
endif()
set(sources "")
foreach(header ${headers})
  string(MAKE_C_IDENTIFIER ${header} name)
  file(WRITE ${work}/project/${name}.cpp "#include <${header}>\n#include <${header}>\n")
  string(APPEND sources " ${name}.cpp")
endforeach()
file(APPEND ${work}/project/CMakeLists.txt
     "add_library(headers STATIC ${sources})\ntarget_link_libraries(headers PRIVATE stiction::stiction)\n")

# The README's C++ example is a whole program.
file(READ ${source}/README.md readme)
string(FIND "${readme}" "```cpp\n" begin)
if(begin EQUAL -1)
  message(FATAL_ERROR "README.md has no C++ example")
endif()
math(EXPR begin "${begin} + 7")
string(SUBSTRING "${readme}" ${begin} -1 example)
string(FIND "${example}" "\n```" end)
string(SUBSTRING "${example}" 0 ${end} example)
file(WRITE ${work}/project/readme.cpp "${example}\n")
file(APPEND ${work}/project/CMakeLists.txt
     "add_executable(readme readme.cpp)\ntarget_link_libraries(readme PRIVATE stiction::stiction)\n")

must_run(${CMAKE_COMMAND} -S ${work}/project -B ${work}/build -G ${generator} -D CMAKE_PREFIX_PATH=${work}/prefix
         -D CMAKE_CXX_COMPILER=${compiler} "-DCMAKE_CXX_FLAGS=${flags}" -D CMAKE_CXX_EXTENSIONS=OFF)
must_run(${CMAKE_COMMAND} --build ${work}/build)
must_run(${work}/build/sliding_box)
must_run(${work}/build/touch)
must_run(${work}/build/readme)
