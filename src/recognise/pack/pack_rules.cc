// Run by the build: reads the rule files of the catalogue with the program's own reader and writes them, packed, as a
// C++ source. A file with a fault of form stops the build with file and line; what the rules claim (samples, needles,
// collisions) is proven by the tests, because that needs the whole of recognition.
//
//   jitgate_pack_rules OUTPUT.cc FILE.yaml…
#include <cstdio>
#include <exception>
#include <filesystem>
#include <iterator>
#include <string>

#include "base/files.h"
#include "recognise/packed_rules.h"

namespace jitgate::recognise {
namespace {

int complain(const base::Problem& problem) {
  std::fprintf(stderr, "%s: error: %s\n%s\n", problem.where.c_str(), problem.what.c_str(), problem.hint.c_str());
  return 1;
}

// Bytes as numbers: no literal is then too long and no escape wrong.
std::string source_of(const std::string& bytes) {
  std::string out =
      "#include \"recognise/packed_rules.h\"\n\nnamespace jitgate::recognise {\nnamespace {\n\n"
      "const unsigned char kBytes[] = {";
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    out += i % 32 == 0 ? "\n" : "";
    out += std::to_string(static_cast<unsigned char>(bytes[i])) + ",";
  }
  return out +
         "};\n\n}  // namespace\n\nstd::string_view embedded_rules() {\n"
         "  return {reinterpret_cast<const char*>(kBytes), sizeof(kBytes)};\n}\n\n}  // namespace jitgate::recognise\n";
}

int run(int count, char** arguments) {
  RuleFile all;
  for (int i = 2; i < count; ++i) {
    const std::string path = arguments[i];
    const auto yaml = base::read_file(path);
    if (!yaml) return complain(yaml.error());
    auto file = read_rule_file({std::filesystem::path(path).filename().string(), *yaml, 1});
    if (!file) return complain(file.error());
    std::move(file->rules.begin(), file->rules.end(), std::back_inserter(all.rules));
    std::move(file->compilers.begin(), file->compilers.end(), std::back_inserter(all.compilers));
  }
  const auto written = base::write_file(arguments[1], source_of(pack(all)));
  return written ? 0 : complain(written.error());
}

}  // namespace
}  // namespace jitgate::recognise

int main(int count, char** arguments) {
  if (count < 3) {
    std::fputs("usage: jitgate_pack_rules OUTPUT.cc FILE.yaml...\n", stderr);
    return 2;
  }
  try {
    return jitgate::recognise::run(count, arguments);
  } catch (const std::exception& fault) {
    std::fprintf(stderr, "jitgate_pack_rules: %s\n", fault.what());
    return 1;
  }
}
