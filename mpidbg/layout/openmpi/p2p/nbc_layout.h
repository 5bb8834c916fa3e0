#pragma once
// Describes nonblocking collective operations of the component libnbc. Source: ompi/mca/coll/libnbc/coll_libnbc.h and
// nbc_internal.h of 4.1.
//
// A schedule is a sequence of bytes without padding between its parts: the number of operations in a round (an int),
// these operations, and one byte that states whether another round follows. Each operation is one of the NBC_Args_*
// structs; each of these structs starts with its kind.

#include "mpidbg/layout/openmpi/opal/object_layout.h"
#include "mpidbg/layout/openmpi/p2p/request_layout.h"
#include "mpidbg/layout/slot.h"

namespace mpidbg::layout::openmpi {

// Describes ompi_coll_libnbc_component_t, the component libnbc, which owns the pool of its requests.
struct NbcComponentLayout : StructLayout {
  NbcComponentLayout() : StructLayout("ompi_coll_libnbc_component_t") {}
  // A pool (opal_free_list_t) of ompi_coll_libnbc_request_t.
  Slot<Embedded> requests;
  template <class Visitor>
  void describe(Visitor &&field) {
    field("requests", requests);
  }
};

// Describes ompi_coll_libnbc_request_t, the request of a nonblocking collective.
struct NbcRequestLayout : StructLayout {
  NbcRequestLayout() : StructLayout("ompi_coll_libnbc_request_t") {}
  using Base = RequestLayout;
  Slot<Address> comm;
  // The offset of the round in progress in the schedule, in bytes.
  Slot<PtrdiffT> row_offset;
  Slot<bool> nbc_complete;
  Slot<std::int32_t> tag;
  // The number of transfers in progress, which are the first ones of the round.
  Slot<std::int32_t> req_count;
  // Points to an array of the requests of the transfers in progress; null if there are none.
  Slot<Address> req_array;
  // Points to the schedule; null once the operation is complete, unless it is persistent.
  Slot<Address> schedule;
  Slot<Address> tmpbuf;
  template <class Visitor>
  void describe(Visitor &&field) {
    field("comm", comm);
    field("row_offset", row_offset);
    field("nbc_complete", nbc_complete);
    field("tag", tag);
    field("req_count", req_count);
    field("req_array", req_array);
    field("schedule", schedule);
    field("tmpbuf", tmpbuf);
  }
};

// Describes NBC_Schedule, the schedule of a request.
struct NbcScheduleLayout : StructLayout {
  NbcScheduleLayout() : StructLayout("NBC_Schedule") {}
  using Base = ObjectLayout;
  // The size of `data` in bytes.
  Slot<std::int32_t> size;
  Slot<Address> data;
  template <class Visitor>
  void describe(Visitor &&field) {
    field("size", size);
    field("data", data);
  }
};

// Describes NBC_Args_send, an operation of a schedule that sends.
struct NbcSendLayout : StructLayout {
  NbcSendLayout() : StructLayout("NBC_Args_send") {}
  Slot<std::int32_t> type;
  Slot<SizeT> count;
  // Points to the buffer. In this and the following structs, buffers are offsets into the request's tmpbuf if the flag
  // tmpbuf is set.
  Slot<Address> buf;
  Slot<Address> datatype;
  Slot<std::int32_t> dest;
  Slot<std::int8_t> tmpbuf;
  // True if `dest` is a rank in the local group of an intercommunicator.
  Slot<bool> local;
  template <class Visitor>
  void describe(Visitor &&field) {
    field("type", type);
    field("count", count);
    field("buf", buf);
    field("datatype", datatype);
    field("dest", dest);
    field("tmpbuf", tmpbuf);
    field("local", local);
  }
};

// Describes NBC_Args_recv, an operation of a schedule that receives.
struct NbcReceiveLayout : StructLayout {
  NbcReceiveLayout() : StructLayout("NBC_Args_recv") {}
  Slot<std::int32_t> type;
  Slot<SizeT> count;
  Slot<Address> buf;
  Slot<Address> datatype;
  Slot<std::int8_t> tmpbuf;
  Slot<std::int32_t> source;
  Slot<bool> local;
  template <class Visitor>
  void describe(Visitor &&field) {
    field("type", type);
    field("count", count);
    field("buf", buf);
    field("datatype", datatype);
    field("tmpbuf", tmpbuf);
    field("source", source);
    field("local", local);
  }
};

// Describes NBC_Args_op, an operation of a schedule that reduces buf1 into buf2.
struct NbcOpLayout : StructLayout {
  NbcOpLayout() : StructLayout("NBC_Args_op") {}
  Slot<std::int32_t> type;
  Slot<std::int8_t> tmpbuf1;
  Slot<std::int8_t> tmpbuf2;
  Slot<Address> buf1;
  Slot<Address> buf2;
  Slot<Address> op;
  Slot<Address> datatype;
  Slot<SizeT> count;
  template <class Visitor>
  void describe(Visitor &&field) {
    field("type", type);
    field("tmpbuf1", tmpbuf1);
    field("tmpbuf2", tmpbuf2);
    field("buf1", buf1);
    field("buf2", buf2);
    field("op", op);
    field("datatype", datatype);
    field("count", count);
  }
};

// Describes NBC_Args_copy, an operation of a schedule that copies data.
struct NbcCopyLayout : StructLayout {
  NbcCopyLayout() : StructLayout("NBC_Args_copy") {}
  Slot<std::int32_t> type;
  Slot<SizeT> srccount;
  Slot<Address> src;
  Slot<Address> tgt;
  Slot<Address> srctype;
  Slot<Address> tgttype;
  Slot<SizeT> tgtcount;
  Slot<std::int8_t> tmpsrc;
  Slot<std::int8_t> tmptgt;
  template <class Visitor>
  void describe(Visitor &&field) {
    field("type", type);
    field("srccount", srccount);
    field("src", src);
    field("tgt", tgt);
    field("srctype", srctype);
    field("tgttype", tgttype);
    field("tgtcount", tgtcount);
    field("tmpsrc", tmpsrc);
    field("tmptgt", tmptgt);
  }
};

// Describes NBC_Args_unpack, an operation of a schedule that unpacks data.
struct NbcUnpackLayout : StructLayout {
  NbcUnpackLayout() : StructLayout("NBC_Args_unpack") {}
  Slot<std::int32_t> type;
  Slot<SizeT> count;
  Slot<Address> inbuf;
  Slot<Address> outbuf;
  Slot<Address> datatype;
  Slot<std::int8_t> tmpinbuf;
  Slot<std::int8_t> tmpoutbuf;
  template <class Visitor>
  void describe(Visitor &&field) {
    field("type", type);
    field("count", count);
    field("inbuf", inbuf);
    field("outbuf", outbuf);
    field("datatype", datatype);
    field("tmpinbuf", tmpinbuf);
    field("tmpoutbuf", tmpoutbuf);
  }
};

}  // namespace mpidbg::layout::openmpi
