#include "mpidbg/model/mpit/samples.h"

#include "mpidbg/base/bounded_bytes.h"
#include "mpidbg/base/limits.h"

namespace mpidbg::model::mpit {

namespace {

std::uint64_t checksum_of(const recorded::Record &record, Bytes bytes) {
  std::uint64_t sum = 0xcbf29ce484222325;
  for (; bytes.size() >= 8; bytes = bytes.subspan(8)) sum = (sum ^ *record.decode_number(bytes)) * 0x100000001b3;
  return sum;
}

Error torn(const mpidbg_record_snapshot &snapshot, const std::string &what) {
  return {ErrorCode::corrupt, "snapshot " + std::to_string(snapshot.number) + ' ' + what};
}

}  // namespace

Result<Samples> Samples::read(const recorded::Record &record, const mpidbg_record_snapshot &snapshot) {
  if (snapshot.size % 8 != 0 || snapshot.size > limits::record_kept_bytes) {
    return torn(snapshot, "claims " + std::to_string(snapshot.size) + " bytes");
  }
  MPIDBG_ASSIGN(kept, record.bytes(MPIDBG_RECORD_SAMPLES, snapshot.offset, snapshot.size));
  Bytes bytes = kept;
  if (checksum_of(record, bytes) != snapshot.checksum) return torn(snapshot, "is not complete: its checksum differs");
  Samples samples;
  while (!bytes.empty()) {
    const auto head = record.decode<mpidbg_record_sample>(bytes);
    if (!head) return torn(snapshot, "ends within a sample");
    bytes = bytes.subspan(sizeof(mpidbg_record_sample));
    Sample sample;
    sample.flags = head->flags;
    sample.error = head->error;
    const bool is_text = (head->flags & MPIDBG_RECORD_SAMPLE_TEXT) != 0;
    const std::uint64_t size = is_text ? (std::uint64_t{head->count} + 7) / 8 * 8 : std::uint64_t{head->count} * 8;
    if (size > bytes.size()) return torn(snapshot, "ends within a value");
    if (is_text) {
      sample.text.assign(reinterpret_cast<const char *>(bytes.data()), head->count);
    } else {
      for (std::uint64_t at = 0; at < size; at += 8) sample.numbers.push_back(*record.decode_number(bytes.subspan(at)));
    }
    bytes = bytes.subspan(size);
    samples.samples_[{head->kind, head->index, Address(head->object)}] = std::move(sample);
  }
  return samples;
}

const Sample *Samples::find(mpidbg_record_sample_kind kind, int index, Address object) const {
  const auto found = samples_.find({kind, index, object});
  return found == samples_.end() ? nullptr : &found->second;
}

std::vector<Address> Samples::objects(mpidbg_record_sample_kind kind, int index) const {
  std::vector<Address> result;
  for (auto place = samples_.lower_bound({kind, index, Address()});
       place != samples_.end() && std::get<0>(place->first) == kind && std::get<1>(place->first) == index; ++place) {
    if (!std::get<2>(place->first).is_null()) result.push_back(std::get<2>(place->first));
  }
  return result;
}

}  // namespace mpidbg::model::mpit
