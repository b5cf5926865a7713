// The file that a download grows in, and the note beside it that tells whose bytes they are.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "base/hash.h"
#include "base/result.h"

namespace jitgate::base {

class HttpPart {
 public:
  // Opens it, made if it is not there (no link is followed). Bytes are kept if the note tells this identity and a
  // strong ETag; all others are dropped.
  static Result<HttpPart> open(const std::string& path, const std::string& identity);
  ~HttpPart();
  HttpPart(HttpPart&& other) noexcept;
  HttpPart& operator=(HttpPart&&) = delete;
  HttpPart(const HttpPart&) = delete;
  HttpPart& operator=(const HttpPart&) = delete;

  [[nodiscard]] std::uint64_t size() const { return size_; }
  [[nodiscard]] const std::string& etag() const { return etag_; }
  [[nodiscard]] const std::optional<std::uint64_t>& total() const { return total_; }

  Result<void> clear();
  // What an answer says of the whole; empty etag: it cannot be continued later.
  Result<void> note(const std::string& etag, std::optional<std::uint64_t> total);
  Result<void> append(std::string_view bytes);
  Result<std::string> finish();  // to the disk; gives the hash
  // Under another name, the note gone.
  Result<void> rename_to(const std::string& path);

 private:
  HttpPart(int fd, std::string path, std::string identity)
      : fd_(fd), path_(std::move(path)), identity_(std::move(identity)) {}
  Result<void> take_up();  // reads what is there into the hash

  int fd_;
  std::string path_, identity_, etag_;
  std::optional<std::uint64_t> total_;
  std::uint64_t size_ = 0;
  std::optional<Sha256> hash_{std::in_place};
};

}  // namespace jitgate::base
