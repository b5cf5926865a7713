// Records behind heads that nobody described, and in JSON that nobody described: they must not pass in silence. And
// what only quotes a record must: prompts, answers, greps, commands, prose.
#include "recognise/second_look.h"

#include <gtest/gtest.h>

#include "recognising.h"

namespace jitgate::recognise {
namespace {

const std::string kSentence =
    "Triton kernel JIT compilation during inference: _foo. This causes a latency spike; consider extending warmup to "
    "cover this shape/config.";

// "$S" becomes the sentence, so that a case shows what is its own.
std::string filled(std::string text, const std::string& sentence = kSentence) {
  for (std::size_t at = 0; (at = text.find("$S", at)) != std::string::npos; at += sentence.size()) {
    text.replace(at, 2, sentence);
  }
  return text;
}

// "target stamp", with "?" behind it if it is only probable; the log around it is a worker's.
std::string seen(const std::string& line) {
  const std::string log = "(Worker_TP0 pid=7) INFO 11-30 01:07:00 [core.py:12] Hello\n" + line +
                          "\n(Worker_TP0 pid=7) INFO 11-30 01:08:10 [core.py:12] Bye\n";
  std::string all;
  for (const model::RawEvent& event : recognised(log).events) {
    if (!all.empty()) all += ", ";
    all += event.target + " " + text_of(event.first.own);
    if (event.certainty == model::Certainty::probable) all += "?";
  }
  return all;
}

TEST(SecondLook, ADatedHeadOfAnyLoggerGivesAnEvent) {
  for (const char* line : {
           "time=2026-11-30T01:08:05Z level=warning msg=\"$S\"",
           "ts=\"2026-11-30 01:08:05\" lvl=warn logger=vllm.jit caller=jit_monitor.py:86 msg=\"$S\" pid=7",
           "level=warning time=1796000885 msg=\"$S\"",
           "[2026-11-30 01:08:05 TP0] $S",
           "[2026-11-30 01:08:05] $S",
           "[2026-11-30 01:08:05] [WARNING] $S",
           "[2026-11-30 01:08:05,123] [WARNING] [vllm.jit] $S",
           "[2026-11-30 01:08:05,123][WARNING][jit_monitor.py:86] $S",
           "2026-11-30 01:08:05 [warning  ] $S [vllm]",
           "2026-11-30T01:08:05.123456Z [warning  ] $S   kernel=_foo",
           "2026-11-30 01:08:05.123 | WARNING  | vllm.utils.jit_monitor:_handle:86 - $S",
           "2026-11-30 01:08:05 | WARNING | mod:fn:86 - $S",
           "<12>1 2026-11-30T01:08:05.123Z node-1 vllm 771 ID47 - $S",
           "<12>1 2026-11-30T01:08:05Z node-1 vllm 771 - [app@1 id=\"7\"] $S",
           "1796000885.0 $S",
           "1796000885.0 WARNING $S",
           "[1796000885.123] $S",
           "Nov 30 01:08:05 $S",
           "2026-11-30 01:08:05,123 WARNING jit_monitor.py:86 $S",
           "2026-11-30 01:08:05,123 - WARNING - $S",
           "2026-11-30 01:08:05,123 vllm.jit WARNING: $S",
           "2026-11-30T01:08:05Z WARNING: $S",
           "2026/11/30 01:08:05 WARNING $S",
           "b'WARNING 11-30 01:08:05 [jit_monitor.py:86] $S'",
           "b\"(Worker_TP0 pid=7) WARNING 11-30 01:08:05 [jit_monitor.py:86] $S\\n\"",
           "Mon Nov 30 01:08:05 2026 WARNING: $S",
           "30-Nov-2026 01:08:05 WARNING $S",
           "30/Nov/2026:01:08:05 +0000 WARNING $S",
           "{'time': '2026-11-30 01:08:05', 'level': 'warning', 'msg': '$S'}",
           "\xE2\x9A\xA0 2026-11-30 01:08:05 WARNING $S",
           "time=\"2026-11-30T01:08:05Z\" level=warning msg=\"relay\" line=\"$S\"",
           "2026-11-30 01:08:05 +0000 vllm.worker: {\"log\":\"$S\"}",
           "(EngineCore pid=9) time=2026-11-30T01:08:05Z level=warning msg=\"$S\"",
       }) {
    EXPECT_EQ(seen(filled(line)), "_foo 11-30 01:08:05") << line;
  }
}

TEST(SecondLook, TransportsInFrontOfAnyHeadHideNothing) {
  for (const char* head :
       {"2026-11-30 01:08:05.123 | WARNING  | vllm.utils.jit_monitor:_handle:86 - $S",
        "[11/30/26 01:08:05] WARNING  $S", "2026-11-30 01:08:05 WARNING  $S  jit_monitor.py:135",
        "2026-11-30 01:08:05 [warning  ] $S [vllm]", "time=2026-11-30T01:08:05Z level=warning msg=\"$S\"",
        "[2026-11-30 01:08:05] [WARNING] $S"}) {
    for (const char* before : {"3: ", "12: ", " 3: ", "   12: ", "bench\tRun server\t2026-11-30T01:08:05.1234567Z ",
                               "bench (isl 1024, 8k)\tRun server\t2026-11-30T01:08:05.1234567Z 3: "}) {
      EXPECT_EQ(seen(before + filled(head)), "_foo 11-30 01:08:05") << before << head;
    }
    // Free words in front make it less than certain.
    EXPECT_EQ(seen("bench   Run server   2026-11-30T01:08:05.1234567Z " + filled(head)), "_foo 11-30 01:08:05?")
        << head;
    EXPECT_EQ(seen("133:" + filled(head)), "") << head;
  }
  for (const char* quoting : {"> ", "server.log:133:"}) {
    EXPECT_EQ(
        seen(quoting + filled("bench\tRun server\t2026-11-30T01:08:05.1234567Z [2026-11-30 01:08:05] [WARNING] $S")),
        "")
        << quoting;
  }
}

TEST(SecondLook, AHeadThatTellsLessGivesAProbableEvent) {
  for (const char* line : {
           "msg=\"$S\"",
           "level=warning msg=\"$S\"",
           "/x/jit_monitor.py:86: UserWarning: $S",
           "UserWarning: $S",
           "jit_monitor.py:86 $S",
           "WARNING: $S",
           "WARNING - $S",
           "[WARNING] $S",
           "[warning  ] $S [vllm]",
           "WARNING  $S  jit_monitor.py:86",
           "b'WARNING:vllm: $S'",
           "vllm[771]: $S",
           "[vllm] $S",
           "stderr: $S",
           "[stderr] $S",
           "[1,0]<stderr>:$S",
           "<4>[12345.678] vllm: $S",
           "\xE2\x9A\xA0 WARNING $S",
           "vllm.worker: {\"log\":\"$S\"}",
       }) {
    EXPECT_EQ(seen(filled(line)), "_foo -?") << line;
  }
  // Dated, and quoted: a logger's way to print a message, and somebody's to print another's words.
  for (const char* line :
       {"2026-11-30 01:08:05 WARNING \"$S\"", "2026-11-30 01:08:05,WARNING,vllm,\"$S\"",
        "ts=2026-11-30T01:08:05Z lvl=warn event=jit detail=\"$S\"", "2026-11-30 01:08:05 WARNING b'$S'"}) {
    EXPECT_EQ(seen(filled(line)), "_foo 11-30 01:08:05?") << line;
  }
  // Dated, but of a level at which no monitor warns.
  EXPECT_EQ(seen(filled("time=2026-11-30T01:08:05Z level=info msg=\"$S\"")), "_foo 11-30 01:08:05?");
  EXPECT_EQ(seen(filled("[01:08:05] WARNING  $S  jit_monitor.py:86")), "_foo 00-00 01:08:05");
}

TEST(SecondLook, JsonBodiesAtAnyDepth) {
  for (
      const char* line : {
          R"({"timestamp":"2026-11-30T01:08:05Z","level":"WARN","fields":{"message":"$S"}})",
          R"({"timeUnixNano":"1796000885000000000","severityText":"WARN","body":{"stringValue":"$S"}})",
          R"([{"ts":1796000885.0,"msg":"$S"}])",
          R"([{"ts":"2026-11-30T01:07:01Z","msg":"hello to all of you"},{"ts":"2026-11-30T01:08:05Z","msg":"$S"}])",
          R"({"time":"2026-11-30T01:08:05Z","data":{"text":"$S"}})",
          R"({"log":{"message":"$S"},"@timestamp":"2026-11-30T01:08:05Z"})",
          R"({"resourceLogs":[{"scopeLogs":[{"logRecords":[{"timeUnixNano":"1796000885000000000","body":{"stringValue":"$S"}}]}]}]})",
          R"({"time":"2026-11-30T01:08:05Z","payload":"{\"record\":{\"text\":\"$S\"}}"})",
          R"({"time":"2026-11-30T01:08:06Z","payload":{"raw":"(Worker_TP0 pid=7) WARNING 11-30 01:08:05 [jit_monitor.py:86] $S"}})",
          R"(2026-11-30T01:08:05Z WARNING {"detail": "$S"})",
      }) {
    EXPECT_EQ(seen(filled(line)), "_foo 11-30 01:08:05") << line;
  }
  for (const char* line : {
           R"({"fields":{"message":"$S"}})",
           R"({"data":{"text":"$S"}})",
           R"({"line":"$S"})",
           R"([{"msg":"$S"}])",
           R"({"log":{"message":"$S"}})",
       }) {
    EXPECT_EQ(seen(filled(line)), "_foo -?") << line;
  }
}

TEST(SecondLook, SentencesOfOtherFrameworks) {
  for (const char* sentence : {
           "[aiter] start build [module_demo] under /opt/x",
           "TileLang begins to compile kernel `demo` with `out_idx=None`",
           "Autotuning kernel demo with config BLOCK: 1, num_warps: 4",
           "Compiling CuTe-DSL kernel demo",
           "Triton autotuning for function demo finished after 1.73s; best config selected: BLOCK: 64;",
           "Running NVCC command: cd /tmp/x && nvcc kernel.cu -cubin -o kernel.cubin",
           "Entering DeepGEMM JIT Pre-Compile session. It may take a long time (typically 10-20 mins) if you have not "
           "run x",
           "Compiling a graph for compile range (1, 8192) takes 12.3 s",
           "Cached JIT module demo failed to load; rebuilding. Got error: x",
           "[0/8] torch._dynamo hit config.recompile_limit (8)",
           "CuTeDSL JIT compilation during inference: demo. This causes a latency spike; consider extending warmup to "
           "cover this shape/config.",
       }) {
    for (const char* head :
         {"time=2026-11-30T01:08:05Z level=warning msg=\"$S\"", "2026-11-30 01:08:05 | WARNING | mod:fn:86 - $S",
          R"({"time":"2026-11-30T01:08:05Z","level":"warning","fields":{"message":"$S"}})"}) {
      EXPECT_NE(seen(filled(head, sentence)), "") << sentence << " behind " << head;
    }
  }
}

TEST(SecondLook, WhatIsPutAroundAWholeRecordHidesNothing) {
  const std::string record = "(Worker_TP0 pid=7) WARNING 11-30 01:08:05 [jit_monitor.py:135] $S";
  for (const char* line : {
           "##[warning]$R",
           "[node-0:stdout]$R",
           "*** WARNING *** $R",
           "OrderedDict([('level', 'WARNING'), ('msg', '$R')])",
           "OrderedDict({'level': 'WARNING', 'msg': '$R'})",
           "[1796000886.1, {\"log\": \"$R\"}]",
           "[[1796000886.1, {}], {\"log\": \"$R\"}]",
           "[0] tail.0: [1796000886.1, {\"log\"=>\"$R\"}]",
           "#033[33m$R#033[0m",
           "Nov 30 01:08:06 host vllm[1]: #033[33m$R#033[0m",
           "\\x1b[1;33m$R\\x1b[0m",
           "Nov 30 01:08:06 $R",
           "Mon Nov 30 01:08:06 2026 $R",
           "Mon Nov 30 01:08:06 AM UTC 2026 $R",
       }) {
    std::string text = line;
    text.replace(text.find("$R"), 2, record);
    EXPECT_EQ(seen(filled(text)), "_foo 11-30 01:08:05") << line;
  }
  // Somebody may quote so.
  for (const char* line : {"localhost: $R", "gpu-12.cluster.local: $R", "master: $R", "\"$R\"", "'$R'", "| $R |",
                           "\"2026-11-30T01:08:06Z\",\"vllm\",\"$R\""}) {
    std::string text = line;
    text.replace(text.find("$R"), 2, record);
    EXPECT_EQ(seen(filled(text)), "_foo 11-30 01:08:05?") << line;
  }
  for (const char* line : {"[\"$R\", \"$R\"]", "['$R', '$R']", "    \"$R\",", "    \"$R\"", "\"$R\",", "133:$R", "> $R",
                           "--pattern=\"$R\"", "    logger.warning(\"$R\")", "print('$R')", "argv: ['$R']",
                           "{\"prompt\": \"$R\"}", "[1796000886.1, {\"prompt\": \"$R\"}]",
                           "OrderedDict([('prompt', '$R')])", "\"2026-11-30T01:08:06Z\",\"prompt\",\"$R\""}) {
    std::string text = line;
    for (std::size_t at = 0; (at = text.find("$R", at)) != std::string::npos; at += record.size()) {
      text.replace(at, 2, record);
    }
    EXPECT_EQ(seen(filled(text)), "") << line;
  }
}

// Rich's handler without the cells of time and level: the place at the end is all there is of a head.
TEST(SecondLook, APlaceAtTheEndOfTheRowIsAHead) {
  const auto alone = [](const std::string& text) { return recognised(filled(text)).events.size(); };
  EXPECT_EQ(alone("$S  jit_monitor.py:135\n"), 1U);
  EXPECT_EQ(alone("$S jit_monitor.py:135      \n"), 1U);
  EXPECT_EQ(alone("(Worker_TP0 pid=7) $S          jit_monitor.py:135\n"), 1U);
  EXPECT_EQ(seen(filled("2026-11-30T01:08:05.123Z $S          jit_monitor.py:135")), "_foo 11-30 01:08:05");
  EXPECT_EQ(alone("$S\n"), 0U);
  EXPECT_EQ(alone("$S jit_monitor.py\n"), 0U);
  EXPECT_EQ(alone("somebody wrote $S  jit_monitor.py:135\n"), 0U);
  EXPECT_EQ(alone("prompt: 'What is\n$S  jit_monitor.py:135\nabout?'\n"), 0U);
}

// Ansible's results and what stands in front of them: its own log's pairs, an agent's stamp, a logger's head.
TEST(SecondLook, ARunnersResultIsReadBehindAnyHead) {
  const std::string record = "(Worker_TP0 pid=7) WARNING 11-30 01:08:05 [jit_monitor.py:135] $S";
  for (const char* front :
       {"", "2026-11-30T01:08:06.1234567Z ", "2026-11-30 01:08:06,123 p=771 u=root n=ansible | ",
        "2026-11-30 01:08:06,123 p=771 u=root n=ansible INFO| ", "Nov 30 01:08:06 ", "[2026-11-30 01:08:06] ",
        "2026-11-30 01:08:06 ", "time=2026-11-30T01:08:06Z level=info ", "level=info host=node-0 step=3 ",
        "host=node-0 ", "3: ", "[pod/ansible-0/run] ", "Nov 30 01:08:06 gpu-12 ansible[771]: "}) {
    for (const char* result :
         {"ok: [node-0] => {\"msg\": \"$R\"}", "ok: [node-0] => {\"msg\": [\"$R\"]}",
          "ok: [node-0] => {\"changed\": false, \"msg\": [\"hello\", \"$R\", \"bye\"]}",
          "changed: [node-0] => {\"changed\": true, \"rc\": 0, \"stdout\": \"a\\n$R\", \"stdout_lines\": [\"a\"]}",
          "changed: [node-0] => {\"changed\": true, \"stdout_lines\": [\"a\", \"$R\"]}",
          "ok: [node-0] => (item=vllm) => {\"stdout_lines\": [\"$R\"]}",
          "fatal: [node-0]: FAILED! => {\"changed\": true, \"stderr_lines\": [\"$R\"], \"msg\": \"non-zero\"}",
          "node-0 | CHANGED => {\"stdout_lines\": [\"$R\"]}", "\"msg\": [\"$R\"]", "\"msg\": \"$R\"",
          "\"stdout_lines\": [\"$R\", \"b\"]"}) {
      // A field on a line of its own has an agent's stamp in front at most.
      if (*result == '"' && std::string_view(front).find('=') != std::string_view::npos) continue;
      std::string text = std::string(front) + result;
      text.replace(text.find("$R"), 2, record);
      EXPECT_EQ(seen(filled(text)).substr(0, 19), "_foo 11-30 01:08:05") << text;
      text = std::string(front) + result;
      text.replace(text.find("$R"), 2, "$S");
      EXPECT_NE(seen(filled(text)), "") << text;
    }
  }
}

TEST(SecondLook, AListOfWhatWasPrintedIsReadLineByLine) {
  const std::string record = filled("(Worker_TP0 pid=7) WARNING 11-30 01:08:05 [jit_monitor.py:135] $S");
  for (const std::string front : {"", "2026-11-30T01:08:06.1234567Z ", "3: ", "Nov 30 01:08:06 "}) {
    for (const char* name : {"msg", "stdout_lines", "stderr_lines"}) {
      const std::string top = front + "ok: [node-0] => {\n" + front + "    \"" + name + "\": [\n";
      std::string many;
      for (int i = 0; i < 2000; ++i) many += front + "        \"line " + std::to_string(i) + "\",\n";
      for (const std::string& before : {std::string(), front + "        \"hello, \\\"you\\\"\",\n", many}) {
        const std::string text = top + before + front + "        \"" + record + "\",\n" + front + "        \"b\"\n" +
                                 front + "    ]\n" + front + "}\n";
        EXPECT_EQ(seen(text), "_foo 11-30 01:08:05") << text.substr(0, 200);
      }
      std::string events = top;
      for (int i = 0; i < 200; ++i) events += front + "        \"" + record + "\",\n";
      EXPECT_EQ(recognised("INFO 11-30 01:07:00 [core.py:12] Hello\n" + events).events.size(), 200U);
      // The list has ended, or is one of something else.
      EXPECT_EQ(seen(top + front + "        \"a\"\n" + front + "    ],\n" + front + "    \"b\": [\n" + front +
                     "        \"" + record + "\"\n"),
                "")
          << front;
    }
  }
  EXPECT_EQ(seen("{\n    \"prompts\": [\n        \"" + record + "\",\n    ]\n}\n"), "");
}

// Wherever a record was cut, what is left of it is seen, down to forty bytes of its sentence.
TEST(SecondLook, EveryTailOfATornRecordIsSeen) {
  const std::string record = filled("(Worker_TP0 pid=7) WARNING 11-30 01:08:05 [jit_monitor.py:135] $S");
  for (std::size_t cut = 0; cut + 40 <= record.size(); ++cut) {
    EXPECT_NE(seen(record.substr(cut)), "") << record.substr(cut);
  }
}

TEST(SecondLook, QuotationsGiveNothing) {
  for (const char* line : {
           "The log says $S",
           "2026-11-30 01:08:05 user wrote: $S",
           "2026-11-30 01:08:05 INFO the model said $S",
           "WARNING 11-30 01:08:05 [serving_chat.py:412] Client text was truncated: $S",
           "INFO 11-30 01:08:05 [logger.py:44] $S",
           "time=2026-11-30T01:08:05Z level=info msg=\"request\" prompt=\"$S\"",
           "time=2026-11-30T01:08:05Z level=info msg=\"got prompt: $S\"",
           "2026-11-30 01:08:05 | INFO | api:log:5 - prompt: $S",
           "2026-11-30 01:08:05 | INFO | api:log:5 - output='$S'",
           "[2026-11-30 01:08:05] Receive: obj=GenerateReqInput(rid='a', text='$S')",
           "server.log:133:WARNING 11-30 01:08:05 [x] $S",
           "133:2026-11-30 01:08:05 | WARNING | mod:fn:86 - $S",
           "133-[2026-11-30 01:08:05] [WARNING] $S",
           "> [2026-11-30 01:08:05] [WARNING] $S",
           "| 01:08:05 | WARNING | $S |",
           "+ grep -c '$S' /logs/x.out",
           "+ echo WARNING: $S",
           "    logger.warning(\"$S\")",
           "  File \"/x/jit_monitor.py\", line 86, in f: $S",
           "WARNING_TEXT='$S'",
           "[2026-11-30 01:08:05] Finish: obj=GenerateReqInput(rid='a'), out={'text': '$S', 'meta_info': {}}",
           "{'role': 'user', 'content': '$S'}",
           "{'time': '2026-11-30 01:08:05', 'prompt': '$S'}",
           "[user] $S",
           "[1] $S",
           "- [x] $S",
           "Note: $S",
           "2026-11-30 01:08:05 WARNING prompt=\"$S\"",
           "2026-11-30 01:08:05 WARNING f(x)=\"$S\"",
           "INFO:     10.0.0.7:51812 - \"POST /v1/completions?q=$S HTTP/1.1\" 200 OK",
           "127.0.0.1 - - [30/Nov/2026:01:08:05 +0000] \"GET /logs?q=$S HTTP/1.1\" 200 12",
           "JIT_SENTENCE=\"$S\" python3 -m server",
           "--pattern=\"$S\"",
           R"({"id":"cmpl-1","choices":[{"text":"$S"}]})",
           R"({"time":"2026-11-30T01:08:05Z","level":"warn","request":{"prompt":"$S"}})",
           R"({"time":"2026-11-30T01:08:05Z","body":{"messages":[{"role":"user","content":"$S"}]}})",
           R"({"time":"2026-11-30T01:08:05Z","payload":"{\"prompt\":\"$S\"}"})",
           R"({"text":"$S","meta_info":{"id":"a"}})",
           R"({"time":"2026-11-30T01:08:05Z","fields":{"message":"got the prompt '$S'"}})",
           R"(["$S"])",
           "  \"$S\",",
       }) {
    EXPECT_EQ(seen(filled(line)), "") << line;
  }
  EXPECT_EQ(seen("INFO 11-30 01:08:04 [logger.py:44] Received request: prompt: 'why\n" + filled("[WARNING] $S") +
                 "\nthanks', params: None"),
            "");
}

