#include "corefile/capture/capture_image.h"

#include <algorithm>
#include <cstring>

#include "mpidbg/base/hexadecimal.h"

namespace corefile {

namespace {

constexpr std::size_t most_unknown_symbols = 64;

// Returns the ranges ordered by address, with overlapping ones combined.
std::vector<AddressRange> in_order(std::vector<AddressRange> ranges) {
  std::sort(ranges.begin(), ranges.end(), [](const auto &a, const auto &b) { return a.begin < b.begin; });
  std::vector<AddressRange> result;
  for (const AddressRange &range : ranges) {
    if (range.size() == 0) continue;
    if (!result.empty() && range.begin < result.back().end) {
      result.back().end = std::max(result.back().end, range.end);
    } else {
      result.push_back(range);
    }
  }
  return result;
}

// Returns true if the ranges cover all memory from `begin` to the byte at `last`. The ranges must be ordered by
// address.
bool cover(const std::vector<AddressRange> &ranges, Address begin, Address last) {
  auto range = std::upper_bound(ranges.begin(), ranges.end(), begin,
                                [](Address at, const AddressRange &one) { return at < one.begin; });
  if (range == ranges.begin() || !(--range)->contains(begin)) return false;
  while (!range->contains(last)) {
    const Address end = range->end;
    if (++range == ranges.end() || range->begin != end) return false;
  }
  return true;
}

}  // namespace

Result<std::unique_ptr<Process>> open_capture_or_core(const std::string &path, const OpenOptions &options) {
  if (!is_capture(path)) return open_core_file(path, options);
  MPIDBG_ASSIGN(image, CaptureImage::open(path));
  return std::unique_ptr<Process>(std::move(image));
}

Result<std::unique_ptr<CaptureImage>> CaptureImage::open(const std::string &path) {
  MPIDBG_ASSIGN(capture, read_capture(path));
  for (auto *const ranges : {&capture.facts.readable, &capture.facts.private_memory}) *ranges = in_order(*ranges);
  std::unique_ptr<CaptureImage> image(new CaptureImage(path, std::move(capture)));
  if (image->facts().earlier) {
    for (const MemoryCopy::Run &run : image->facts().earlier->memory)
      image->first_segments_.push_back({run.address, run.bytes});
  }
  const Error damaged{ErrorCode::corrupt, "capture " + path + " is damaged: the memory of its first look overlaps"};
  MPIDBG_TRY(sort_segments(image->first_segments_, damaged));
  return image;
}

// Returns the bytes from the address to the end of its segment; empty if no segment contains it.
Bytes CaptureImage::piece_at(Address address) const {
  const auto segment_at = [](const std::vector<CaptureFile::Segment> &segments, Address at) {
    return std::upper_bound(segments.begin(), segments.end(), at,
                            [](Address a, const CaptureFile::Segment &segment) { return a < segment.address; });
  };
  const auto piece_in = [&](const std::vector<CaptureFile::Segment> &segments) -> Bytes {
    const auto after = segment_at(segments, address);
    if (after == segments.begin()) return {};
    const std::uint64_t into = address - (after - 1)->address;
    return into < (after - 1)->bytes.size() ? (after - 1)->bytes.subspan(into) : Bytes();
  };
  if (!shows_first_) return piece_in(capture_.segments);
  if (const Bytes first = piece_in(first_segments_); !first.empty()) return first;
  const Bytes piece = piece_in(capture_.segments);
  const auto next = segment_at(first_segments_, address);
  return next == first_segments_.end() ? piece
                                       : piece.first(std::min<std::uint64_t>(piece.size(), next->address - address));
}

std::size_t CaptureImage::read_up_to(Address address, void *buffer, std::size_t size) const {
  std::size_t done = 0;
  while (done < size && address.value() + done >= address.value()) {
    const Bytes piece = piece_at(address + done);
    if (piece.empty()) break;
    const std::size_t part = std::min(size - done, piece.size());
    std::memcpy(static_cast<std::byte *>(buffer) + done, piece.data(), part);
    done += part;
  }
  return done;
}

bool CaptureImage::has(Address address, std::size_t size) const {
  for (std::size_t done = 0; done < size;) {
    const Bytes piece = piece_at(address + done);
    if (piece.empty()) return false;
    done += piece.size();
  }
  return true;
}

void CaptureImage::note_wanted(Address address, std::size_t size) const {
  if (size == 0 || first_missing_ || has(address, size)) return;
  // Only memory that the process could read counts as missing in the capture.
  if (!cover(facts().readable, address, address + (size - 1))) return;
  first_missing_ = AddressRange{address, address + size};
}

std::vector<AddressRange> CaptureImage::private_memory() const {
  // Both lists are ordered by address and traversed together, because each may have a million entries.
  std::vector<AddressRange> present;
  auto range = facts().private_memory.begin();
  for (const CaptureFile::Segment &segment : capture_.segments) {
    const Address segment_end = segment.address + segment.bytes.size();
    while (range != facts().private_memory.end() && range->end <= segment.address) ++range;
    for (auto next = range; next != facts().private_memory.end() && next->begin < segment_end; ++next)
      present.push_back({std::max(next->begin, segment.address), std::min(next->end, segment_end)});
  }
  return present;
}

const SymbolFacts *CaptureImage::symbol(std::string_view name) const {
  const auto found = facts().symbols.find(name);
  return found == facts().symbols.end() ? nullptr : &found->second;
}

std::optional<Address> CaptureImage::find_symbol(std::string_view name, SymbolKind kind) const {
  const SymbolFacts *const found = symbol(name);
  const Asked<Address> none;
  const Asked<Address> &asked = found == nullptr ? none : kind == SymbolKind::data ? found->data : found->function;
  if (!asked.known && unknown_symbols_.size() < most_unknown_symbols) unknown_symbols_.emplace(name);
  return asked.answer;
}

const Module *CaptureImage::module_defining(std::string_view name) const {
  const SymbolFacts *const found = symbol(name);
  return found != nullptr && found->module.answer ? &facts().modules[*found->module.answer] : nullptr;
}

std::string CaptureImage::function_at(Address address) const {
  const auto found = facts().functions.find(address.value());
  return found == facts().functions.end() ? std::string() : found->second;
}

std::vector<SourcePlace> CaptureImage::source_places(const Frame &frame) const {
  const Address code = frame.returns ? frame.pc - 1 : frame.pc;
  const auto found = facts().places.find(code.value());
  return found == facts().places.end() ? std::vector<SourcePlace>() : found->second;
}

std::vector<Frame> CaptureImage::jumped_frames(const Frame &caller, const Frame &callee) const {
  const auto found = facts().jumped.find({caller.pc.value(), callee.pc.value()});
  if (found == facts().jumped.end()) return {};
  std::vector<Frame> frames = found->second;
  for (Frame &frame : frames) frame.stack_pointer = caller.stack_pointer;
  return frames;
}

const StructType *CaptureImage::find_type(std::string_view name) const {
  const auto found = facts().types.find(name);
  return found == facts().types.end() || !found->second ? nullptr : &*found->second;
}

Result<std::vector<ThreadStack>> CaptureImage::stacks() {
  if (!look().stacks_problem.empty()) return Error{ErrorCode::unavailable, look().stacks_problem};
  return look().stacks;
}

std::optional<Process::Looks> CaptureImage::looks() const {
  const auto &earlier = facts().earlier;
  if (!earlier || !earlier->facts.monotonic || !facts().look.monotonic || facts().boot.empty()) return std::nullopt;
  return Looks{facts().boot, *earlier->facts.monotonic, *facts().look.monotonic};
}

std::vector<std::string> CaptureImage::problems() const {
  std::vector<std::string> sentences;
  if (first_missing_) {
    sentences.push_back("not in the capture: memory that the answer needs, " + mpidbg::hex(first_missing_->begin) +
                        " for one");
  }
  if (!unknown_symbols_.empty()) {
    sentences.push_back("not in the capture: whether the process has a symbol '" + *unknown_symbols_.begin() + "'");
  }
  return sentences;
}

void CaptureImage::forget_problems() {
  first_missing_.reset();
  unknown_symbols_.clear();
}

}  // namespace corefile
