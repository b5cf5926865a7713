// Per-request records of the clients and routers that tell absolute times, each as model::Request. The start of a
// request is when the client sent it or the frontend received it; both are the same instant to the milliseconds.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "model/results.h"
#include "results/record.h"

namespace jitgate::results {

// One of our own requests JSONL, or another that spells likewise: an id, a start, and something that only a request
// to a model has (a first token, output tokens, a worker).
bool is_timed_request(const Record& record);
std::optional<model::Request> timed_request(const Record& record);
// The concurrency that such a record tells itself.
std::optional<std::int64_t> conc_of_request(const Record& record);

// AIPerf's profile_export.jsonl: `*_ns` are wall clock. A record without a phase counts as measured. Its worker_id is
// the client's own worker and no server's, so it is not read.
std::optional<model::Request> aiperf_request(const Record& record);

// dynamo.request.trace.v1 (and the agent trace before it), bare or in the file sink's {"timestamp", "event"}.
bool is_dynamo_trace(const Record& record);
// Empty for records of other event types (tool_end …): they are no requests. `*is_request` tells the two apart from
// requests without a readable start.
std::optional<model::Request> dynamo_request(const Record& record, bool* is_request);

// GuideLLM: one element of requests/<status>. `status` other than "successful" is a failed or cancelled request.
std::optional<model::Request> guidellm_request(const Record& record, std::string_view status);

}  // namespace jitgate::results
