// A sink that remembers all it was told and holds the order of its calls to the contract, and a folder for test files.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "model/coverage.h"
#include "open/open.h"
#include "open/source.h"

namespace jitgate::open {

struct ReadStream {
  std::string path;
  std::string bytes;
  model::StreamEnd end;
};

struct EndedContainer {
  std::string path;
  model::Checksum checksum = model::Checksum::none;
  std::vector<model::Damage> damage;
};

class Reading : public Sink {
 public:
  ~Reading() override;
  void begin(const std::string& path) override;
  void data(std::string_view block) override;
  void end(const model::StreamEnd& end) override;
  void damaged(const model::Damage& damage) override;
  void passed_over(const std::string& path, std::string_view what) override;
  void container_end(const std::string& path, model::Checksum checksum,
                     const std::vector<model::Damage>& damage) override;

  // Every damage told in any way.
  [[nodiscard]] std::vector<model::Damage> all_damage() const;
  [[nodiscard]] bool undamaged() const { return all_damage().empty(); }
  [[nodiscard]] bool has(model::DamageKind kind) const;
  [[nodiscard]] bool has(model::DamageKind kind, const std::string& path) const;
  // Paths in the order they came.
  [[nodiscard]] std::vector<std::string> paths() const;
  // The only stream of that path; a failure and an empty one if there is none.
  [[nodiscard]] const ReadStream& stream(const std::string& path) const;
  [[nodiscard]] const EndedContainer& container(const std::string& path) const;
  // The same streams with the same bytes.
  [[nodiscard]] bool same_streams(const Reading& other) const;
  // One line for each damage, for messages.
  [[nodiscard]] std::string told() const;

  std::vector<ReadStream> streams;
  std::vector<EndedContainer> containers;
  std::vector<model::Damage> without_stream;
  std::vector<std::string> passed;  // paths of what was passed over

 private:
  bool inside_ = false;
};

// An empty directory that is removed with all in it.
class Folder {
 public:
  Folder();
  ~Folder();
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  [[nodiscard]] std::string path(const std::string& name = {}) const;
  std::string write(const std::string& name, std::string_view bytes) const;

 private:
  std::filesystem::path root_;
};

// A source that gives `bytes` in blocks of `block` bytes. Each block is a copy that dies at the next call, so that
// whoever keeps a view too long is found by the sanitizers.
class Bytes : public Source {
 public:
  explicit Bytes(std::string bytes, std::size_t block = 1 << 20) : bytes_(std::move(bytes)), block_(block) {}
  std::string_view next() override;

 private:
  std::string bytes_;
  std::size_t block_;
  std::size_t at_ = 0;
  std::vector<char> current_;
};

std::string read_all(Source& source);

// Reads a file of this name and content; paths in the result begin with the bare name.
void read_bytes(Reading& reading, const std::string& name, std::string_view bytes, const Limits& limits = {});

}  // namespace jitgate::open
