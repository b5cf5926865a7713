#include "run/own_files.h"

#include <gtest/gtest.h>

#include "model/verdict.h"
#include "report/report.h"

namespace jitgate::run {
namespace {

using Is = OwnFile::Is;

const std::string kEvent =
    R"({"id":"c996f68f4e0591da1fd7","rule":"vllm-monitor-triton","compiler":"triton","event_type":"compile",)"
    R"("target":"_k","detail":null,"worker":{"role":"decode","index":0,"node":null,"pid":null,"ranks":null,"process":null},)"
    R"("time":{"start":[null,null],"end":[null,null],"basis":"none","as_written":null,"marks":"end","duration_s":null},)"
    R"("phase":"unknown","certainty":"definite","cost":"unknown","benchmarks":[],)"
    R"("source":{"artifact":null,"path":"a.out","line":4,"byte":479},"text":"WARNING Triton kernel JIT compilation"})"
    "\n";

// Fed in pieces of every size, which must make no difference.
Is what(const std::string& text, std::string* fault = nullptr) {
  std::optional<Is> all;
  for (const std::size_t piece : {std::size_t{1}, std::size_t{7}, std::size_t{4096}, text.size() + 1}) {
    OwnFile file;
    bool more = true;
    for (std::size_t at = 0; at < text.size() && more; at += piece) more = file.feed(text.substr(at, piece));
    const Is one = file.finish();
    EXPECT_TRUE(!all || *all == one) << "in pieces of " << piece << ": " << text.substr(0, 80);
    all = one;
    if (fault != nullptr) *fault = file.fault();
  }
  return *all;
}

// As jitgate writes it of a run in which nothing was found.
std::string verdict() {
  model::Verdict empty;
  empty.status = model::Status::invalid;
  empty.exit_code = 82;
  return report::verdict_json(empty);
}

TEST(OwnFiles, AreKnownByTheirContent) {
  EXPECT_EQ(what(kEvent), Is::whole);
  EXPECT_EQ(what(kEvent + kEvent + kEvent), Is::whole);
  EXPECT_EQ(what(kEvent.substr(0, kEvent.size() - 1)), Is::whole) << "without the last line's end";
  EXPECT_EQ(what("\xEF\xBB\xBF# jitgate: VALID\n"), Is::page);
  EXPECT_EQ(what("# jitgate: INVALID\n\n**3 points**\n"), Is::page);
  EXPECT_EQ(what("**jitgate `bench`: FLAGGED** 1 point\n"), Is::page);
  EXPECT_EQ(what("**jitgate: FAILED** 1 point\n"), Is::page);
  EXPECT_EQ(what("**jitgate `bench`: NO VERDICT**\n"), Is::page);
  EXPECT_EQ(what("<!doctype html>\n<html lang=\"en\">\n<head>\n<title>jitgate: VALID, 1 point</title>"), Is::page);
  EXPECT_EQ(what("<svg xmlns=\"http://www.w3.org/2000/svg\">\n<title>jitgate: VALID, 1 point</title>"), Is::page);
  EXPECT_EQ(what("<?xml version=\"1.0\"?>\n<testsuites name=\"jitgate\" tests=\"1\">"), Is::page);
  EXPECT_EQ(what(verdict()), Is::whole);
}

TEST(OwnFiles, EachMustBeOursToItsEnd) {
  std::string fault;
  for (const std::string& rest :
       {std::string("(EngineCore pid=1) WARNING a log\n"), std::string("\n"), std::string("{}\n"),
        kEvent.substr(0, 400) + '\n', std::string("\xFF\xFE"), std::string(2'000'000, 'x')}) {
    EXPECT_EQ(what(kEvent + rest, &fault), Is::imitation) << rest.substr(0, 60);
    EXPECT_EQ(fault.find("line 2"), 0U) << fault;
  }
  std::string other = verdict();
  other.insert(other.rfind('}'), ", \"status\": \"none\"");
  EXPECT_EQ(what(other), Is::other);
  EXPECT_EQ(what(verdict() + "a log\n"), Is::other);
  EXPECT_EQ(what(verdict().substr(0, 200)), Is::other);
}

TEST(OwnFiles, OthersAreNot) {
  for (const std::string text :
       {"", "\n", "{", "{}", "# jitgate: fine\n", "# jitgate\n", "**jitgate** is on\n", "**jitgate: so so** x\n",
        "<!doctype html><title>a page</title>", "<svg>", "<?xml version=\"1.0\"?><testsuites name=\"pytest\">",
        "{\"id\":\"chatcmpl-1\",\"rule\":\"x\"}\n", "{\"id\":\"0123456789abcdef0123\",\"object\":\"x\"}\n",
        "{\"schema_version\":1,\"tool\":{\"name\":\"another\"}}", "INFO 08-04 18:36:00 x\n"})
    EXPECT_EQ(what(text), Is::other) << text;
}

}  // namespace
}  // namespace jitgate::run
