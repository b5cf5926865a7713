# jitgate_embed(TARGET NAMESPACE HEADER OUTPUT FILES…): the files' bytes as NAMESPACE::embedded_files(), a vector of
# base::EmbeddedFile that HEADER declares. The bytes go in as numbers and not as string literals: no escape, bracket,
# semicolon or split UTF-8 sequence can then break them, and no literal is too long. Run as a script (cmake -P) this
# file writes the source; included, it declares the command.
if(CMAKE_SCRIPT_MODE_FILE)
  set(arrays "")
  set(entries "")
  set(number 0)
  string(REPLACE "|" ";" files "${FILES}")
  foreach(file IN LISTS files)
    file(READ "${file}" hex HEX)
    string(LENGTH "${hex}" digits)
    math(EXPR size "${digits} / 2")
    string(REGEX REPLACE "(................................................................)" "\\1\n" hex "${hex}")
    string(REGEX REPLACE "([0-9a-f][0-9a-f])" "0x\\1," bytes "${hex}")
    get_filename_component(base "${file}" NAME)
    # One byte more than the file, so that an empty file is no empty array.
    string(APPEND arrays "const unsigned char file_${number}[] = {\n${bytes}0x00};\n")
    string(APPEND entries "      {\"${base}\", {reinterpret_cast<const char*>(file_${number}), ${size}}},\n")
    math(EXPR number "${number} + 1")
  endforeach()
  file(WRITE "${OUTPUT}" "#include \"${HEADER}\"\n\nnamespace ${NAMESPACE} {\nnamespace {\n\n${arrays}\n}  // namespace\n
const std::vector<EmbeddedFile>& embedded_files() {
  static const std::vector<EmbeddedFile> files = {\n${entries}  };
  return files;
}\n\n}  // namespace ${NAMESPACE}\n")
  return()
endif()

function(jitgate_embed target namespace header output)
  # A list would be split on its way through the command line; no path of ours holds a bar.
  list(JOIN ARGN "|" files)
  add_custom_command(OUTPUT "${output}"
    COMMAND "${CMAKE_COMMAND}" "-DHEADER=${header}" "-DNAMESPACE=${namespace}" "-DOUTPUT=${output}"
      "-DFILES=${files}" -P "${CMAKE_SOURCE_DIR}/cmake/Embed.cmake"
    DEPENDS ${ARGN} "${CMAKE_SOURCE_DIR}/cmake/Embed.cmake" VERBATIM)
  target_sources(${target} PRIVATE "${output}")
endfunction()
