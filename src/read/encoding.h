// The stream's encoding, told by its byte-order mark. UTF-8 passes as it came, without the mark; UTF-16 (a Windows
// tool re-saved a log, PowerShell redirected one) becomes UTF-8. Without a mark nothing is guessed: NULs are dropped
// later, and that makes ASCII in UTF-16 readable too.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace jitgate::read {

class Encoding {
 public:
  // The UTF-8 of these bytes; valid until the next call, and a view into `bytes` where nothing changed. The first
  // bytes are held back until they tell whether they are a mark.
  std::string_view feed(std::string_view bytes);
  // What was held back; half a character at the end becomes U+FFFD.
  std::string_view finish();

  [[nodiscard]] bool utf16() const { return form_ == Form::little || form_ == Form::big; }
  // Bytes of the mark: where the text begins in the stream. Final once feed() has given anything.
  [[nodiscard]] std::size_t mark_length() const;
  // How many bytes of the stream this UTF-8, as feed() gave it, was.
  [[nodiscard]] std::uint64_t stream_length(std::string_view text) const;

 private:
  enum class Form : std::uint8_t { unknown, plain, utf8, little, big };
  void decide();
  void convert(std::string_view bytes);
  void add_unit(std::uint32_t unit);

  Form form_ = Form::unknown;
  std::string held_;  // bytes before the form is known, or half a unit
  std::string converted_;
  std::uint32_t high_ = 0;  // a high surrogate that waits for its other half
};

}  // namespace jitgate::read