TEST(SecondLook, TimesGoToTheEventsOfTheirOwnRecords) {
  const std::string line =
      filled(R"([{"ts":"2026-11-30T01:08:05Z","msg":"$S"},{"ts":"2026-11-30T01:08:09Z","msg":"CuTe)") +
      "DSL JIT compilation during inference: Gemm. This causes a latency spike; consider extending warmup to cover "
      "this "
      "shape/config.\"}]";
  EXPECT_EQ(seen(line), "_foo 11-30 01:08:05, Gemm 11-30 01:08:09");
}

// Nothing is read out of bounds where JSON, quotes or brackets are torn, wherever that is.
TEST(SecondLook, TornLines) {
  for (const char* whole :
       {R"([{"ts":1796000885.0,"log":"{\"msg\":\"$S\"}"}])", "<12>1 2026-11-30T01:08:05Z h a 1 - [x@1 id=\"7\"] $S",
        "ts=\"2026-11-30 01:08:05\" (a [b \"c\" msg=\"$S\" d=\"", "b'WARNING 11-30 01:08:05 [x.py:1] $S'"}) {
    const std::string line = filled(whole);
    for (std::size_t from = 0; from < line.size(); ++from) {
      recognised(std::string_view(line).substr(from));
      recognised(std::string_view(line).substr(0, from));
    }
  }
  EXPECT_EQ(seen(filled(R"({"time":"2026-11-30T01:08:05Z","fields":{"message":"$S"},"more":{"a":)")),
            "_foo 11-30 01:08:05");
}

}  // namespace
}  // namespace jitgate::recognise
