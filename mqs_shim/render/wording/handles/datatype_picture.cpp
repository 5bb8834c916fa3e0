#include "mqs_shim/render/wording/handles/datatype_picture.h"

#include <algorithm>

namespace mqs_shim {

namespace {

// This limits the number of elements that are drawn one by one. Further elements are spread evenly over their range.
constexpr std::uint64_t drawn_one_by_one = 1u << 18;

class Canvas {
 public:
  Canvas(double begin, double bytes_a_column, std::size_t columns, std::size_t basics)
      : begin_(begin), scale_(bytes_a_column), columns_(columns), basics_(basics), bytes_(columns * basics) {}

  // Spreads `bytes` bytes of a basic type evenly over the displacements from `from` up to `to`.
  void add(std::size_t basic, double from, double to, double bytes) {
    if (to <= from) return;
    const double density = bytes / (to - from);
    const double first = (from - begin_) / scale_, last = (to - begin_) / scale_;
    const auto end = static_cast<std::size_t>(std::clamp(last + 1, 0.0, static_cast<double>(columns_)));
    for (auto column = static_cast<std::size_t>(std::clamp(first, 0.0, static_cast<double>(columns_))); column < end;
         ++column) {
      const double low = std::max(first, static_cast<double>(column));
      const double high = std::min(last, static_cast<double>(column + 1));
      if (high > low) bytes_[column * basics_ + basic] += (high - low) * scale_ * density;
    }
  }

  char character(std::size_t column) const {
    const auto *bytes = bytes_.data() + column * basics_;
    double sum = 0;
    for (std::size_t basic = 0; basic < basics_; ++basic) sum += bytes[basic];
    if (sum < 1e-6) return '.';
    if (sum > scale_ * (1 + 1e-6)) return '!';
    const char letter = picture_letter(static_cast<std::size_t>(std::max_element(bytes, bytes + basics_) - bytes));
    return sum < scale_ * (1 - 1e-6) && letter != '#' ? static_cast<char>(letter - 'A' + 'a') : letter;
  }

 private:
  double begin_, scale_;
  std::size_t columns_, basics_;
  std::vector<double> bytes_;  // number of bytes for each column and basic type
};

class Painter {
 public:
  Painter(const DatatypeRecord &record, Canvas &canvas) : record_(record), canvas_(canvas) {}

  void paint() { entries(0, record_.typemap.size(), 0); }

 private:
  // Returns the index of the typemap entry after the loop that starts at entry `at`.
  std::size_t after_loop(std::size_t at) const {
    std::size_t open = 0;
    for (; at < record_.typemap.size(); ++at) {
      if (record_.typemap[at].kind == MPIDBG_TYPEMAP_LOOP) ++open;
      if (record_.typemap[at].kind == MPIDBG_TYPEMAP_END && --open == 0) return at + 1;
    }
    return at;
  }

  void run(const mpidbg_typemap_entry_t &entry, double offset) {
    const auto basic = static_cast<std::size_t>(entry.basic);
    const auto size = static_cast<double>(record_.basics[basic].size);
    const auto count = static_cast<double>(entry.count), stride = static_cast<double>(entry.stride);
    const double at = static_cast<double>(entry.displacement) + offset;
    if (stride == size || entry.count > left_) {
      canvas_.add(basic, std::min(at, at + (count - 1) * stride), std::max(at, at + (count - 1) * stride) + size,
                  count * size);
      return;
    }
    left_ -= entry.count;
    for (std::uint64_t i = 0; i < entry.count; ++i) {
      const double begin = at + static_cast<double>(i) * stride;
      canvas_.add(basic, begin, begin + size, size);
    }
  }

