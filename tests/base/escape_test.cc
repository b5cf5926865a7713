#include "base/escape.h"

#include <gtest/gtest.h>

#include <map>
#include <random>
#include <regex>
#include <string>
#include <string_view>

#include "base/text.h"
#include "hostile.h"

namespace jitgate::base {
namespace {

constexpr int kTexts = 20'000;
const std::string kJoiner = "\xE2\x81\xA0";

std::string without_joiners(std::string text) {
  for (std::size_t at = text.find(kJoiner); at != std::string::npos; at = text.find(kJoiner)) text.erase(at, 3);
  return text;
}

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  for (std::size_t at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size())) {
    text.replace(at, from.size(), to);
  }
  return text;
}

// Control characters and what a terminal would not show, but for `kept`.
bool shows_everything(const std::string& text, std::string_view kept = "") {
  static const std::regex unseen(
      "[\\x00-\\x1f\\x7f]|\xC2[\x80-\x9f]|\xC2\xAD|\xE2\x80[\x8b-\x8f\xa8-\xae]|\xE2\x81[\xa0-\xaf]|\xEF\xBB\xBF|"
      "\xF3\xA0");
  std::string rest;
  for (const char c : text) {
    if (kept.find(c) == std::string_view::npos) rest += c;
  }
  return valid_utf8(text) == text && !std::regex_search(rest, unseen);
}

// What a CI runner does with a printed line: blanks of any kind in front are dropped.
bool runs_a_command(const std::string& line) {
  static const std::regex blank("^([ \\t]|\xC2[\x85\xA0]|\xE2\x80[\x80-\x8a\xa8\xa9\xaf]|\xE3\x80\x80)*::");
  static const std::regex anywhere("##(\\[|vso\\[)");
  return std::regex_search(line, blank) || std::regex_search(line, anywhere);
}

TEST(ForTerminal, ShowsWhatATerminalWouldObey) {
  EXPECT_EQ(for_terminal("a\x1b[31mb"), "a\\x1b[31mb");
  EXPECT_EQ(for_terminal("a\nb\rc\td"), "a\\nb\\rc\\td");
  EXPECT_EQ(for_terminal(std::string_view("a\0b", 3)), "a\\x00b");
  EXPECT_EQ(for_terminal("a\xE2\x80\xAE"
                         "b"),
            "a\\u202eb");
  EXPECT_EQ(for_terminal("\xE2\x80\xA8"), "\\u2028");
  EXPECT_EQ(for_terminal("\xC2\x9B"), "\\x9b");
  EXPECT_EQ(for_terminal("\xF3\xA0\x81\x81"), "\\U000e0041");
  EXPECT_EQ(for_terminal("\xEF\xBF\xBE"), "\\ufffe");
}

TEST(ForTerminal, ShowsIllFormedBytes) {
  EXPECT_EQ(for_terminal("a\xFF"), "a\\xff");
  EXPECT_EQ(for_terminal("\xC0\xAF"), "\\xc0\\xaf");           // overlong
  EXPECT_EQ(for_terminal("\xE0\x80\xAF"), "\\xe0\\x80\\xaf");  // overlong
  EXPECT_EQ(for_terminal("\xED\xA0\x80"), "\\xed\\xa0\\x80");  // surrogate
  EXPECT_EQ(for_terminal("\xF4\x90\x80\x80"), "\\xf4\\x90\\x80\\x80");
  EXPECT_EQ(for_terminal("\xE2\x80"), "\\xe2\\x80");  // cut
}

TEST(ForTerminal, LeavesOrdinaryTextAlone) {
  for (const char* text :
       {"", "at::native::add<float>", "C:\\logs", "caf\xC3\xA9 \xE4\xB8\xAD\xE6\x96\x87", "a ## b", "#1 [x]"}) {
    EXPECT_EQ(for_terminal(text), text);
  }
}

TEST(ForTerminal, BreaksCommandsOfCiRunners) {
  EXPECT_EQ(for_terminal("x ##[group]y"), "x ##\\[group]y");
  EXPECT_EQ(for_terminal("###[group]"), "###\\[group]");
  EXPECT_EQ(for_terminal("##vso[a]"), "##\\vso[a]");
  EXPECT_EQ(for_terminal("::error::x"), "\\::error::x");
  EXPECT_EQ(for_terminal("\xE3\x80\x80::error::x"), "\xE3\x80\x80\\::error::x");
}

TEST(ForTerminal, AnyTextIsOneLineThatRunsNothing) {
  std::mt19937 random(1);
  for (int i = 0; i < kTexts; ++i) {
    const std::string text = testing::hostile_text(random);
    const std::string out = for_terminal(text);
    ASSERT_TRUE(shows_everything(out)) << out;
    ASSERT_FALSE(runs_a_command(out)) << out;
    ASSERT_EQ(for_terminal(out), out) << "a second time changes nothing";
  }
}

