#include "mqs_shim/summary/column.h"

#include <algorithm>

namespace mqs_shim::summaries {

void Column::add_one(std::uint64_t value) {
  if (!runs_.empty()) {
    Run &last = runs_.back();
    if (last.count == 1) last.step = value - last.first;
    if (value == last.at(last.count)) {
      ++last.count;
      return;
    }
  }
  runs_.push_back({1, value, 0});
}

void Column::add_run(Run run) {
  // Each run takes as many numbers as possible from the left, so that the runs do not depend on how the numbers were
  // added. The first numbers of `run` may therefore belong to the previous run. A run gets its step with its second
  // number.
  while (run.count != 0) {
    if (!runs_.empty() && runs_.back().count >= 2) {
      Run &last = runs_.back();
      if (last.at(last.count) == run.first && (run.count == 1 || last.step == run.step)) {
        last.count += run.count;
        return;
      }
      if (run.count >= 2 && last.at(last.count) != run.first) {
        runs_.push_back(run);
        return;
      }
    } else if (runs_.empty() && run.count >= 2) {
      runs_.push_back(run);
      return;
    }
    add_one(run.first);
    run.first += run.step;
    --run.count;
  }
}

void Column::add(const Column &other, Place &place, std::size_t count) {
  while (count != 0) {
    const Run &run = other.runs_[place.run];
    const auto taken = static_cast<std::uint32_t>(std::min<std::size_t>(count, run.count - place.index));
    add_run({taken, run.at(place.index), taken == 1 ? 0 : run.step});
    other.advance(place, taken);
    count -= taken;
  }
}

void Column::advance(Place &place, std::size_t count) const {
  while (count != 0) {
    const std::size_t left = runs_[place.run].count - place.index;
    if (count < left) {
      place.index += static_cast<std::uint32_t>(count);
      return;
    }
    count -= left;
    ++place.run;
    place.index = 0;
  }
}

void TextColumn::add(const std::string &text, std::uint32_t count) {
  if (!runs_.empty() && runs_.back().text == text) {
    runs_.back().count += count;
  } else if (count != 0) {
    runs_.push_back({count, text});
  }
}

void TextColumn::add(const TextColumn &other, Place &place, std::size_t count) {
  while (count != 0) {
    const Run &run = other.runs_[place.run];
    const auto taken = static_cast<std::uint32_t>(std::min<std::size_t>(count, run.count - place.index));
    add(run.text, taken);
    other.advance(place, taken);
    count -= taken;
  }
}

void TextColumn::advance(Place &place, std::size_t count) const {
  while (count != 0) {
    const std::size_t left = runs_[place.run].count - place.index;
    if (count < left) {
      place.index += static_cast<std::uint32_t>(count);
      return;
    }
    count -= left;
    ++place.run;
    place.index = 0;
  }
}

}  // namespace mqs_shim::summaries
