# Before a package is made of a folder: manual pages and changelogs are compressed, without a time.
file(GLOB_RECURSE texts "${CPACK_TEMPORARY_DIRECTORY}/*")
list(FILTER texts INCLUDE REGEX "/share/(man/man[17]/[^/]*\\.[17]|doc/[^/]*/changelog)$")
foreach(text ${texts})
  execute_process(COMMAND gzip -9n "${text}" COMMAND_ERROR_IS_FATAL ANY)
endforeach()
