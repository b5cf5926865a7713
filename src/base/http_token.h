// A secret that goes into a request and nowhere else. It is no string: it does not convert to one, has no operator<<
// and no formatter, so a message, log line or file with it in does not compile. Only the wire (http_wire.cc), which
// must write it into a header, can read it. The alternative, to redact texts on their way out, forgets a place some
// day.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "base/result.h"

namespace jitgate::base {

struct TokenReader;  // defined by the wire alone

class Token {
 public:
  Token() = default;  // none: requests are anonymous
  // `source` is named in messages ("GITHUB_TOKEN"). Blanks around the value are dropped; an empty value is no token.
  // Errors: a byte that no header may hold (the message does not show it).
  static Result<Token> of(std::string_view value, std::string source);

  [[nodiscard]] bool empty() const { return value_ == nullptr; }
  [[nodiscard]] const std::string& source() const { return source_; }
  // Tells tokens apart without telling them: 16 digits of a hash. For what may be kept under one token only.
  [[nodiscard]] std::string fingerprint() const;

 private:
  friend struct TokenReader;
  struct Value;
  std::shared_ptr<const Value> value_;
  std::string source_;
};

}  // namespace jitgate::base
