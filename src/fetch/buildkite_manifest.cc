#include "fetch/buildkite_manifest.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "base/escape.h"
#include "fetch/json_at.h"

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

std::optional<BuildManifest> parse_build_manifest(const std::string& text) {
  const nlohmann::json value = nlohmann::json::parse(text, nullptr, false);
  if (!value.is_object() || text_at(value, "kind") != "buildkite-build") return std::nullopt;
  BuildManifest manifest;
  manifest.name = {text_at(value, "organization"), text_at(value, "pipeline"), number_at(value, "number")};
  manifest.build.id = text_at(value, "id");
  manifest.build.state = text_at(value, "state");
  manifest.build.url = text_at(value, "url");
  manifest.build.doubts = texts_at(value, "doubts");
  const auto files = value.find("files");
  if (files == value.end() || !files->is_array()) return std::nullopt;
  for (const nlohmann::json& one : *files) {
    if (!one.is_object()) continue;
    manifest.files.push_back({text_at(one, "job"), text_at(one, "step"), text_at(one, "path"), read_kept(one, "size")});
  }
  return manifest;
}

std::map<std::string, std::string> build_identity(const BuildManifest& manifest) {
  std::map<std::string, std::string> out;
  if (!manifest.build.id.empty()) out["id"] = manifest.build.id;
  if (!manifest.build.url.empty()) out["url"] = manifest.build.url;
  return out;
}

}  // namespace jitgate::fetch
