#include "report/pictures.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <random>

#include "base/text.h"
#include "fixtures.h"
#include "model/stored_event.h"
#include "readers.h"
#include "report/html_data.h"
#include "report/lanes.h"

namespace jitgate::report {
namespace {

using nlohmann::json;

using testing::count;
using testing::has;

// Of worker `decode`, at a second of the run's minute; certain in conc12, or possible there.
model::StoredEvent event(int decode, const char* time, bool certain = true) {
  model::StoredEvent out;
  out.id = "e";
  out.rule = "vllm-monitor-triton";
  out.compiler = "triton";
  out.target = "_topk_kernel";
  out.worker = {model::Role::decode, decode, "node0"};
  out.process = {"Worker_TP0", 440, {}};
  out.start_lo = testing::at(time);
  out.start_hi = *out.start_lo + (certain ? 0 : 6) * base::kSecond;
  out.end_lo = out.end_hi = *out.start_hi + base::kSecond;
  out.phase = model::Phase::measured;
  out.benchmarks = {{"demo_8k1k_fp4_h200/results/conc12", certain ? model::Relation::in : model::Relation::possible}};
  out.path = "node0_decode_w" + std::to_string(decode) + ".out";
  out.line = 7;
  out.text = "Triton kernel JIT compilation during inference: _topk_kernel.";
  return out;
}

struct Sample {
  model::Verdict verdict = testing::h200_cold();
  EventTable events{verdict};

