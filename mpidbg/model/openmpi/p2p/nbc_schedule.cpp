#include "mpidbg/model/openmpi/p2p/nbc_schedule.h"

#include "mpidbg/base/hexadecimal.h"
#include "mpidbg/base/limits.h"
#include "mpidbg/layout/openmpi/p2p/constants.h"

namespace mpidbg::model::openmpi {

namespace constants = layout::openmpi;

namespace {

class Decoder {
 public:
  Decoder(const Objects &objects, const NbcScheduleBytes &data) : objects_(objects), data_(data) {}

  Result<Schedule> decode(std::uint64_t row_offset) {
    Schedule schedule;
    for (bool more = true; more;) {
      ++schedule.rounds;
      if (at_ == row_offset) schedule.round = schedule.rounds;
      MPIDBG_ASSIGN(operations, read_int());
      if (operations < 0) return corrupt("claims " + std::to_string(operations) + " operations in a round");
      for (std::int32_t i = 0; i < operations; ++i) {
        ScheduleOperation operation;
        operation.round = schedule.rounds;
        MPIDBG_TRY(read_operation(operation));
        if (schedule.round == 0) continue;
        schedule.truncated = schedule.operations.size() == limits::schedule_operations;
        if (!schedule.truncated) schedule.operations.push_back(operation);
      }
      if (at_ >= data_.bytes.size()) return corrupt("ends within a round");
      const unsigned another = std::to_integer<unsigned>(data_.bytes[at_++]);
      if (another > 1) return corrupt("has " + std::to_string(another) + " between two rounds");
      more = another == 1;
    }
    if (schedule.round == 0) return corrupt("has no round at byte " + std::to_string(row_offset));
    return schedule;
  }

 private:
  Error corrupt(const std::string &what) const {
    return Error{ErrorCode::corrupt, "NBC_Schedule with data at " + hex(data_.address) + " " + what, data_.address};
  }

  Result<std::int32_t> read_int() {
    if (data_.bytes.size() - at_ < 4) return corrupt("ends within a round");
    const auto field = std::span<const std::byte>(data_.bytes).subspan(at_, 4);
    at_ += 4;
    return static_cast<std::int32_t>(decode_signed(field, objects_.memory().byte_order()));
  }

  // Decodes the struct of arguments at the current position and advances past it.
  template <class Layout>
  Result<View<Layout>> read_arguments(const Layout &layout) {
    const auto rest = std::span<const std::byte>(data_.bytes).subspan(at_);
    if (layout.resolved() && rest.size() < layout.byte_size) return corrupt("ends within an operation");
    auto view = View<Layout>::decode(objects_.memory(), layout, data_.address + at_, rest);
    at_ += layout.byte_size;
    return view;
  }

  Address buffer(Address value, std::int8_t temporary) const {
    return temporary != 0 ? data_.temporary_buffer + value.value() : value;
  }

  Status read_operation(ScheduleOperation &operation) {
    const Layouts &layouts = objects_.layouts();
    const std::uint64_t start = at_;
    MPIDBG_ASSIGN(type, read_int());
    at_ = start;
    switch (type) {
      case constants::nbc_send: {
        MPIDBG_ASSIGN(view, read_arguments(layouts.nbc_send));
        operation.action = ScheduleAction::send;
        operation.peer.comm_rank = view.get(&NbcSendLayout::dest);
        operation.in_local_group = view.get(&NbcSendLayout::local);
        operation.count = view.get(&NbcSendLayout::count);
        operation.datatype = view.get(&NbcSendLayout::datatype);
        operation.source = buffer(view.get(&NbcSendLayout::buf), view.get(&NbcSendLayout::tmpbuf));
        return {};
      }
      case constants::nbc_receive: {
        MPIDBG_ASSIGN(view, read_arguments(layouts.nbc_receive));
        operation.action = ScheduleAction::receive;
        operation.peer.comm_rank = view.get(&NbcReceiveLayout::source);
        operation.in_local_group = view.get(&NbcReceiveLayout::local);
        operation.count = view.get(&NbcReceiveLayout::count);
        operation.datatype = view.get(&NbcReceiveLayout::datatype);
        operation.target = buffer(view.get(&NbcReceiveLayout::buf), view.get(&NbcReceiveLayout::tmpbuf));
        return {};
      }
      case constants::nbc_op: {
        MPIDBG_ASSIGN(view, read_arguments(layouts.nbc_op));
        operation.action = ScheduleAction::reduce;
        operation.count = view.get(&NbcOpLayout::count);
        operation.datatype = view.get(&NbcOpLayout::datatype);
        operation.op = view.get(&NbcOpLayout::op);
        operation.source = buffer(view.get(&NbcOpLayout::buf1), view.get(&NbcOpLayout::tmpbuf1));
        operation.target = buffer(view.get(&NbcOpLayout::buf2), view.get(&NbcOpLayout::tmpbuf2));
        return {};
      }
      case constants::nbc_copy: {
        MPIDBG_ASSIGN(view, read_arguments(layouts.nbc_copy));
        operation.action = ScheduleAction::copy;
        operation.count = view.get(&NbcCopyLayout::tgtcount);
        operation.datatype = view.get(&NbcCopyLayout::tgttype);
        operation.source = buffer(view.get(&NbcCopyLayout::src), view.get(&NbcCopyLayout::tmpsrc));
        operation.target = buffer(view.get(&NbcCopyLayout::tgt), view.get(&NbcCopyLayout::tmptgt));
        return {};
      }
      case constants::nbc_unpack: {
        MPIDBG_ASSIGN(view, read_arguments(layouts.nbc_unpack));
        operation.action = ScheduleAction::unpack;
        operation.count = view.get(&NbcUnpackLayout::count);
        operation.datatype = view.get(&NbcUnpackLayout::datatype);
        operation.source = buffer(view.get(&NbcUnpackLayout::inbuf), view.get(&NbcUnpackLayout::tmpinbuf));
        operation.target = buffer(view.get(&NbcUnpackLayout::outbuf), view.get(&NbcUnpackLayout::tmpoutbuf));
        return {};
      }
      default:
        return corrupt("has an operation of kind " + std::to_string(type));
    }
  }

  const Objects &objects_;
  const NbcScheduleBytes &data_;
  std::uint64_t at_ = 0;
};

}  // namespace

Result<Schedule> decode_schedule(const Objects &objects, const NbcScheduleBytes &data, std::uint64_t row_offset) {
  return Decoder(objects, data).decode(row_offset);
}

}  // namespace mpidbg::model::openmpi
