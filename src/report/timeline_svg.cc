// A drawing that needs nothing but itself: no script, no style of the page it stands in, no font but what is there; as
// an image in an annotation it may load nothing anyway. Light on its own ground, since it cannot know the page's theme.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <set>

#include "base/escape.h"
#include "report/lanes.h"
#include "report/layout.h"
#include "report/names.h"
#include "report/pictures.h"
#include "report/wording.h"

namespace jitgate::report {
namespace {

using base::Instant;
using model::Finding;

constexpr double kLeft = 150, kRight = 950, kWidth = 960, kTop = 64, kLane = 24;
constexpr std::size_t kMostLanes = 60;
constexpr int kNameWidth = 20;

struct Look {
  const char* sign;
  const char* ink;
  const char* tint;
};

Look look_of(Finding finding) {
  switch (finding) {
    case Finding::contaminated:
      return {"\xE2\x9C\x95", "#b3261e", "#fbe9e7"};
    case Finding::inconclusive:
      return {"?", "#7a3a9a", "#f4ebf8"};
    case Finding::suspect:
      return {"!", "#8a5300", "#fdf1de"};
    case Finding::unproven:
      return {"\xE2\x97\x8B", "#3b5a7d", "#e9eff6"};
    case Finding::clean:
      break;
  }
  return {"\xE2\x9C\x93", "#1c6b3f", "#e6f3ea"};
}

constexpr const char* kColours[] = {"#0b63b0", "#b45309", "#0f766e", "#a21c6f", "#6d4bb5", "#64600b"};

// Outlines of about 8 by 8 round a point, as the page's: a compiler is told by its shape as well as by its
// colour. All run clockwise, as the bars do: else one would cut a hole into the other.
std::string shape(std::size_t compiler, double x, double y, double r) {
  switch (compiler % 4) {
    case 0:
      return fmt::format("M{:.1f},{:.1f}a{},{} 0 1,1 {},0a{},{} 0 1,1 {},0z", x - r, y, r, r, 2 * r, r, r, -2 * r);
    case 1:
      return fmt::format("M{:.1f},{:.1f}h{}v{}h{}z", x - r, y - r, 2 * r, 2 * r, -2 * r);
    case 2:
      return fmt::format("M{:.1f},{:.1f}l{:.1f},{:.1f}h{:.1f}z", x, y - r * 1.2, r * 1.2, r * 2.1, -r * 2.4);
    default:
      return fmt::format("M{:.1f},{:.1f}l{:.1f},{:.1f}l{:.1f},{:.1f}l{:.1f},{:.1f}z", x, y - r * 1.3, r * 1.3, r * 1.3,
                         -r * 1.3, r * 1.3, -r * 1.3, -r * 1.3);
  }
}

std::string text_at(double x, double y, const char* attributes, std::string_view hostile, int width) {
  return fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" {}>{}</text>\n", x, y, attributes,
                     base::for_html(shown(hostile, width)));
}

class Drawing {
 public:
  Drawing(const model::Verdict& verdict, const EventTable& events, const Span& view)
      : verdict_(verdict), events_(events), view_(view) {
    std::set<std::string> names;
    for (const EventRow& row : events.rows()) {
      if (!events.kind(row).duplicate) names.insert(events.kind(row).compiler);
    }
    compilers_.assign(names.begin(), names.end());
  }

  std::string drawn() {
    std::vector<Lane> all = lanes(verdict_, events_);
    const std::size_t number = all.size();
    if (number > kMostLanes) std::erase_if(all, [](const Lane& lane) { return lane.rows.empty(); });
    all.resize(std::min(all.size(), kMostLanes));
    bottom_ = kTop + kLane * static_cast<double>(all.size());
    windows();
    ticks();
    double y = kTop;
    for (const Lane& one : all) {
      lane(one, y);
      y += kLane;
    }
    std::string last = legend();
    if (all.size() < number) last += fmt::format("   {} of {} lanes", all.size(), number);
    out_ += text_at(kLeft, bottom_ + 40, "fill=\"#56616b\"", last, 140);
    return framed(bottom_ + 52);
  }

