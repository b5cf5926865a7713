// The bytes behind a Token: for http_token.cc, which fills them, and http_wire.cc, which sends them. Nobody else
// includes this.
#pragma once

#include <openssl/crypto.h>

#include <string>

#include "base/http_token.h"

namespace jitgate::base {

struct Token::Value {
  std::string bytes;
  explicit Value(std::string_view text) : bytes(text) {}
  ~Value() { OPENSSL_cleanse(bytes.data(), bytes.size()); }
  Value(const Value&) = delete;
  Value& operator=(const Value&) = delete;
};

struct TokenReader {
  static const std::string& bytes_of(const Token& token) { return token.value_->bytes; }
};

}  // namespace jitgate::base
