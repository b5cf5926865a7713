// Dispatch by content. A compressed layer and the tar in it share one path and count as one container, as people do:
// "logs.tar.gz" is one archive.
#include "open/visit.h"

#include <string>

#include "open/label.h"
#include "open/litter.h"
#include "open/sniff.h"
#include "open/tar.h"
#include "open/tar_header.h"
#include "open/unpack.h"
#include "open/zip.h"

namespace jitgate::open {
namespace {

using model::DamageKind;

struct Place {
  int fd;
  int depth;
  bool compressed;  // right inside a compressed layer of the same path
};

void read_content(Opening& opening, Layer& layer, HeadSource& source, Place place);

void deliver(Sink& sink, const std::vector<const Layer*>& all_around, const Layer& layer, Source& source) {
  sink.begin(layer.path);
  model::StreamEnd end;
  for (std::string_view block = source.next(); !block.empty(); block = source.next()) {
    end.bytes += block.size();
    sink.data(block);
  }
  // Inside a compressed layer the checksum comes with container_end, when also what is around it was verified.
  if (!layer.container) end.checksum = layer.checksum;
  for (const Layer* around : all_around) {
    end.damage.insert(end.damage.end(), around->damage.begin(), around->damage.end());
  }
  sink.end(end);
}

// A name that promises a container over bytes that are none: an upload or download that failed. The bytes are
// scanned all the same. A ".gz" with text in it is accepted: HTTP clients unpack such files on the way.
void compare_with_name(Layer& layer, std::size_t bytes) {
  constexpr std::size_t kShortest = 8;  // nothing packed is shorter
  const Promise promise = promise_of(layer.path);
  if (promise == Promise::nothing) return;
  if (bytes < kShortest) {
    layer.add(DamageKind::truncated, "is empty or nearly so, but its name says that it was packed");
  } else if (promise == Promise::archive) {
    layer.add(DamageKind::corrupt, "is no archive, but its name says so");
  }
}

void read_compressed(Opening& opening, Layer& layer, Source& packed, const Place& place) {
  HeadSource inner(packed);
  read_content(opening, layer, inner, {-1, place.depth + 1, true});
  drain(inner);
}

// A tar without members is nothing but zero records. Told from a log that begins with zeros (a hole that a rotation
// left) only by its end, which is looked for as far as a tar writer's largest usual record.
bool empty_tar(HeadSource& source) {
  constexpr std::size_t kLongest = 64 * 1024;
  const std::string_view all = source.peek(kLongest);
  return all.size() >= 1024 && all.size() < kLongest && all.size() % 512 == 0 && all_zero(all);
}

Sniffed kind_of(HeadSource& source) {
  const std::string_view head = source.peek(kSniffBytes);
  const Sniffed kind = sniff(head);
  const bool zeros =
      kind.format == Format::plain && head.size() >= kSniffBytes && all_zero(head.substr(0, kSniffBytes));
  return zeros && empty_tar(source) ? Sniffed{Format::tar, "tar", true} : kind;
}

void read_content(Opening& opening, Layer& layer, HeadSource& source, Place place) {
  const std::string_view head = source.peek(kSniffBytes);
  if (const std::string_view what = litter(layer.path, head); !what.empty()) {
    return opening.sink.passed_over(layer.path, what);
  }
  const std::size_t seen = head.size();
  const Sniffed kind = kind_of(source);
  if (kind.format == Format::plain) {
    if (!place.compressed) compare_with_name(layer, seen);
    ++opening.streams;
    return deliver(opening.sink, opening.around, layer, source);
  }
  const std::string name = kind.name;
  if (kind.format == Format::unreadable) {
    return layer.add(DamageKind::unreadable, "is in a form that is not read here: " + name);
  }
  if (kind.format == Format::encrypted) return layer.add(DamageKind::encrypted, "is encrypted: " + name);
  const bool counts = !(kind.format == Format::tar && place.compressed);
  if (counts && place.depth >= opening.limits.depth) {
    return layer.add(DamageKind::limit, "lies deeper in containers than the limit and was not opened");
  }
  if (!kind.exact) layer.add(DamageKind::corrupt, "has damage in its first bytes; it seems to be " + name);
  layer.container = true;
  const int depth = counts ? place.depth + 1 : place.depth;
  if (kind.format == Format::tar) return read_tar(opening, layer, source, depth);
  if (kind.format == Format::zip) return read_zip(opening, layer, source, place.fd, depth);
  const auto unpacked = unpacking(source, kind.format, opening.budget, layer);
  read_compressed(opening, layer, *unpacked, place);
}

}  // namespace

bool set_aside(Opening& opening, const std::shared_ptr<WholeFile>& file) {
  const std::size_t seen = file->head.peek(kSniffBytes).size();
  if (!litter(file->layer.path, file->head.peek(kSniffBytes)).empty()) return false;
  if (kind_of(file->head).format != Format::plain || !file->source.prepay()) return false;
  return opening.sink.set_aside(file->layer.path, file->source.size(), [file, seen](Sink& sink) {
    compare_with_name(file->layer, seen);
    deliver(sink, {&file->layer}, file->layer, file->head);
  });
}

void report_damage(Opening& opening, const Layer& layer) {
  for (const model::Damage& damage : layer.damage) opening.sink.damaged(damage);
}

void read_item(Opening& opening, Layer& layer, Source& source, int fd, int depth) {
  const std::uint64_t before = opening.streams;
  opening.around.push_back(&layer);
  HeadSource head(source);
  read_content(opening, layer, head, {fd, depth, false});
  // A member's checksum stands at its end. A file has nothing there, and one read as a zip is at no known place.
  if (fd < 0) drain(head);
  opening.around.pop_back();
  if (layer.container) opening.sink.container_end(layer.path, layer.checksum, layer.damage);
  // Whoever matches container_end with streams would lose the damage of a container that gave none.
  if (opening.streams == before) report_damage(opening, layer);
}

}  // namespace jitgate::open