 private:
  [[nodiscard]] double x(Instant t) const { return kLeft + view_.part(t) * (kRight - kLeft); }

  void windows() {
    const std::vector<std::string> names = labels(verdict_.points);
    for (std::size_t i = 0; i < verdict_.points.size(); ++i) {
      const model::PointVerdict& point = verdict_.points[i];
      if (!point.window_start || !point.window_end || !view_.meets(*point.window_start, *point.window_end)) continue;
      const Look look = look_of(point.finding);
      const double from = x(*point.window_start);
      const double width = std::max(1.0, x(*point.window_end) - from);
      out_ += fmt::format(
          "<rect x=\"{:.1f}\" y=\"{}\" width=\"{:.1f}\" height=\"{}\" fill=\"{}\" stroke=\"{}\" "
          "stroke-opacity=\"0.45\"/>\n",
          from, kTop - 22, width, bottom_ - kTop + 22, look.tint, look.ink);
      const std::string attributes = fmt::format("text-anchor=\"middle\" font-weight=\"600\" fill=\"{}\"", look.ink);
      const int room = static_cast<int>(width / 7);
      if (room >= 5)
        out_ += text_at(from + width / 2, kTop - 28, attributes.c_str(), look.sign + (" " + names[i]), room);
    }
  }

  void ticks() {
    constexpr base::Duration kSteps[] = {1,   2,   5,    10,   15,   30,    60,    120,  300,
                                         600, 900, 1800, 3600, 7200, 21600, 43200, 86400};
    const double length = base::to_seconds(view_.hi - view_.lo);
    const auto* const step = std::find_if(std::begin(kSteps), std::end(kSteps) - 1,
                                          [&](base::Duration one) { return length / static_cast<double>(one) <= 8; });
    const base::Duration by =
        *step * base::kSecond *
        std::max<std::int64_t>(1, static_cast<std::int64_t>(length / static_cast<double>(*step) / 8));
    for (Instant t = (view_.lo / by + 1) * by; t < view_.hi; t += by) {
      out_ += fmt::format("<line x1=\"{0:.1f}\" x2=\"{0:.1f}\" y1=\"{1}\" y2=\"{2}\" stroke=\"#d9dee2\"/>\n", x(t),
                          kTop, bottom_);
      out_ += text_at(x(t), bottom_ + 16, "text-anchor=\"middle\" fill=\"#56616b\"",
                      base::format_instant(t, 0).substr(11, 8), 20);
    }
    out_ += text_at(4, bottom_ + 16, "fill=\"#56616b\"", base::format_instant(view_.lo, 0).substr(0, 10) + " UTC", 20);
  }

  void lane(const Lane& one, double y) {
    const double middle = y + kLane / 2;
    out_ += fmt::format("<line x1=\"0\" x2=\"{}\" y1=\"{:.1f}\" y2=\"{:.1f}\" stroke=\"#d9dee2\"/>\n", kRight,
                        y + kLane, y + kLane);
    out_ += text_at(4, middle + 4, "", one.name, kNameWidth);
    out_ += text_at(kLeft - 8, middle + 4, "text-anchor=\"end\" fill=\"#56616b\"", std::to_string(one.rows.size()), 9);
    const bool logged = one.worker != nullptr && one.worker->first && one.worker->last;
    if (logged && view_.meets(*one.worker->first, *one.worker->last)) {
      out_ += fmt::format("<line x1=\"{:.1f}\" x2=\"{:.1f}\" y1=\"{:.1f}\" y2=\"{:.1f}\" stroke=\"#a9b2b9\"/>\n",
                          x(*one.worker->first), x(*one.worker->last), middle, middle);
    }
    for (std::size_t compiler = 0; compiler < compilers_.size(); ++compiler) {
      for (const bool certain : {false, true}) marks(one, compiler, certain, middle);
    }
  }

