// The sink's own checks are test failures at the place where the contract is broken.
#include "reading.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>

namespace jitgate::open {

Reading::~Reading() { EXPECT_FALSE(inside_) << "a stream was begun and never ended"; }

void Reading::begin(const std::string& path) {
  EXPECT_FALSE(inside_) << "nested stream " << path;
  inside_ = true;
  streams.push_back({path, {}, {}});
}

void Reading::data(std::string_view block) {
  ASSERT_TRUE(inside_);
  EXPECT_FALSE(block.empty());
  streams.back().bytes += block;
}

void Reading::end(const model::StreamEnd& end) {
  ASSERT_TRUE(inside_);
  inside_ = false;
  streams.back().end = end;
  EXPECT_EQ(end.bytes, streams.back().bytes.size());
}

void Reading::damaged(const model::Damage& damage) {
  EXPECT_FALSE(inside_) << "damage inside of a stream: " << damage.what;
  without_stream.push_back(damage);
}

void Reading::passed_over(const std::string& path, std::string_view what) {
  EXPECT_FALSE(inside_);
  EXPECT_TRUE(what.ends_with("passed over")) << what;
  passed.push_back(path);
}

void Reading::container_end(const std::string& path, model::Checksum checksum,
                            const std::vector<model::Damage>& damage) {
  EXPECT_FALSE(inside_) << "container ended inside of a stream: " << path;
  containers.push_back({path, checksum, damage});
}

std::vector<model::Damage> Reading::all_damage() const {
  std::vector<model::Damage> all = without_stream;
  for (const ReadStream& stream : streams) all.insert(all.end(), stream.end.damage.begin(), stream.end.damage.end());
  for (const EndedContainer& container : containers) {
    all.insert(all.end(), container.damage.begin(), container.damage.end());
  }
  return all;
}

bool Reading::has(model::DamageKind kind) const {
  const auto all = all_damage();
  return std::any_of(all.begin(), all.end(), [&](const model::Damage& damage) { return damage.kind == kind; });
}

bool Reading::has(model::DamageKind kind, const std::string& path) const {
  const auto all = all_damage();
  return std::any_of(all.begin(), all.end(),
                     [&](const model::Damage& damage) { return damage.kind == kind && damage.path == path; });
}

std::vector<std::string> Reading::paths() const {
  std::vector<std::string> paths;
  for (const ReadStream& stream : streams) paths.push_back(stream.path);
  return paths;
}

const ReadStream& Reading::stream(const std::string& path) const {
  static const ReadStream none;
  const auto at = std::find_if(streams.begin(), streams.end(), [&](const ReadStream& s) { return s.path == path; });
  EXPECT_NE(at, streams.end()) << "no stream " << path;
  return at == streams.end() ? none : *at;
}

const EndedContainer& Reading::container(const std::string& path) const {
  static const EndedContainer none;
  const auto at =
      std::find_if(containers.begin(), containers.end(), [&](const EndedContainer& c) { return c.path == path; });
  EXPECT_NE(at, containers.end()) << "no container " << path;
  return at == containers.end() ? none : *at;
}

bool Reading::same_streams(const Reading& other) const {
  return std::equal(streams.begin(), streams.end(), other.streams.begin(), other.streams.end(),
                    [](const ReadStream& a, const ReadStream& b) { return a.path == b.path && a.bytes == b.bytes; });
}

std::string Reading::told() const {
  std::string text;
  for (const model::Damage& damage : all_damage()) {
    text += std::to_string(static_cast<int>(damage.kind)) + " " + damage.path + ": " + damage.what + "\n";
  }
  return text;
}

Folder::Folder() {
  // In memory where the system has that: tests write thousands of files.
  const std::filesystem::path memory = "/dev/shm";
  const std::filesystem::path parent =
      std::filesystem::is_directory(memory) ? memory : std::filesystem::temp_directory_path();
  std::string name = (parent / "jitgate-open-XXXXXX").string();
  EXPECT_NE(::mkdtemp(name.data()), nullptr);
  root_ = name;
}

Folder::~Folder() {
  std::error_code ignored;
  std::filesystem::remove_all(root_, ignored);
}

std::string Folder::path(const std::string& name) const {
  return name.empty() ? root_.string() : (root_ / name).string();
}

std::string Folder::write(const std::string& name, std::string_view bytes) const {
  const std::filesystem::path file = root_ / name;
  std::filesystem::create_directories(file.parent_path());
  std::ofstream(file, std::ios::binary) << bytes;
  return file.string();
}

std::string_view Bytes::next() {
  const std::size_t size = std::min(block_, bytes_.size() - at_);
  // A new allocation each time: the old block must not stay readable by chance.
  current_ = std::vector<char>(bytes_.begin() + static_cast<std::ptrdiff_t>(at_),
                               bytes_.begin() + static_cast<std::ptrdiff_t>(at_ + size));
  at_ += size;
  return {current_.data(), current_.size()};
}

std::string read_all(Source& source) {
  std::string all;
  for (std::string_view block = source.next(); !block.empty(); block = source.next()) all += block;
  return all;
}

namespace {

// Passes on to a Reading with the folder cut off the front of every path.
class Shortened : public Sink {
 public:
  Shortened(Reading& to, std::size_t cut) : to_(to), cut_(cut) {}
  void begin(const std::string& path) override { to_.begin(path.substr(cut_)); }
  void passed_over(const std::string& path, std::string_view what) override {
    to_.passed_over(path.substr(cut_), what);
  }
  void data(std::string_view block) override { to_.data(block); }
  void end(const model::StreamEnd& end) override {
    model::StreamEnd shorter = end;
    for (model::Damage& damage : shorter.damage) damage.path.erase(0, cut_);
    to_.end(shorter);
  }
  void damaged(const model::Damage& damage) override {
    to_.damaged({damage.kind, damage.path.substr(cut_), damage.what});
  }
  void container_end(const std::string& path, model::Checksum checksum,
                     const std::vector<model::Damage>& damage) override {
    std::vector<model::Damage> shorter = damage;
    for (model::Damage& one : shorter) one.path.erase(0, cut_);
    to_.container_end(path.substr(cut_), checksum, shorter);
  }

 private:
  Reading& to_;
  std::size_t cut_;
};

}  // namespace

void read_bytes(Reading& reading, const std::string& name, std::string_view bytes, const Limits& limits) {
  static const Folder folder;
  Shortened sink(reading, folder.path().size() + 1);
  const base::Result<void> result = open_path(folder.write(name, bytes), limits, sink);
  EXPECT_TRUE(result.has_value()) << result.error().what;
}

}  // namespace jitgate::open
