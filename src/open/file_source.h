// Files as sources: opened without ever blocking (a FIFO in a log directory must not stop the program), read by read()
// into one buffer (mapping is slower here, and a file that is cut meanwhile would kill the process), and told as
// damaged when fewer bytes come than the file had when it was opened.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/result.h"
#include "open/budget.h"
#include "open/layer.h"
#include "open/source.h"

namespace jitgate::open {

// A file descriptor that closes itself; -1: none.
class Descriptor {
 public:
  explicit Descriptor(int fd = -1) : fd_(fd) {}
  ~Descriptor();
  Descriptor(Descriptor&& other) noexcept : fd_(other.fd_) { other.fd_ = -1; }
  Descriptor& operator=(Descriptor&& other) noexcept;
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  [[nodiscard]] int get() const { return fd_; }

 private:
  int fd_;
};

struct OpenFile {
  Descriptor fd;
  std::uint64_t size = 0;  // when it was opened
};

// Opens a regular file for reading; anything else is a problem. `follow`: whether the last part may be a symbolic link.
base::Result<OpenFile> open_file(const std::string& path, bool follow);

class FileSource : public Source {
 public:
  FileSource(const OpenFile& file, Budget& budget, Layer& layer);
  std::string_view next() override;
  // Pays for what is left of it at once. False: that is more than there is.
  bool prepay();
  [[nodiscard]] std::uint64_t size() const { return size_; }
  // The error number of a failed first read; 0 otherwise.
  [[nodiscard]] int failed_at_once() const { return failed_at_once_; }

 private:
  int fd_;
  std::uint64_t size_;
  Budget& budget_;
  Layer& layer_;
  std::vector<char> block_;
  std::uint64_t read_ = 0;
  std::uint64_t prepaid_ = 0;
  int failed_at_once_ = 0;
  bool ended_ = false;
};

// Writes the rest of a source to a temporary file that has no name any more, for formats that must be read from their
// end. The directory is TMPDIR's.
base::Result<Descriptor> spool(Source& source);

}  // namespace jitgate::open
