// The words that text, Markdown and annotations share, so that one run reads the same everywhere. Results hold
// names as they came: whoever prints them escapes them for the place they go to.
#pragma once

#include <map>
#include <string>
#include <string_view>

#include "model/verdict.h"

namespace jitgate::report {

// "1 point", "3 points".
std::string counted(std::size_t number, std::string_view one, std::string_view many);
// "triton 25, cutedsl 9": the largest first; "0" when there is none.
std::string tally(const std::map<std::string, int>& counts);
// Seconds as "4.16 ms" or "11.2 s".
std::string latency(double seconds);
// "11.2 s (median 4.16 ms)" of a metric ("ttft", "tpot"): its p99; empty where it is not known.
std::string p99_and_median(const std::map<std::string, double>& metrics, const std::string& metric);
// "p99 / without victims / median: TTFT 11.2 s / 21 ms / 4.16 ms, TPOT …, tpot tail 2.2x unexplained"; a dash for what
// is not known, empty where no p99 is.
std::string latencies(const model::PointVerdict& point);
// "2026-11-30 01:07:11.805 to 01:07:28.715 UTC, 16.9 s (result-unix-time)"; says so where an edge is not known.
std::string window(const model::PointVerdict& point);
// "120 requests: 12 TTFT, 3 ITL, 40 possible victims, 2 controls" or "no victim"; empty where routing is not known.
// Controls are told beside victims of TTFT, whose measure they are.
std::string requests(const model::RequestCounts& counts);

std::string shouted(std::string_view word);  // ASCII upper case
// "3 points: 1 contaminated, 2 suspect".
std::string headline(const model::Verdict& verdict);
// Whether the numbers may be used, in one sentence; names as they came.
std::string meaning(const model::Verdict& verdict);

}  // namespace jitgate::report
