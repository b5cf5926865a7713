// A JSON tokenizer that is pushed: bytes come in pieces of any size, values go out to a sink, and memory does not grow
// with the document. It is here and not a library's because of what result files are: nlohmann's SAX parser pulls its
// input and cannot be suspended between two pieces of a stream; it refuses a whole document for a bare NaN or Infinity,
// which Python clients write by default (a request rate of `Infinity` in every open SGLang run), and for a number
// like 1e400; and it holds every string whole, where a generated text of megabytes is of no interest. In all
// else, and but for ill-formed UTF-8 and lone surrogates (kept, and U+FFFD), it accepts exactly what nlohmann accepts;
// a test compares the two on generated documents.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace jitgate::base {

class JsonSink {
 public:
  JsonSink() = default;
  JsonSink(const JsonSink&) = delete;
  JsonSink& operator=(const JsonSink&) = delete;
  virtual ~JsonSink() = default;
  virtual void object_begin() = 0;
  virtual void object_end() = 0;
  virtual void array_begin() = 0;
  virtual void array_end() = 0;
  // Keys and strings are unescaped and cut to JsonFeed::kMaxText bytes; `cut` says that there was more.
  virtual void key(std::string_view text, bool cut) = 0;
  virtual void string(std::string_view text, bool cut) = 0;
  // NaN for the word NaN and for a number that a double cannot hold; ±infinity for the words only.
  virtual void number(double value, std::string_view literal) = 0;
  virtual void boolean(bool value) = 0;
  virtual void null() = 0;
};

class JsonFeed {
 public:
  static constexpr std::size_t kMaxText = 4096;
  static constexpr std::size_t kMaxDepth = 256;

  enum class Status : std::uint8_t { open, done, bad };

  explicit JsonFeed(JsonSink& sink) : sink_(&sink) {}

  // Reads on until one top-level value is complete (status done), an error (bad) or the end of the bytes (open).
  // Returns the bytes taken; with bad, the byte at that index is the one that does not fit.
  std::size_t feed(std::string_view bytes);
  [[nodiscard]] Status status() const { return status_; }
  // Forgets the value in hand; the next byte begins another. The sink must be reset by its owner.
  void restart();

  // With it, an LF inside a value is an error: each line of JSONL stands for itself.
  void one_line_values(bool on) { one_line_ = on; }
  // Within a call of the sink: where the token (a bracket, string, number or word) begins and ends, in bytes taken
  // since the last restart. For those who edit the text and must know its bytes.
  [[nodiscard]] std::uint64_t token_begin() const { return token_begin_; }
  [[nodiscard]] std::uint64_t token_end() const { return token_end_; }
  // LFs taken since the last restart, and whether the next byte is the first of a line.
  [[nodiscard]] std::uint64_t lines() const { return lines_; }
  [[nodiscard]] bool at_line_start() const { return line_start_; }
  [[nodiscard]] std::size_t depth() const { return nesting_.size(); }
  // Why the status is bad.
  [[nodiscard]] const char* fault() const { return fault_; }

 private:
  enum class State : std::uint8_t {
    value,
    value_or_end,
    key,
    key_or_end,
    colon,
    comma_or_end,
    text,
    escape,
    unicode,
    word
  };

  bool step(char c);        // one byte that ends or interrupts a run; false: error
  bool structural(char c);  // a byte where a token begins or a comma, colon or bracket stands
  bool begin_value(char c);
  bool finish_word();
  bool unescape(char c);
  bool unicode_digit(char c);
  void append(std::string_view piece);
  void append_code_point(std::uint32_t code);
  void finish_text();
  void value_ended();
  bool error(const char* why);

  JsonSink* sink_;
  std::vector<bool> nesting_;  // true: object
  std::string text_;           // of the string or word in hand
  Status status_ = Status::open;
  State state_ = State::value;
  bool text_is_key_ = false;
  bool text_cut_ = false;
  bool one_line_ = false;
  bool line_start_ = false;
  std::uint8_t unicode_digits_ = 0;
  std::uint32_t unicode_ = 0;
  std::uint32_t high_surrogate_ = 0;
  std::size_t high_surrogate_end_ = 0;  // where its stand-in ends in text_
  std::uint64_t taken_ = 0;             // before the byte in hand
  std::uint64_t token_begin_ = 0, token_end_ = 0;
  std::uint64_t lines_ = 0;
  const char* fault_ = "";
};

}  // namespace jitgate::base
