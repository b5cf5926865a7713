// What the tests of following share: a sink that keeps all it is told, and a folder that is gone afterwards.
#pragma once

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <string>
#include <vector>

#include "follow/follower.h"

namespace jitgate::follow {

namespace fs = std::filesystem;

class Kept : public Sink {
 public:
  struct Part {
    std::string path, text;
    std::string ended;
  };
  void begin(std::uint64_t part, const Found& found) override {
    parts[part].path = found.path;
    changed = found.changed;
  }
  void data(std::uint64_t part, std::string_view bytes) override { parts[part].text += bytes; }
  void end(std::uint64_t part, Ended why) override {
    constexpr const char* kWords[] = {"rotated", "anew", "closed", "stopped"};
    parts[part].ended = kWords[static_cast<std::size_t>(why)];
  }
  void trouble(const std::string& path, const std::string& what, bool /*lost*/) override {
    troubles.push_back(path + ": " + what);
  }
  // "name=text" of every part, in the order they began.
  [[nodiscard]] std::vector<std::string> all() const {
    std::vector<std::string> out;
    for (const auto& [number, part] : parts) out.push_back(fs::path(part.path).filename().string() + '=' + part.text);
    return out;
  }
  void packed(const std::string& path, base::Instant /*changed*/) override {
    met_packed.push_back(fs::path(path).filename().string());
  }
  std::map<std::uint64_t, Part> parts;
  std::vector<std::string> troubles, met_packed;
  base::Instant changed = 0;  // of the last one that began
};

using Texts = std::vector<std::string>;

class FollowerTest : public testing::Test {
 protected:
  FollowerTest() {
    std::string name = (fs::temp_directory_path() / "jitgate-test.XXXXXX").string();
    folder_ = ::mkdtemp(name.data());
    settings_.grace_ms = 5000;
  }
  ~FollowerTest() override { fs::remove_all(folder_); }

  [[nodiscard]] std::string path(const std::string& name) const { return (folder_ / name).string(); }
  void write(const std::string& name, const std::string& text, std::ios::openmode mode = std::ios::app) const {
    fs::create_directories(fs::path(path(name)).parent_path());
    std::ofstream(path(name), mode | std::ios::binary) << text;
  }
  // A second later.
  void poll(Follower& follower) { follower.poll(now_ += 1000); }

  fs::path folder_;
  Settings settings_;
  Kept kept_;
  std::int64_t now_ = 0;
};

}  // namespace jitgate::follow
