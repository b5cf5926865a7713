// Archive opening: any bytes as the one file a user names. Claims: the sink is called in its order, each stream's bytes
// are the sum that its end tells, limits hold, and bytes that no container could begin with come through unchanged.
#include <sys/mman.h>
#include <unistd.h>

#include "open/open.h"
#include "open/sniff.h"
#include "target.h"

namespace jitgate::fuzz {
namespace {

constexpr std::uint64_t kMostBytes = 1 << 20;
constexpr std::uint64_t kMostEntries = 200;

class Watch : public open::Sink {
 public:
  void begin(const std::string& path) override {
    require(!open_, "streams are not nested");
    require(path.starts_with(name_), "a path begins with the named one");
    for (const char c : path.substr(name_.size())) {
      require(static_cast<unsigned char>(c) >= 0x20 && c != 0x7F, "no control bytes in a path");
    }
    open_ = true;
    bytes_ = 0;
    ++streams_;
  }
  void data(std::string_view block) override {
    require(open_, "data comes within a stream");
    require(!block.empty(), "no empty blocks");
    bytes_ += block.size();
    if (all.size() < kMostBytes) all += block;
  }
  void end(const model::StreamEnd& end) override {
    require(open_, "a stream ends once");
    require(end.bytes == bytes_, "a stream has as many bytes as its end tells");
    for (const model::Damage& damage : end.damage) told(damage);
    total_ += bytes_;
    open_ = false;
  }
  void damaged(const model::Damage& damage) override { told(damage); }
  void container_end(const std::string&, model::Checksum, const std::vector<model::Damage>& damage) override {
    require(!open_, "a container ends after its streams");
    for (const model::Damage& one : damage) told(one);
  }
  void passed_over(const std::string&, std::string_view) override { ++passed_over_; }

  void finish() const {
    require(!open_, "every stream ends");
    require(streams_ <= kMostEntries + 1, "entries are limited");
    require(total_ <= 2 * kMostBytes + (1 << 20), "bytes are limited");
    require(streams_ + damage_ + passed_over_ > 0 || containers_empty, "something is said of every file");
  }
  void named(std::string name) { name_ = std::move(name); }

  std::string all;
  bool containers_empty = false;
  [[nodiscard]] std::uint64_t damage() const { return damage_; }

 private:
  void told(const model::Damage& damage) {
    require(!damage.what.empty() && !damage.path.empty(), "damage is named, with its place");
    ++damage_;
  }

  std::string name_;
  bool open_ = false;
  std::uint64_t bytes_ = 0, total_ = 0, streams_ = 0, damage_ = 0, passed_over_ = 0;
};

}  // namespace

void archives(std::string_view input) {
  const int fd = memfd_create("input", MFD_CLOEXEC);
  require(fd >= 0 && write(fd, input.data(), input.size()) == static_cast<ssize_t>(input.size()), "a file is written");
  Watch watch;
  const std::string path = "/proc/self/fd/" + std::to_string(fd);
  watch.named(path);
  const open::Sniffed sniffed = open::sniff(input.substr(0, open::kSniffBytes));
  watch.containers_empty = sniffed.format != open::Format::plain;  // an archive may hold nothing
  open::Limits limits;
  limits.entries = kMostEntries;
  limits.expanded_bytes = kMostBytes;
  const auto opened = open::open_path(path, limits, watch);
  close(fd);
  require(opened.has_value(), "a file that is there can be opened");
  watch.finish();
  if (sniffed.format == open::Format::plain && watch.damage() == 0)
    require(watch.all == input.substr(0, watch.all.size()) &&
                (watch.all.size() >= input.size() || watch.all.size() >= kMostBytes),
            "plain bytes come through unchanged");
}

}  // namespace jitgate::fuzz
