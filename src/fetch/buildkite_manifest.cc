#include "fetch/buildkite_manifest.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "base/escape.h"

namespace jitgate::fetch {
namespace {

using json = nlohmann::ordered_json;

json text_or_null(const std::string& text) { return text.empty() ? json() : json(text); }

}  // namespace

std::string build_manifest_json(const BuildManifest& manifest) {
  json out = {{"schema_version", 1},
              {"kind", "buildkite-build"},
              {"organization", manifest.name.organization},
              {"pipeline", manifest.name.pipeline},
              {"number", manifest.name.number},
              {"id", manifest.build.id},
              {"state", manifest.build.state},
              {"url", manifest.build.url},
              {"branch", manifest.build.branch},
              {"commit", manifest.build.commit},
              {"fetched_at", manifest.fetched_at},
              {"doubts", manifest.build.doubts},
              {"files", json::array()}};
  for (const BuildFile& file : manifest.files) {
    const Kept& kept = file.kept;
    out["files"].push_back({{"job", file.job},
                            {"step", text_or_null(file.step)},
                            {"path", text_or_null(file.path)},
                            {"state", to_string(kept.state)},
                            {"file", text_or_null(kept.file)},
                            {"size", kept.size},
                            {"sha256", text_or_null(kept.sha256)},
                            {"why", text_or_null(kept.why)}});
  }
  return out.dump(2, ' ', true, json::error_handler_t::replace) + '\n';
}

std::string build_manifest_text(const BuildManifest& manifest, bool all) {
  std::string out = fmt::format("build {} of {}/{}: {}\n", manifest.name.number, manifest.name.organization,
                                manifest.name.pipeline, base::for_terminal(manifest.build.state));
  for (const std::string& doubt : manifest.build.doubts) out += "  in doubt  " + base::for_terminal(doubt) + '\n';
  for (const BuildFile& file : manifest.files) {
    if (file.kept.state == State::left && !all) continue;
    const std::string title =
        (file.step.empty() ? file.job : file.step) + ": " + (file.path.empty() ? "job log" : file.path);
    out += fmt::format("  {:<8}  {}{}\n", to_string(file.kept.state), base::for_terminal(title),
                       file.kept.why.empty() ? "" : ": " + base::for_terminal(file.kept.why));
  }
  return out;
}

std::map<std::string, std::string> build_identity(const std::string& manifest) {
  const json value = json::parse(manifest, nullptr, false);
  if (!value.is_object() || value.value("kind", json()) != "buildkite-build") return {};
  std::map<std::string, std::string> out;
  for (const char* name : {"id", "url"}) {
    const auto it = value.find(name);
    if (it != value.end() && it->is_string() && !it->get<std::string>().empty()) out[name] = it->get<std::string>();
  }
  return out;
}

}  // namespace jitgate::fetch