  Sample() {
    events.take(event(0, "2026-11-30T01:07:12Z"));
    events.take(event(1, "2026-11-30T01:07:20Z", false));
    model::StoredEvent copy = event(0, "2026-11-30T01:07:12Z");
    copy.duplicate = true;
    events.take(copy);
  }
};

TEST(EventTable, KeepsWhatMeetsAWindowAndCountsTheRest) {
  const model::Verdict verdict = testing::h200_cold();
  EventTable table(verdict);
  model::StoredEvent outside = event(0, "2026-11-30T01:07:12Z");
  outside.benchmarks.clear();
  for (std::size_t i = 0; i < EventTable::kMost + 5; ++i) table.take(outside);
  table.take(event(1, "2026-11-30T01:07:13Z"));
  EXPECT_EQ(table.rows().size(), EventTable::kMost + 1);
  EXPECT_EQ(table.left_out(), 5U);
  EXPECT_EQ(table.kinds().size(), 2U);
  EXPECT_EQ(table.targets().size(), 1U);
  EXPECT_TRUE(table.meets_a_window(table.rows().back()));
  EXPECT_FALSE(table.rows().back().text.empty());
  EXPECT_TRUE(table.rows()[EventTable::kTexts].text.empty());
  EXPECT_FALSE(table.rows()[EventTable::kTexts - 1].text.empty());
}

TEST(EventTable, CertainIsWhatIsDefiniteAndNowhereOnlyPossible) {
  const Sample sample;
  EXPECT_TRUE(sample.events.certain(sample.events.rows()[0]));
  EXPECT_FALSE(sample.events.certain(sample.events.rows()[1]));
  EventTable probable(sample.verdict);
  model::StoredEvent one = event(0, "2026-11-30T01:07:12Z");
  one.certainty = model::Certainty::probable;
  probable.take(one);
  EXPECT_FALSE(probable.certain(probable.rows()[0]));
}

TEST(Lanes, AreTheVerdictsWorkersThenWhoElseHasEvents) {
  Sample sample;
  model::StoredEvent stray = event(9, "2026-11-30T01:07:12Z");
  stray.worker = {};
  sample.events.take(stray);
  const std::vector<Lane> all = lanes(sample.verdict, sample.events);
  ASSERT_EQ(all.size(), 8U);
  EXPECT_EQ(all[0].name, "prefill_w0");
  EXPECT_EQ(all[1].rows.size(), 1U);  // the copy is not drawn
  EXPECT_EQ(all[7].name, "no worker: unknown");
}

TEST(Lanes, ViewHoldsTheWindowsAndNoHourBefore) {
  Sample sample;
  model::StoredEvent startup = event(0, "2026-11-30T00:07:12Z");
  startup.benchmarks.clear();
  sample.events.take(startup);
  const Span view = view_of(sample.verdict, sample.events);
  EXPECT_LT(view.lo, *sample.verdict.points[0].window_start);
  EXPECT_GT(view.lo, *sample.verdict.points[0].window_start - base::kMinute);
  EXPECT_LT(extent_of(sample.verdict, sample.events).lo, view.lo);
  const model::Verdict nothing;
  EXPECT_FALSE(view_of(nothing, EventTable(nothing)).known());
}

TEST(TimelineText, HasALaneForEachWorkerWithEvents) {
  const Sample sample;
  for (const int width : {40, 80, 100, 200}) {
    const std::string out = timeline_text(sample.verdict, sample.events, width);
    for (const std::string_view line : base::split(out, '\n'))
      EXPECT_LE(line.size(), 2U * static_cast<unsigned>(std::max(width, 40))) << line;
  }
  const std::string out = timeline_text(sample.verdict, sample.events, 100);
  EXPECT_TRUE(has(out, "\nwindows "));
  EXPECT_TRUE(has(out, "conc12") && has(out, "conc48")) << out;
  const std::size_t first = out.find("\ndecode_w0 ");
  const std::size_t second = out.find("\ndecode_w1 ");
  ASSERT_NE(first, std::string::npos);
  ASSERT_NE(second, std::string::npos);
  EXPECT_TRUE(has(out.substr(first, second - first), "T")) << out;
  EXPECT_TRUE(has(out.substr(second, out.find('\n', second + 1) - second), "tt")) << out;
  EXPECT_TRUE(has(out, "T triton")) << out;
  EXPECT_TRUE(has(out, "decode_w2..5, prefill_w0\n")) << out;
}

TEST(TimelineText, IsEmptyWhereNothingWouldBeSeen) {
  const model::Verdict verdict = testing::proven();
  EXPECT_EQ(timeline_text(verdict, EventTable(verdict), 100), "");
  EXPECT_NE(timeline_svg(verdict, EventTable(verdict)), "");
  const model::Verdict nothing;
  EXPECT_EQ(timeline_svg(nothing, EventTable(nothing)), "");
}

TEST(TimelineSvg, DrawsEachEventOnce) {
  const Sample sample;
  const std::string out = timeline_svg(sample.verdict, sample.events);
  EXPECT_TRUE(has(out, "<title>decode_w0: 1 triton certain</title>")) << out;
  EXPECT_TRUE(has(out, "<title>decode_w1: 1 triton possible</title>")) << out;
  EXPECT_EQ(count(out, "<path "), 2U);
  EXPECT_TRUE(out.ends_with("</svg>\n"));
}

// The JSON documents between the page's script tags.
std::vector<json> documents(const std::string& page) {
  std::vector<json> out;
  const std::string open = "<script type=\"application/json\"";
  for (std::size_t at = page.find(open); at != std::string::npos; at = page.find(open, at + 1)) {
    const std::size_t from = page.find('>', at) + 1;
    out.push_back(json::parse(page.substr(from, page.find("</script>", from) - from)));
  }
  return out;
}

TEST(Html, HoldsTheVerdictAndTheEvents) {
  const Sample sample;
  const auto all = documents(html({sample.verdict, sample.events, {}}));
  ASSERT_EQ(all.size(), 2U);
  EXPECT_EQ(all[0]["status"], "invalid");
  EXPECT_EQ(all[0]["points"].size(), 3U);
  EXPECT_EQ(all[0]["points"][0]["finding"], "contaminated");
  EXPECT_EQ(all[0]["timed"], false);
  EXPECT_EQ(all[0]["points"][0]["requests"]["named"][0].size(), 4U);
  EXPECT_EQ(all[1]["rows"].size(), 3U);
  // The first row's time, taken back to an instant, is the event's.
  const auto& row = all[1]["rows"][0];
  const double at = all[0]["origin"].get<double>() + row[3].get<double>();
  EXPECT_EQ(at * 1e6, static_cast<double>(testing::at("2026-11-30T01:07:12Z")));
  EXPECT_EQ(all[1]["widths"][row[4].get<std::size_t>()], json::array({0, 0, 1000, 1000, nullptr}));
  EXPECT_EQ(all[1]["relations"][row[5].get<std::size_t>()], json::array({json::array({0, 1})}));
}

TEST(Html, RequestsStandWithTheirTimes) {
  const Sample sample;
  ShownRun run{sample.verdict, sample.events, std::vector<TimedPoint>(3)};
  run.requests[0].left_out = 2;
  run.requests[0].requests = {
      {"r-1", "prefill_w0", "decode_w1", testing::at("2026-11-30T01:07:12.5Z"), 1.25, 2.5, model::Victim::ttft, true,
       false},
      {"r-2", "", "decode_w1", testing::at("2026-11-30T01:07:13Z"), -1, -1, model::Victim::unaffected, false, true}};
  const auto all = documents(html(run));
  const auto& requests = all[0]["points"][0]["requests"];
  EXPECT_EQ(requests["left_out"], 2);
  EXPECT_EQ(requests["rows"][0], json::array({requests["rows"][0][0], 1.25, 2.5, 11, 0, 1, "r-1"}));
  EXPECT_EQ(requests["rows"][1], json::array({requests["rows"][0][0].get<double>() + 500, -1, -1, 4, -1, 1, "r-2"}));
  EXPECT_EQ(all[0]["names"], json::array({"prefill_w0", "decode_w1"}));
}

TEST(Html, MillisecondsAreShortAndExact) {
  const base::Instant origin = testing::at("2026-11-30T01:07:12Z");
  EXPECT_EQ(milliseconds(origin, origin), "0");
  EXPECT_EQ(milliseconds(origin + 1'500'000, origin), "1.5");
  EXPECT_EQ(milliseconds(origin - 1000, origin), "-0.001");
  EXPECT_EQ(milliseconds(origin - base::kSecond, origin), "-1000");
  EXPECT_EQ(milliseconds(base::kLatest, origin), "null");
}

// What ends a script element, begins another, or opens a comment in it stands nowhere in the data; the frame has its
// elements and no more, whatever the texts are.
TEST(Pictures, HostileTextsStayText) {
  std::mt19937 random(20261130);
  const std::string plain = html({Sample().verdict, Sample().events, {}});
  for (int i = 0; i < 60; ++i) {
    const model::Verdict verdict = testing::hostile(random);
    EventTable events(verdict);
    for (int n = 0; n < 5; ++n) {
      model::StoredEvent one = event(n, "2026-11-30T01:07:12Z");
      one.compiler = testing::hostile_text(random);
      one.target = testing::hostile_text(random) + "</script><script>";
      one.text = testing::hostile_text(random) + "<!--";
      one.worker.node = testing::hostile_text(random);
      one.worker.index = -1;
      one.path = testing::hostile_text(random);
      one.benchmarks = {{verdict.points[0].id, model::Relation::in}};
      events.take(one);
    }
    const std::string page = html({verdict, events, {}});
    ASSERT_EQ(count(page, "<script"), 3U);
    ASSERT_EQ(count(page, "</script"), 3U);
    ASSERT_EQ(count(page, "<!--"), 0U);
    ASSERT_EQ(count(page, "<pre>"), count(plain, "<pre>"));
    ASSERT_EQ(documents(page).size(), 2U);
    ASSERT_EQ(base::valid_utf8(page), page);
    ASSERT_EQ(testing::obeyed(page), "");

    const std::string drawing = timeline_svg(verdict, events);
    ASSERT_EQ(count(drawing, "<svg"), 1U);
    ASSERT_EQ(count(drawing, "<script"), 0U);
    ASSERT_TRUE(testing::printable(drawing));
    const std::string text = timeline_text(verdict, events, 100);
    ASSERT_TRUE(testing::printable(text));
    ASSERT_EQ(testing::obeyed(text), "");
    ASSERT_EQ(count(text, "`"), 0U);
  }
}

TEST(TimedRequests, KeepVictimsAndTheSlowestOfMany) {
  model::Placed placed;
  placed.workers.resize(1);
  placed.workers[0].id = {model::Role::decode, 0, ""};
  std::vector<model::Request> requests(10'000);
  placed.points.resize(1);
  for (std::size_t i = 0; i < requests.size(); ++i) {
    requests[i].received = static_cast<base::Instant>(i) * base::kSecond;
    requests[i].first_token = requests[i].received + (i == 777 ? 9 : 1) * base::kSecond;
    model::PlacedRequest one;
    one.request = &requests[i];
    one.decode = 0;
    if (i == 4242) one.victim = model::Victim::itl;
    placed.points[0].requests.push_back(one);
  }
  const TimedPoint out = timed_requests(placed).at(0);
  EXPECT_EQ(out.requests.size() + out.left_out, requests.size());
  EXPECT_EQ(out.requests.size(), 4000U);
  const auto any = [&](auto&& is) { return std::any_of(out.requests.begin(), out.requests.end(), is); };
  EXPECT_TRUE(any([](const TimedRequest& one) { return one.victim == model::Victim::itl; }));
  EXPECT_TRUE(any([](const TimedRequest& one) { return one.ttft_s == 9; }));
  EXPECT_TRUE(std::is_sorted(out.requests.begin(), out.requests.end(),
                             [](const auto& a, const auto& b) { return a.received < b.received; }));
  EXPECT_EQ(out.requests.front().decode, "decode_w0");
  EXPECT_EQ(out.requests.front().e2el_s, -1);
}

}  // namespace
}  // namespace jitgate::report
