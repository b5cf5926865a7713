#include "results/frontend.h"

#include <algorithm>
#include <array>
#include <utility>

#include "base/text.h"
#include "results/collector.h"
#include "results/instants.h"
#include "results/line_fields.h"
#include "results/local_time.h"
#include "results/requests.h"

namespace jitgate::results {
namespace {

constexpr std::array<std::string_view, 3> kPhrases = {"request received", "request completed", "request routed"};

// A line holds one record, or a few that were torn and glued. More are not looked for: it would take quadratic time.
constexpr std::size_t kMaxRecordsOfLine = 16;

std::size_t next_phrase(std::string_view text, std::size_t from) {
  std::size_t found = std::string_view::npos;
  for (const std::string_view phrase : kPhrases) found = std::min(found, text.find(phrase, from));
  return found;
}

// Dynamo's own ids are in the record's first field; a line of a worker begins with the instance it runs on.
bool begins_with_id(std::string_view fields) { return fields.starts_with(" request_id="); }

// The last RFC 3339 stamp in `text`: of the head that is nearest to what follows. Another record may be glued to the
// torn end of the one that the line began with.
struct StampAt {
  std::size_t at;
  base::Instant t;
};
std::optional<StampAt> last_stamp(std::string_view text) {
  for (std::size_t at = text.rfind('T'); at != std::string_view::npos && at > 0; at = text.rfind('T', at - 1)) {
    if (at < 10 || text[at - 3] != '-' || text[at - 6] != '-') continue;
    const std::string_view stamp = text.substr(at - 10, text.find_first_of(" \t", at) - (at - 10));
    if (const auto t = base::parse_instant(stamp)) return StampAt{at - 10, *t};
  }
  return std::nullopt;
}

// What stands between a head and the phrase must be a logger's target ("dynamo_llm::http::service::metrics: "), not the
// text of a prompt that quotes such a line.
bool is_record_start(std::string_view before) {
  if (before.find("prompt:") != std::string_view::npos || before.find("prompt=") != std::string_view::npos)
    return false;
  if (const auto stamp = last_stamp(before)) before.remove_prefix(stamp->at);
  before = base::trim(before);
  if (before.empty()) return true;
  if (!before.ends_with(':') || before.find('\'') != std::string_view::npos) return false;
  return std::count(before.begin(), before.end(), '"') % 2 == 0;
}

}  // namespace

FrontendRequests::Moment FrontendRequests::moment_of(const model::Stamp& stamp) {
  const auto t = instant_of(stamp);
  if (!t) return {};
  // The zone that its own line tells is as good as one that it wrote.
  if (stamp.paired) return {Clock::zoned, *t - stamp.paired_offset_s() * base::kSecond};
  return {stamp.zoned ? Clock::zoned : Clock::local, *t};
}

FrontendRequests::Moment FrontendRequests::moment_of(const model::HeardLine& line) {
  if (line.head == nullptr) return {};
  Moment inner = line.head->inner ? moment_of(*line.head->inner) : Moment{};
  if (inner.clock != Clock::none) return inner;
  return line.head->outer ? moment_of(*line.head->outer) : Moment{};
}

bool FrontendRequests::hear(const model::HeardLine& line) {
  const std::string_view text = line.text;
  if (text.find("dynamo.request.trace.v1") != std::string_view::npos) return hear_trace(text);
  if (text.find("Selected ") != std::string_view::npos && hear_selected(text)) return true;
  bool told = false;
  bool first = true;
  std::size_t part_begin = 0;
  std::size_t parts = 0;
  for (std::size_t at = next_phrase(text, 0); at != std::string_view::npos;) {
    if (++parts > kMaxRecordsOfLine) {
      ++crowded_;
      break;
    }
    const std::size_t next = next_phrase(text, at + 1);
    // The part reaches up to the next record's own words; its fields end there at the latest.
    const std::string_view part = text.substr(part_begin, next == std::string_view::npos ? next : next - part_begin);
    told = hear_part(part, at - part_begin, line, first) || told;
    first = false;
    part_begin = at;
    at = next;
  }
  return told;
}

// `part`: from the phrase before (or the line's beginning) up to the next phrase. The line's head dates its first
// record only; one that was glued on brings its own stamp, or none.
bool FrontendRequests::hear_part(std::string_view part, std::size_t phrase, const model::HeardLine& line, bool first) {
  std::string_view rest = part.substr(phrase);
  const bool completed = rest.starts_with(kPhrases[1]);
  for (const std::string_view words : kPhrases) {
    if (rest.starts_with(words)) {
      rest.remove_prefix(words.size());
      break;
    }
  }
  if (!begins_with_id(rest)) {
    const bool worker = field(rest, "instance_id").has_value() || field(rest, "request_id").has_value();
    if (!worker && is_record_start(part.substr(0, phrase)) && line.head != nullptr && line.head->record) ++without_id_;
    return false;
  }
  const std::string_view before = part.substr(0, phrase);
  if (!is_record_start(before) || field(rest, "instance_id")) return false;
  const auto id = field(rest, "request_id");
  if (!id) {
    ++without_id_;
    return false;
  }
  Moment moment;
  if (first) moment = moment_of(line);
  // Where the record's own stamp has no zone, a zoned one before it is the transport's, and later.
  const bool own = first && line.head != nullptr && line.head->inner && !line.head->inner->zoned;
  const auto nearest = own && moment.clock != Clock::none ? std::nullopt : last_stamp(before);
  if (nearest) moment = {Clock::zoned, nearest->t};
  any_ = true;
  if (moment.clock == Clock::none) ++undated_;
  if (completed) {
    complete(moment, std::string(*id), rest);
  } else {
    receive(moment, std::string(*id), rest);
  }
  return true;
}

FrontendRequests::Book& FrontendRequests::book_of(const Moment& moment, const std::string& id) {
  if (moment.clock == Clock::none) return local_.open.contains(id) ? local_ : zoned_;
  return moment.clock == Clock::local ? local_ : zoned_;
}

model::Request* FrontendRequests::open_request(Book& book, const std::string& id) {
  if (book.requests.size() >= kMaxRequests) {
    cut_ = true;
    return nullptr;
  }
  // An id that comes again while one is open is another request; the older one stays incomplete.
  book.open[id] = book.requests.size();
  model::Request& request = book.requests.emplace_back();
  request.id = id;
  return &request;
}

void FrontendRequests::receive(const Moment& moment, const std::string& id, std::string_view fields) {
  model::Request* request = open_request(book_of(moment, id), id);
  if (request == nullptr) return;
  request->received = moment.t;
  for (const std::string_view key : {"prefill_worker", "prefill_worker_id"}) {
    if (const auto worker = field(fields, key)) request->prefill_worker = *worker;
  }
  for (const std::string_view key : {"decode_worker", "decode_worker_id"}) {
    if (const auto worker = field(fields, key)) request->decode_worker = *worker;
  }
}

void FrontendRequests::complete(const Moment& moment, const std::string& id, std::string_view fields) {
  Book& book = book_of(moment, id);
  const auto open = book.open.find(id);
  model::Request* request = open == book.open.end() ? open_request(book, id) : &book.requests[open->second];
  if (request == nullptr) return;
  book.open.erase(id);
  request->completed = moment.t;
  const auto milliseconds = [&](std::string_view key) -> std::optional<base::Duration> {
    const auto value = field(fields, key);
    const auto number = value ? number_of(*value) : std::nullopt;
    return number ? duration_of(*number, base::kMillisecond) : std::nullopt;
  };
  // Where the log begins after the request did, or a line lost its stamp, the duration tells the other end.
  if (const auto elapsed = milliseconds("elapsed_ms")) {
    if (request->received == base::kEarliest) request->received = base::shifted(request->completed, -*elapsed);
    if (request->completed == base::kEarliest) request->completed = base::shifted(request->received, *elapsed);
  }
  if (const auto ttft = milliseconds("ttft_ms"); ttft && request->received != base::kEarliest) {
    const base::Instant first = base::shifted(request->received, *ttft);
    if (request->completed == base::kEarliest || first <= request->completed) request->first_token = first;
  }
  for (const std::string_view key : {"prefill_worker", "prefill_worker_id"}) {
    if (const auto worker = field(fields, key)) request->prefill_worker = *worker;
  }
  for (const std::string_view key : {"decode_worker", "decode_worker_id"}) {
    if (const auto worker = field(fields, key)) request->decode_worker = *worker;
  }
  if (const auto tokens = field(fields, "output_tokens")) request->output_tokens = integer_of(*tokens).value_or(-1);
  const auto status = field(fields, "status");
  request->ok = !status || *status == "success" || *status == "ok" || *status == "200";
}

// "Selected worker: worker_type=decode, worker_id=N …, request_id=…": useful only with a request that is open.
bool FrontendRequests::hear_selected(std::string_view text) {
  const std::size_t at = std::min(text.find("Selected worker: "), text.find("Selected pinned worker: "));
  if (at == std::string_view::npos) return false;
  const std::string_view fields = text.substr(at);
  const auto id = field(text, "request_id");
  const auto worker = field(fields, "worker_id");
  const auto type = field(fields, "worker_type");
  if (!id || !worker || !type) return false;
  for (Book* book : {&zoned_, &local_}) {
    const auto open = book->open.find(std::string(*id));
    if (open == book->open.end()) continue;
    model::Request& request = book->requests[open->second];
    if (*type == "decode" && request.decode_worker.empty()) request.decode_worker = *worker;
    if (*type == "prefill" && request.prefill_worker.empty()) request.prefill_worker = *worker;
    return true;
  }
  return false;
}

bool FrontendRequests::hear_trace(std::string_view text) {
  bool told = false;
  Collector collector([&](Record& record, RecordPlace place, std::string_view /*status*/) {
    if (place != RecordPlace::top || !is_dynamo_trace(record)) return;
    bool is_request = false;
    auto request = dynamo_request(record, &is_request);
    if (!is_request) return;
    any_ = true;
    told = true;
    if (!request) {
      ++undated_;
    } else if (traced_.size() >= kMaxRequests) {
      cut_ = true;
    } else {
      traced_.push_back(std::move(*request));
    }
  });
  const std::size_t begin = text.find('{');
  if (begin == std::string_view::npos) return false;
  base::JsonFeed feed(collector);
  feed.feed(text.substr(begin));
  if (feed.status() != base::JsonFeed::Status::done) ++undated_;
  return told;
}

void FrontendRequests::finish(model::ResultEvidence& evidence) {
  std::vector<std::string> notes;
  if (undated_ > 0) notes.push_back(std::to_string(undated_) + " request lines have no readable time");
  if (without_id_ > 0) notes.push_back(std::to_string(without_id_) + " request lines have no readable request id");
  if (crowded_ > 0) notes.push_back(std::to_string(crowded_) + " lines hold more request records than are read of one");
  const auto add = [&](std::vector<model::Request>& requests, bool local) {
    if (requests.empty()) return;
    model::RequestSet set;
    set.source = model::RequestSource::frontend;
    set.path = path_;
    set.requests = std::move(requests);
    set.local_time = local;
    set.cut = cut_;
    set.notes = notes;
    evidence.requests.push_back(std::move(set));
  };
  add(zoned_.requests, false);
  add(local_.requests, true);
  add(traced_, false);
}

}  // namespace jitgate::results
