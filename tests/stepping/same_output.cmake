# cmake -D one=PROGRAM -D other=PROGRAM -P same_output.cmake: do both print the same?
foreach(program one other)
  execute_process(COMMAND ${${program}} OUTPUT_VARIABLE ${program}_output COMMAND_ERROR_IS_FATAL ANY)
endforeach()
if(one_output STREQUAL "" OR NOT one_output STREQUAL other_output)
  message(FATAL_ERROR "${one} printed\n${one_output}\nand ${other}\n${other_output}")
endif()