TEST(ForTerminal, DifferentTextsStayDifferent) {
  EXPECT_NE(for_terminal("a\xE2\x80\x8B"
                         "b"),
            for_terminal("ab"));
  EXPECT_NE(for_terminal("a\xFE"), for_terminal("a\xFF"));
}

// A small model of a Markdown reader for inline text: escapes and entities give literal characters; any other
// character of `kActive` has a meaning of its own, which escaped text must not have.
struct Rendered {
  std::string text;
  std::string active;
};
Rendered rendered(const std::string& markdown) {
  static const std::map<std::string, std::string> entities = {{"&amp;", "&"},  {"&lt;", "<"},  {"&gt;", ">"},
                                                              {"&#124;", "|"}, {"&#36;", "$"}, {"&#64;", "@"},
                                                              {"&#58;", ":"},  {"&#32;", " "}};
  static const std::string kActive = "`*_[]<>|~$&@#^\\\n\r";
  Rendered out;
  for (std::size_t i = 0; i < markdown.size(); ++i) {
    if (markdown[i] == '\\' && i + 1 < markdown.size() &&
        std::ispunct(static_cast<unsigned char>(markdown[i + 1])) != 0) {
      out.text += markdown[++i];
      continue;
    }
    bool entity = false;
    for (const auto& [name, value] : entities) {
      if (markdown.compare(i, name.size(), name) != 0) continue;
      out.text += value;
      i += name.size() - 1;
      entity = true;
      break;
    }
    if (entity) continue;
    if (kActive.find(markdown[i]) != std::string::npos) out.active += markdown[i];
    out.text += markdown[i];
  }
  return out;
}

TEST(ForMarkdown, AnyTextStaysItself) {
  std::mt19937 random(2);
  for (int i = 0; i < kTexts; ++i) {
    const std::string text = testing::hostile_text(random);
    const std::string out = for_markdown(text);
    const Rendered read = rendered(out);
    ASSERT_EQ(read.active, "") << out;
    // The terminal's form of the text, without the backslashes that break a runner's commands, is what is read.
    const std::string want = replaced(replaced(for_terminal(text), "##\\", "##"), "\\::", "::");
    ASSERT_EQ(replaced(replaced(without_joiners(read.text), "##\\", "##"), "\\::", "::"), want) << out;
    ASSERT_FALSE(runs_a_command(out)) << out;
  }
}

TEST(ForMarkdown, NothingComesAliveInTheRenderedText) {
  // What sites look for in text nodes: mentions, addresses, references, emoji, links.
  static const std::regex alive(
      "@[A-Za-z0-9_-]|#[0-9]|[Gg][Hh]-[0-9]|:[A-Za-z_+-]|[^0-9]:[0-9]|[a-z]+:/|[Ww][Ww][Ww]\\.");
  std::mt19937 random(3);
  for (int i = 0; i < kTexts; ++i) {
    const std::string text = rendered(for_markdown(testing::hostile_text(random))).text;
    ASSERT_FALSE(std::regex_search(text, alive)) << text;
  }
  EXPECT_EQ(without_joiners(rendered(for_markdown("www.a.b by a@b.c, see GH-12 on x:80")).text),
            "www.a.b by a@b.c, see GH-12 on x:80");
  EXPECT_EQ(for_markdown("at 01:07:12"), "at 01:07:12");
}

TEST(ForMarkdown, BeginsNoBlock) {
  static const std::regex block("^( {0,3}(#|>|[-*=]|[+]( |$)|[0-9]+[.)]( |$)|`{3}|~{3}|\\|)|\t|    |<)");
  std::mt19937 random(4);
  for (int i = 0; i < kTexts; ++i) {
    const std::string out = for_markdown(testing::hostile_text(random));
    ASSERT_FALSE(std::regex_search(out, block)) << out;
  }
  EXPECT_EQ(for_markdown("12. x"), "12\\. x");
  EXPECT_EQ(for_markdown("1.5 - 2"), "1.5 - 2");
  EXPECT_EQ(for_markdown("+ x"), "\\+ x");
  EXPECT_EQ(for_markdown("+08:00"), "+08:00");
  EXPECT_EQ(for_markdown("a - b. c"), "a - b. c");
}

