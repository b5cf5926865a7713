#include "publish/github_files.h"

#include <fcntl.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <stdexcept>
#include <string_view>
#include <system_error>

#include "base/hash.h"
#include "base/text.h"
#include "publish/github_random.h"

namespace jitgate::publish {
namespace {

// The runner drops a summary of more than 1,048,576 bytes; what other parts of the step may still add stays free.
constexpr std::size_t kMostOfAll = 1'000'000;
constexpr std::size_t kLongestOutput = 64 * 1024;

std::string plain_value(const std::string& value) {
  std::string out = base::valid_utf8(value, kLongestOutput);
  for (char& c : out) {
    if (c == '\0') c = ' ';
  }
  return out;
}

std::string why() { return std::generic_category().message(errno); }

}  // namespace

std::string random_hex(std::size_t bytes) {
  std::string out;
  while (bytes > 0) {
    std::array<char, 64> chance{};
    const std::size_t want = bytes < chance.size() ? bytes : chance.size();
    const ssize_t n = ::getrandom(chance.data(), want, 0);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) throw std::runtime_error("the kernel gives no random bytes: " + why());
    out += base::hex_text({chance.data(), static_cast<std::size_t>(n)});
    bytes -= static_cast<std::size_t>(n);
  }
  return out;
}

std::string outputs_text(const std::vector<StepOutput>& outputs) {
  std::string out;
  for (const StepOutput& one : outputs) {
    const std::string value = plain_value(one.value);
    std::string delimiter;
    do {
      delimiter = "jitgate_" + random_hex(16);
    } while (value.find(delimiter) != std::string::npos);
    out += one.name + "<<" + delimiter + '\n' + value + '\n' + delimiter + '\n';
  }
  return out;
}

std::size_t room_in_summary(const std::string& path) {
  struct stat about {};
  if (::stat(path.c_str(), &about) != 0) return kMostOfAll;
  const auto there = static_cast<std::size_t>(about.st_size);
  return there >= kMostOfAll ? 0 : kMostOfAll - there;
}

base::Result<void> append_to(const std::string& path, const std::string& text) {
  const int fd = ::open(path.c_str(), O_RDWR | O_APPEND | O_CREAT | O_CLOEXEC, 0644);
  if (fd < 0) return base::fail("cannot open: " + why(), path);
  struct stat about {};
  std::string whole = text;
  char last = '\n';
  // What an earlier command of the step wrote may lack its line's end, and ours would become a part of it.
  if (::fstat(fd, &about) == 0 && about.st_size > 0 && ::pread(fd, &last, 1, about.st_size - 1) == 1 && last != '\n')
    whole.insert(0, 1, '\n');
  std::string_view left = whole;
  while (!left.empty()) {
    const ssize_t n = ::write(fd, left.data(), left.size());
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) {
      auto failed = base::fail("cannot write: " + why(), path);
      ::close(fd);
      return failed;
    }
    left.remove_prefix(static_cast<std::size_t>(n));
  }
  if (::close(fd) != 0) return base::fail("cannot write: " + why(), path);
  return {};
}

}  // namespace jitgate::publish
