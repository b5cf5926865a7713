// A pattern that is compiled when a line first needs it. A catalogue has hundreds of patterns and a log has lines for a
// few of them; compiling all at start-up took longer than reading a small log. Catalogues are shared by threads, so the
// first to come compiles.
#pragma once

#include <memory>
#include <mutex>
#include <string>
#include <vector>

namespace re2 {
class RE2;
}

namespace jitgate::recognise {

class LazyRegex {
 public:
  explicit LazyRegex(std::string pattern);
  ~LazyRegex();

  // The compiled pattern; whether it is ok() is the loader's question for rules that are not built in.
  [[nodiscard]] const re2::RE2& get() const;
  // Names by capture index; [0] and unnamed ones are empty.
  [[nodiscard]] const std::vector<std::string>& groups() const;

 private:
  std::string pattern_;
  mutable std::once_flag once_;
  mutable std::unique_ptr<const re2::RE2> regex_;
  mutable std::vector<std::string> groups_;
};

}  // namespace jitgate::recognise
