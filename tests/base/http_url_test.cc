#include "base/http_url.h"

#include <gtest/gtest.h>

#include <ostream>
#include <type_traits>

#include "base/http_token.h"

namespace jitgate::base {
namespace {

TEST(HttpUrl, ReadsWhatIsUsual) {
  const auto url = parse_url("HTTPS://Api.GitHub.com:8443/repos/a?b=c#d");
  ASSERT_TRUE(url);
  EXPECT_EQ(origin_of(*url), "https://api.github.com:8443");
  EXPECT_EQ(url->path, "/repos/a?b=c");
  EXPECT_EQ(url_text(*parse_url("https://h")), "https://h/");
  EXPECT_EQ(url_text(*parse_url("http://h:80?x")), "http://h/?x");
  EXPECT_EQ(url_text(*parse_url("https://[::1]:5/x")), "https://[::1]:5/x");
}

TEST(HttpUrl, RefusesWhatTwoReadersMayReadDifferently) {
  for (const char* text : {"",
                           "ftp://h/",
                           "file:///etc/passwd",
                           "https://",
                           "https:///x",
                           "https://user@h/",
                           "https://user:pw@h/",
                           "https://h\\@evil/",
                           "https://h /x",
                           "https://h/a b",
                           "https://h/\r\nX: y",
                           "https://h:0/",
                           "https://h:99999/",
                           "https://h:12x/",
                           "https://h:/",
                           "//h/x",
                           "h/x",
                           "https://h%2f/x",
                           "https://[::1/x",
                           "javascript:alert(1)",
                           "https://\xc3\xa9/x",
                           "https://h/\xc3\xa9"}) {
    EXPECT_FALSE(parse_url(text)) << text;
  }
}

TEST(HttpUrl, ThisMachineIsToldByItsAddress) {
  for (const char* text : {"http://127.0.0.1:1/", "http://localhost/", "http://[::1]/", "http://127.9.8.7/"})
    EXPECT_TRUE(is_loopback(*parse_url(text))) << text;
  for (const char* text : {"http://127.0.0.1.evil.example/", "http://localhost.evil.example/", "http://127.0.0.256/",
                           "http://128.0.0.1/", "http://127.1/", "http://127.0.0.0x1/"})
    EXPECT_FALSE(is_loopback(*parse_url(text))) << text;
}

TEST(HttpUrl, ResolvesLocations) {
  const Url base = *parse_url("https://h:5/a/b?c");
  EXPECT_EQ(url_text(*resolve_url(base, "/x?y")), "https://h:5/x?y");
  EXPECT_EQ(url_text(*resolve_url(base, "//other/x")), "https://other/x");
  EXPECT_EQ(url_text(*resolve_url(base, "http://other/x")), "http://other/x");
  EXPECT_FALSE(resolve_url(base, "x"));
  EXPECT_FALSE(resolve_url(base, ""));
  EXPECT_FALSE(resolve_url(base, "data:text/plain,x"));
}

TEST(HttpUrl, ShowsNoSignature) {
  EXPECT_EQ(shown_url("https://h/a?sig=s%2Bx&se=1"), "https://h/a?...");
  EXPECT_EQ(shown_url("https://h/a"), "https://h/a");
  EXPECT_EQ(shown_url("https://user:pw@h/a@b?c@d"), "https://...@h/a@b?...");
  EXPECT_EQ(shown_url("secret@h"), "...@h");
  EXPECT_EQ(shown_url("https://a:b/c@h:80"), "https://a:b/c@h:80");
  EXPECT_EQ(percent_encoded("a/b ..\xc3\xa9~"), "a%2Fb%20..%C3%A9~");
}

template <typename T, typename = void>
struct Printable : std::false_type {};
template <typename T>
struct Printable<T, std::void_t<decltype(std::declval<std::ostream&>() << std::declval<const T&>())>> : std::true_type {
};

TEST(HttpToken, CannotBecomeText) {
  static_assert(Printable<std::string>::value);
  static_assert(!Printable<Token>::value);
  static_assert(!std::is_convertible_v<Token, std::string> && !std::is_convertible_v<Token, std::string_view>);
  static_assert(!std::is_constructible_v<std::string, Token> && !std::is_constructible_v<std::string_view, Token>);
  const Token token = *Token::of(" secret\n", "GITHUB_TOKEN");
  EXPECT_FALSE(token.empty());
  EXPECT_EQ(token.source(), "GITHUB_TOKEN");
  EXPECT_EQ(token.fingerprint().size(), 16U);
  EXPECT_EQ(token.fingerprint().find("secret"), std::string::npos);
  EXPECT_NE(token.fingerprint(), Token::of("secret2", "x")->fingerprint());
  EXPECT_TRUE(Token::of("  ", "x")->empty());
  EXPECT_EQ(Token().fingerprint(), "anonymous");
}

TEST(HttpToken, AByteThatEndsAHeaderIsRefusedUnshown) {
  for (const char* text : {"se\ncret", "se\rcret", "se cret", "s\x01", "s\xc3\xa9"}) {
    const auto token = Token::of(text, "GH_TOKEN");
    ASSERT_FALSE(token) << text;
    EXPECT_EQ(token.error().where, "GH_TOKEN");
    EXPECT_EQ((token.error().what + token.error().hint).find("se"), std::string::npos);
  }
}

}  // namespace
}  // namespace jitgate::base