  void entries(std::size_t from, std::size_t to, double offset) {
    for (std::size_t i = from; i < to;) {
      const mpidbg_typemap_entry_t &entry = record_.typemap[i];
      if (entry.kind == MPIDBG_TYPEMAP_RUN) run(entry, offset);
      if (entry.kind != MPIDBG_TYPEMAP_LOOP) {
        ++i;
        continue;
      }
      const std::size_t next = after_loop(i);
      const std::uint64_t inside = next - i;
      if (entry.count > left_ / inside) {
        spread(i, next, offset);
      } else {
        left_ -= entry.count * inside;
        for (std::uint64_t round = 0; round < entry.count; ++round) {
          entries(i + 1, next, offset + static_cast<double>(round) * static_cast<double>(entry.stride));
        }
      }
      i = next;
    }
  }

  // Draws a loop of the typemap approximately: spreads each of its runs of elements evenly over the range that all
  // iterations reach.
  void spread(std::size_t from, std::size_t to, double offset) {
    double rounds = 1, before = 0, after = 0;
    std::vector<double> outer;
    for (std::size_t i = from; i < to; ++i) {
      const mpidbg_typemap_entry_t &entry = record_.typemap[i];
      const double reach = static_cast<double>(entry.stride) * (static_cast<double>(entry.count) - 1);
      if (entry.kind == MPIDBG_TYPEMAP_LOOP) {
        outer.insert(outer.end(), {rounds, before, after});
        rounds *= static_cast<double>(entry.count);
        before += std::min(reach, 0.0);
        after += std::max(reach, 0.0);
      } else if (entry.kind == MPIDBG_TYPEMAP_END && outer.size() >= 3) {
        rounds = outer[outer.size() - 3];
        before = outer[outer.size() - 2];
        after = outer[outer.size() - 1];
        outer.resize(outer.size() - 3);
      } else if (entry.kind == MPIDBG_TYPEMAP_RUN) {
        const auto basic = static_cast<std::size_t>(entry.basic);
        const auto size = static_cast<double>(record_.basics[basic].size);
        const double at = static_cast<double>(entry.displacement) + offset;
        canvas_.add(basic, at + before + std::min(reach, 0.0), at + after + std::max(reach, 0.0) + size,
                    rounds * static_cast<double>(entry.count) * size);
      }
    }
  }

  const DatatypeRecord &record_;
  Canvas &canvas_;
  std::uint64_t left_ = drawn_one_by_one;
};

}  // namespace

char picture_letter(std::size_t basic) {
  return basic < 26 ? static_cast<char>('A' + basic) : '#';
}

DatatypePicture draw(const DatatypeRecord &record, std::size_t columns) {
  DatatypePicture picture;
  if (record.typemap.empty() || record.basics.empty() || record.ub < record.lb) return picture;
  const std::int64_t begin = std::min(record.lb, record.true_lb), end = std::max(record.ub, record.true_ub);
  const auto span = static_cast<std::uint64_t>(end) - static_cast<std::uint64_t>(begin);
  if (span == 0 || columns == 0) return picture;
  picture.begin = begin;
  // The number of bytes per column is a power of two, so that the columns match the bounds of most types.
  while (span / picture.bytes_a_column > columns) picture.bytes_a_column *= 2;
  const std::size_t used = static_cast<std::size_t>((span - 1) / picture.bytes_a_column + 1);
  Canvas canvas(static_cast<double>(begin), static_cast<double>(picture.bytes_a_column), used, record.basics.size());
  Painter(record, canvas).paint();
  const auto column_of = [&](std::int64_t displacement) {
    return (static_cast<std::uint64_t>(displacement) - static_cast<std::uint64_t>(begin)) / picture.bytes_a_column;
  };
  const std::uint64_t first = column_of(record.lb), last = record.ub == end ? used : column_of(record.ub);
  for (std::size_t column = 0; column < used; ++column) {
    if (column == last) picture.bar += ']';
    if (column == first) picture.bar += '[';
    picture.bar += canvas.character(column);
  }
  if (last >= used) picture.bar += ']';
  return picture;
}

}  // namespace mqs_shim