TEST(MarkdownCode, IsOneSpanThatHoldsTheText) {
  std::mt19937 random(5);
  for (int i = 0; i < kTexts; ++i) {
    const std::string text = testing::hostile_text(random);
    const std::string out = markdown_code(text);
    ASSERT_FALSE(runs_a_command(out)) << out;
    ASSERT_EQ(out.find('\n'), std::string::npos);
    if (text.find('|') != std::string::npos) {
      ASSERT_TRUE(out.starts_with("<code>") && out.ends_with("</code>")) << out;
      ASSERT_EQ(out.find('|'), std::string::npos) << out;
      continue;
    }
    // The span begins with a run of backticks and ends at the next run of the same length, which must be the last.
    const std::size_t fence = out.find_first_not_of('`');
    ASSERT_NE(fence, std::string::npos) << out;
    std::size_t at = fence;
    while (at < out.size()) {
      const std::size_t run = out.find('`', at);
      ASSERT_NE(run, std::string::npos) << "never closed: " << out;
      std::size_t end = out.find_first_not_of('`', run);
      if (end == std::string::npos) end = out.size();
      if (end - run == fence) {
        ASSERT_EQ(end, out.size()) << "closed too early: " << out;
        std::string inside = out.substr(fence, run - fence);
        if (inside.size() > 2 && inside.front() == ' ' && inside.back() == ' ' &&
            inside.find_first_not_of(' ') != std::string::npos) {
          inside = inside.substr(1, inside.size() - 2);
        }
        if (!text.empty() && text.find_first_not_of(' ') != std::string::npos) {
          ASSERT_EQ(inside, for_terminal(text));
        }
      }
      at = end;
    }
  }
  EXPECT_EQ(markdown_code("_rope_kernel"), "`_rope_kernel`");
  EXPECT_EQ(markdown_code("a`b"), "``a`b``");
  EXPECT_EQ(markdown_code("`a"), "`` `a ``");
  EXPECT_EQ(markdown_code(""), "` `");
}

TEST(ForHtml, IsTextInElementsAndAttributes) {
  std::mt19937 random(6);
  for (int i = 0; i < kTexts; ++i) {
    const std::string text = testing::hostile_text(random);
    const std::string out = for_html(text);
    ASSERT_EQ(out.find_first_of("<>\"'"), std::string::npos) << out;
    ASSERT_TRUE(shows_everything(out, "\n\t")) << out;
    ASSERT_EQ(out.find("##"), std::string::npos) << out;
    std::string read = out;
    for (const auto& [name, value] : std::map<std::string, std::string>{
             {"&lt;", "<"}, {"&gt;", ">"}, {"&quot;", "\""}, {"&#39;", "'"}, {"&#35;", "#"}}) {
      read = replaced(read, name, value);
    }
    read = replaced(replaced(replaced(read, "&amp;", "&"), "\n", "\\n"), "\t", "\\t");
    const std::string want = for_terminal(text);
    ASSERT_EQ(replaced(replaced(read, "##\\", "##"), "\\::", "::"),
              replaced(replaced(want, "##\\", "##"), "\\::", "::"));
  }
  EXPECT_EQ(for_html("<a href=\"x\">'&'"), "&lt;a href=&quot;x&quot;&gt;&#39;&amp;&#39;");
}

// The runner's own decoding of a command's data and properties.
std::string decoded(std::string text, bool property) {
  if (property) text = replaced(replaced(text, "%3A", ":"), "%2C", ",");
  return replaced(replaced(replaced(text, "%0D", "\r"), "%0A", "\n"), "%25", "%");
}

TEST(ForWorkflowData, DecodesToTheSameText) {
  EXPECT_EQ(for_workflow_data("100% of a\r\nb"), "100%25 of a%0D%0Ab");
  EXPECT_EQ(for_workflow_property("a: b, c"), "a%3A b%2C c");
  std::mt19937 random(7);
  for (int i = 0; i < kTexts; ++i) {
    const std::string text = testing::hostile_text(random);
    const std::string data = for_workflow_data(text);
    const std::string property = for_workflow_property(text);
    ASSERT_EQ(data.find_first_of("\r\n"), std::string::npos);
    ASSERT_EQ(property.find_first_of("\r\n:,"), std::string::npos);
    ASSERT_EQ(data.find("##["), std::string::npos) << data;
    ASSERT_EQ(property.find("##["), std::string::npos) << property;
    ASSERT_EQ(decoded(data, false), decoded(property, true));
    ASSERT_TRUE(shows_everything(decoded(data, false), "\r\n")) << data;
    const std::string lines = replaced(decoded(data, false), "\r", "\n");
    for (const std::string_view line : split(lines, '\n')) {
      ASSERT_FALSE(runs_a_command(std::string(line))) << data;
    }
  }
}

}  // namespace
}  // namespace jitgate::base