  // Marks that would cover one another to the pixel are drawn once.
  void marks(const Lane& lane, std::size_t compiler, bool certain, double middle) {
    std::set<std::pair<int, int>> covered;
    std::string path;
    std::size_t number = 0;
    const double rows = static_cast<double>(std::min<std::size_t>(3, compilers_.size()));
    const double y = middle + (static_cast<double>(compiler % 3) - (rows - 1) / 2) * 7;
    for (const std::uint32_t i : lane.rows) {
      const EventRow& row = events_.rows()[i];
      if (events_.kind(row).compiler != compilers_[compiler] || events_.certain(row) != certain) continue;
      const std::optional<Span> span = drawn_span(row, certain);
      if (!span || !view_.meets(span->lo, span->hi)) continue;
      ++number;
      const double x0 = x(span->lo);
      const double x1 = x(span->hi);
      if (!covered.emplace(std::lround(x0), std::lround(x1)).second) continue;
      const double high = certain ? 3 : 6;
      if (x1 - x0 > 2) path += fmt::format("M{:.1f},{:.1f}H{:.1f}v{}H{:.1f}z", x0, y - high / 2, x1, high, x0);
      path += shape(compiler, certain ? x0 : (x0 + x1) / 2, y, certain ? 4 : 3.4);
    }
    if (path.empty()) return;
    const char* colour = kColours[compiler % std::size(kColours)];
    out_ += fmt::format(
        "<path d=\"{}\" fill=\"{}\" stroke=\"{}\" stroke-width=\"{}\" fill-opacity=\"{}\"><title>{}</title></path>\n",
        path, colour, certain ? "#ffffff" : colour, certain ? 0.6 : 1.2, certain ? "1" : "0.12",
        base::for_html(shown(
            fmt::format("{}: {} {} {}", lane.name, number, compilers_[compiler], certain ? "certain" : "possible"))));
  }

  [[nodiscard]] std::string legend() const {
    constexpr const char* kShapes[] = {"circle", "square", "triangle", "diamond"};
    std::string out;
    for (std::size_t i = 0; i < compilers_.size(); ++i)
      out += fmt::format("{}{} {}", i == 0 ? "" : ", ", kShapes[i % 4], shown(compilers_[i], 30));
    return compilers_.empty() ? "no event" : out + ". Filled: certain; outlined: where it may have been";
  }

  [[nodiscard]] std::string framed(double height) const {
    const std::string title = "jitgate: " + shouted(to_string(verdict_.status)) + ", " + headline(verdict_);
    const char* ink = verdict_.status == model::Status::valid     ? "#1c6b3f"
                      : verdict_.status == model::Status::flagged ? "#8a5300"
                                                                  : "#b3261e";
    return fmt::format(
               "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0} {1:.0f}\" width=\"{0}\" height=\"{1:.0f}\" "
               "role=\"img\" "
               "font-family=\"system-ui, 'Segoe UI', Helvetica, Arial, sans-serif\" "
               "font-size=\"12\">\n<title>{2}</title>\n"
               "<rect width=\"{0}\" height=\"{1:.0f}\" fill=\"#ffffff\"/>\n"
               "<text x=\"4\" y=\"18\" font-size=\"14\" font-weight=\"700\" fill=\"{3}\">{2}</text>\n",
               kWidth, height, base::for_html(title), ink) +
           out_ + "</svg>\n";
  }

  const model::Verdict& verdict_;
  const EventTable& events_;
  Span view_;
  std::vector<std::string> compilers_;
  double bottom_ = 0;
  std::string out_;
};

}  // namespace

std::string timeline_svg(const model::Verdict& verdict, const EventTable& events) {
  const Span view = view_of(verdict, events);
  return view.known() ? Drawing(verdict, events, view).drawn() : "";
}

}  // namespace jitgate::report
