#include "base/http_token.h"

#include <utility>

#include "base/hash.h"
#include "base/http_token_value.h"
#include "base/text.h"

namespace jitgate::base {

Result<Token> Token::of(std::string_view value, std::string source) {
  value = trim(value);
  for (const char c : value) {
    if (c <= ' ' || c > '~')
      return refuse("the token holds a byte that no token has", std::move(source), "was it cut, quoted or encoded?");
  }
  Token token;
  token.source_ = std::move(source);
  if (!value.empty()) token.value_ = std::make_shared<const Value>(value);
  return token;
}

std::string Token::fingerprint() const {
  return value_ == nullptr ? "anonymous" : sha256_hex("jitgate token " + value_->bytes).substr(0, 16);
}

}  // namespace jitgate::base
