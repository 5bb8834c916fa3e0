#include "mqs_shim/stacks/mpi_stack.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <map>
#include <span>

#include "mqs_shim/stacks/call_site.h"
#include "mqs_shim/stacks/jumped_call.h"

using namespace mqs_shim;

namespace {

Frame frame(const char *function, std::uint64_t stack_pointer = 0x1000) {
  Frame result;
  result.pc = Address(1);
  result.stack_pointer = Address(stack_pointer);
  result.function = function;
  return result;
}

struct Read {
  Address address;
  std::size_t size = 0;
};

// The words at the start of the library's part of the stack; what was asked for is kept in `asked`.
ReadStack stack_of(std::vector<std::uint64_t> words, Read &asked) {
  return [words = std::move(words), &asked](Address address, std::size_t size) {
    asked = {address, size};
    std::vector<std::byte> bytes(std::min(size, 8 * words.size()));
    std::copy_n(std::as_bytes(std::span(words)).begin(), bytes.size(), bytes.begin());
    return bytes;
  };
}

MpiStack stack_with(std::vector<Frame> frames) {
  MpiStack stack;
  stack.frames = std::move(frames);
  return stack;
}

constexpr std::array<std::uint64_t, 2> registers{7, 3};

constexpr const char *program = "/home/a.out", *mpi = "/lib/libmpi.so.40", *libc = "/lib/libc.so.6";

Frame in(const char *module, const char *function, std::uint64_t stack_pointer = 0x1000) {
  Frame result = frame(function, stack_pointer);
  result.module = module;
  return result;
}

// "MPI_Recv" for a thread in that call, "" outside; with "inside MPI_Allreduce" or "library function" behind it.
std::string state_of(std::vector<Frame> frames, const StackFacts &facts = {true, {}}) {
  Read asked;
  MpiStack stack = stack_with(std::move(frames));
  find_mpi_call(stack, {}, 8, ByteOrder::little, stack_of({}, asked), facts);
  std::string text = stack.mpi_call;
  if (!stack.inside.empty()) text += " inside " + stack.inside;
  if (!stack.library_function.empty()) text += " library " + stack.library_function;
  return text;
}

}  // namespace

TEST_CASE("M6 the call that the program made is the outermost") {
  CHECK(outermost_mpi_frame({frame("poll"), frame("PMPI_Wait"), frame("MPI_Barrier"), frame("main")}) == 2);
  CHECK(outermost_mpi_frame({frame("PMPI_Recv"), frame("mpi_recv_"), frame("MAIN__")}) == 1);
  CHECK_FALSE(outermost_mpi_frame({frame("main")}));
  CHECK_FALSE(outermost_mpi_frame({}));
}

TEST_CASE("a call that has jumped to a function without a name is known by the instruction of its caller") {
  // A call to 0x2000, where the linkage table jumps to what is at 0x3000; a call to what is there; a call to 0x4000.
  const std::map<std::uint64_t, std::vector<unsigned>> memory = {
      {0x1000, {0x90, 0xe8, 0xfa, 0x0f, 0x00, 0x00}},
      {0x1100, {0xff, 0x15, 0xfa, 0x1e, 0x00, 0x00}},
      {0x1200, {0x90, 0xe8, 0xfa, 0x2d, 0x00, 0x00}},
      {0x1500, {0x90, 0xe8, 0xfa, 0x0b, 0x00, 0x00}},
      {0x1300, {0xff, 0xd0, 0x90, 0x90, 0x90, 0x90}},
      {0x2000, {0xf3, 0x0f, 0x1e, 0xfa, 0xf2, 0xff, 0x25, 0xf5, 0x0f, 0x00, 0x00, 0x90, 0x90, 0x90, 0x90, 0x90}},
      // as mold writes it
      {0x2100, {0xf3, 0x0f, 0x1e, 0xfa, 0x41, 0xbb, 0x07, 0x00, 0x00, 0x00, 0xff, 0x25, 0xf0, 0x0e, 0x00, 0x00}},
      {0x3000, {0x00, 0x40, 0, 0, 0, 0, 0, 0}}};
  const Code code{[&](Address address, std::size_t size) {
                    const auto found = memory.find(address.value());
                    std::vector<std::byte> bytes;
                    if (found == memory.end()) return bytes;
                    for (const unsigned byte : found->second) bytes.push_back(static_cast<std::byte>(byte));
                    bytes.resize(std::min(bytes.size(), size));
                    return bytes;
                  },
                  [](Address address) { return address == Address(0x4000) ? "PMPI_Waitany" : ""; }};
  const auto name_of = [&](std::uint64_t returns_to, const char *library, const char *function = "") {
    std::vector<Frame> frames{frame(function), frame("main")};
    frames[0].module = library;
    frames[1].pc = Address(returns_to);
    frames[1].returns = true;
    name_jumped_call(frames, code);
    return frames[0].function;
  };
  CHECK(name_of(0x1006, "/usr/lib/libmpich.so.12") == "MPI_Waitany");
  CHECK(name_of(0x1106, "/usr/lib/libmpich.so.12") == "MPI_Waitany");
  CHECK(name_of(0x1206, "/usr/lib/libmpich.so.12") == "MPI_Waitany");
  CHECK(name_of(0x1506, "/usr/lib/libmpich.so.12") == "MPI_Waitany");
  CHECK(name_of(0x1306, "/usr/lib/libmpich.so.12").empty());  // by register
  CHECK(name_of(0x1406, "/usr/lib/libmpich.so.12").empty());  // cannot be read
  CHECK(name_of(0x1006, "/usr/lib/libother.so").empty());
  CHECK(name_of(0x1006, "/usr/lib/libmpich.so.12", "known") == "known");
  std::vector<Frame> none;
  name_jumped_call(none, code);
}

TEST_CASE("the library works with the registers and the stack below the call") {
  Read asked;
  MpiStack stack = stack_with({frame("poll", 0x1000), frame("PMPI_Recv", 0x1018), frame("main", 0x2000)});
  find_mpi_call(stack, registers, 8, ByteOrder::little, stack_of({5, 3, 9}, asked));
  CHECK(stack.mpi_call == "MPI_Recv");
  CHECK(asked.address == Address(0x1000));
  CHECK(asked.size == 0x1000);  // to the end of the call's part, which waits
  CHECK(stack.library_words == std::vector<Address>{Address(3), Address(5), Address(7), Address(9)});
  CHECK(stack.library_stack == AddressRange{Address(0x1000), Address(0x1018)});
}

TEST_CASE("the requests of MPI_Waitall are where and as many as registers that the call preserves say") {
  const auto lists_of = [](const char *call, const char *outer, std::vector<std::uint64_t> preserved) {
    MpiStack stack = stack_with({frame("poll"), frame(call, 0x1018), frame(outer, 0x1100), frame("main", 0x2000)});
    stack.frames[1].preserved = std::move(preserved);
    Read asked;
    find_mpi_call(stack, {}, 8, ByteOrder::little, stack_of({0xac0000012c000000, 0xac000002}, asked));
    return stack.request_lists;
  };
  using Lists = std::vector<std::vector<std::uint32_t>>;
  // Two of them, at an address; others are neither an address nor a number, or cannot be read.
  CHECK(lists_of("PMPI_Waitall", "work", {0x20000, 2, 0, 0x20001}) == Lists{{0x2c000000, 0xac000001}});
  CHECK(lists_of("PMPI_Waitall", "mpi_waitall_", {0x20000, 3}) == Lists{{0x2c000000, 0xac000001, 0xac000002}});
  CHECK(lists_of("PMPI_Waitall", "work", {0x20000, 5}).empty());
  CHECK(lists_of("PMPI_Waitall", "work", {0x20000, 4097}).empty());
  CHECK(lists_of("PMPI_Waitall", "work", {0x20000, 1, 2}) == Lists{{0x2c000000, 0xac000001}});  // MPI_STATUSES_IGNORE
  CHECK(lists_of("PMPI_Waitall", "work", {0x20000, 1}) == Lists{{0x2c000000}});
  CHECK(lists_of("PMPI_Waitall", "work", {0x20000, 3, 2}).size() == 2);
  CHECK(lists_of("PMPI_Waitany", "work", {0x20000, 2}) == Lists{{0x2c000000, 0xac000001}});
  CHECK(lists_of("PMPI_Wait", "work", {0x20000, 2}).empty());
  // Addresses below 64 KiB and such as no number of 32 bits can have are none.
  CHECK(lists_of("PMPI_Waitall", "work", {0x10000, 2}).size() == 1);
  CHECK(lists_of("PMPI_Waitall", "work", {0xfffc, 2}).empty());
  for (const std::uint64_t odd : {1, 2, 3}) CHECK(lists_of("PMPI_Waitall", "work", {0x20000 + odd, 2}).empty());
  CHECK(lists_of("PMPI_Waitall", "work", {0x20004, 2}).size() == 1);
}

TEST_CASE("a thread outside of MPI has no such words") {
  Read asked;
  MpiStack stack = stack_with({frame("poll"), frame("main", 0x2000)});
  find_mpi_call(stack, registers, 8, ByteOrder::little, stack_of({5}, asked));
  CHECK(stack.mpi_call.empty());
  CHECK(stack.library_words.empty());
  CHECK(asked.size == 0);
}

TEST_CASE("what waits is the function that calls the progress engine") {
  const auto of_module = [](const char *function, const char *module, std::uint64_t stack_pointer, std::uint64_t kept) {
    Frame result = frame(function, stack_pointer);
    result.module = module;
    result.preserved = {kept};
    return result;
  };
  const Frame outer = of_module("PMPI_Ssend", "/usr/lib/libmpi.so.40", 0x1030, 4);
  const Frame waiting = of_module("mca_pml_ucx_send", "/usr/lib/mca_pml_ucx.so", 0x1020, 3);
  const Frame main = frame("main", 0x2000);
  Read asked;
  const auto kept = [&](std::vector<Frame> inner) {
    inner.insert(inner.end(), {waiting, outer, main});
    MpiStack stack = stack_with(std::move(inner));
    find_mpi_call(stack, registers, 8, ByteOrder::little, stack_of({}, asked));
    return stack.waiting_registers;
  };
  const std::vector<Address> expected{Address(3)};
  CHECK(kept({}) == expected);
  CHECK(kept({of_module("sched_yield", "/lib/libc.so.6", 0x1000, 2)}) == expected);
  CHECK(kept({of_module("mca_btl_vader_component_progress", "/usr/lib/mca_btl_vader.so", 0x1000, 1),
              of_module("opal_progress", "/usr/lib/libopen-pal.so.40", 0x1010, 2)}) == expected);
  CHECK(kept({of_module("", "/usr/lib/libuct.so.0", 0x1000, 1),
              of_module("ucp_worker_progress", "/usr/lib/libucp.so.0", 0x1010, 2)}) == expected);
}

TEST_CASE("at most 64 KiB of a stack are read, and nothing of one that runs backwards or askew") {
  Read asked;
  MpiStack large = stack_with({frame("poll", 0x1000), frame("MPI_Wait", 0x10000000)});
  find_mpi_call(large, registers, 8, ByteOrder::little, stack_of({5}, asked));
  CHECK(asked.size == 65536);
  CHECK(large.library_stack == AddressRange{Address(0x1000), Address(0x1008)});  // as far as it can be read

  for (const std::uint64_t inner : {0x3000, 0x1001}) {
    MpiStack odd = stack_with({frame("poll", inner), frame("MPI_Wait", 0x2000)});
    find_mpi_call(odd, registers, 8, ByteOrder::little, stack_of({5}, asked));
    CHECK(odd.library_words == std::vector<Address>{Address(3), Address(7)});
    CHECK(odd.library_stack.size() == 0);
  }
}

TEST_CASE("with MPICH every function of the library up to the call may be the one that waits") {
  const auto of = [](const char *module, const char *function, std::uint64_t stack_pointer, std::uint64_t preserved) {
    Frame result = frame(function, stack_pointer);
    result.module = module;
    result.preserved = {preserved};
    return result;
  };
  Read asked;
  const char *const library = "/usr/lib/x86_64-linux-gnu/libmpich.so.12.2.1";
  for (const bool stripped : {true, false}) {
    const char *const module = stripped ? library : "/home/program";
    MpiStack stack = stack_with({of("/usr/lib/libucp.so.0", "ucp_worker_progress", 0x1000, 1),
                                 of(module, stripped ? "" : "MPIDI_progress_test", 0x1008, 2),
                                 of(module, stripped ? "" : "MPID_Progress_wait", 0x1010, 3),
                                 of(module, "PMPI_Recv", 0x1018, 4), of("/home/program", "main", 0x1028, 5)});
    find_mpi_call(stack, registers, 8, ByteOrder::little, stack_of({10, 11, 12, 13, 14}, asked));
    CHECK(stack.waiting_registers == std::vector<Address>{Address(2), Address(3), Address(4)});
    CHECK(stack.waiting_slots == std::vector<Address>{Address(11), Address(12), Address(13), Address(14)});
    CHECK(asked.size == 0x28);
  }
  // Open MPI's layer ucx calls UCX itself.
  MpiStack stack =
      stack_with({of("/usr/lib/libucp.so.0", "ucp_worker_progress", 0x1000, 1),
                  of("/usr/lib/openmpi/mca_pml_ucx.so", "mca_pml_ucx_send", 0x1008, 2),
                  of("/usr/lib/libmpi.so.40", "PMPI_Send", 0x1010, 3), of("/home/program", "main", 0x1018, 4)});
  find_mpi_call(stack, registers, 8, ByteOrder::little, stack_of({10, 11, 12}, asked));
  CHECK(stack.waiting_registers == std::vector<Address>{Address(2)});
  CHECK(asked.size == 0x10);
}

TEST_CASE("a thread runs the program's code inside of a call") {
  const Frame allreduce = in(mpi, "PMPI_Allreduce"), algorithm = in(mpi, "ompi_coll_base_allreduce"),
              operation = in(program, "slow_op"), sleep = in(libc, "clock_nanosleep"), main = in(program, "main");
  CHECK(state_of({sleep, operation, algorithm, allreduce, main}) == " inside MPI_Allreduce");
  CHECK(state_of({operation, algorithm, allreduce, main}) == " inside MPI_Allreduce");
  CHECK(state_of({in(mpi, "opal_progress"), algorithm, allreduce, main}) == "MPI_Allreduce");
  CHECK(state_of({in("/opt/libucp.so.0", "ucp_worker_progress"), algorithm, allreduce, main}) == "MPI_Allreduce");

  SUBCASE("a signal handler") {
    const Frame trampoline = in(libc, ""), poll = in(libc, "poll"), recv = in(mpi, "PMPI_Recv");
    CHECK(state_of({sleep, in(program, "checkpoint"), trampoline, poll, recv, main}) == " inside MPI_Recv");
    CHECK(state_of({in(mpi, "handler_of_the_library"), trampoline, poll, recv, main}) == "MPI_Recv");
    // What it calls itself is what the thread waits in.
    CHECK(state_of({poll, in(mpi, "PMPI_Send"), in(program, "checkpoint"), trampoline, poll, recv, main}) ==
          "MPI_Send inside MPI_Recv");
  }
  SUBCASE("in the function of a call that ends with a jump") {
    CHECK(state_of({operation, in(mpi, "ompi_attr_delete_all"), in(mpi, "ompi_mpi_finalize"), main}) ==
          " inside MPI_Finalize");
  }
  SUBCASE("nothing is known of a frame") {
    CHECK(state_of({frame(""), algorithm, allreduce, main}) == "MPI_Allreduce");
  }
  SUBCASE("a sanitizer's function is not the program's") {
    CHECK(state_of({in(libc, "poll"), in(program, "__interceptor_poll"), algorithm, allreduce, main}) ==
          "MPI_Allreduce");
  }
}

TEST_CASE("the words of the call that a thread is inside of are those of its part of the stack") {
  Read asked;
  MpiStack stack = stack_with({in(program, "slow_op", 0x1000), in(mpi, "algorithm", 0x1100),
                               in(mpi, "PMPI_Allreduce", 0x1118), in(program, "main", 0x2000)});
  find_mpi_call(stack, registers, 8, ByteOrder::little, stack_of({5, 9}, asked));
  CHECK(asked.address == Address(0x1100));
  CHECK(asked.size == 0x18);
  CHECK(stack.library_words == std::vector<Address>{Address(5), Address(9)});
  CHECK(stack.inside_frame == 2);
  CHECK_FALSE(stack.call_frame);
}

TEST_CASE("a function of the program with the name of a call is not the call") {
  const Frame wrapper = in(program, "MPI_Barrier"), main = in(program, "main"), sleep = in(libc, "clock_nanosleep");
  CHECK(state_of({sleep, wrapper, main}).empty());
  CHECK(state_of({sleep, wrapper, main}, {}) == "MPI_Barrier");  // the library may be in the program's file
  CHECK(state_of({in(mpi, "opal_progress"), in(mpi, "PMPI_Barrier"), wrapper, main}) == "MPI_Barrier");
  CHECK(state_of({in(mpi, "opal_progress"), in(mpi, "PMPI_Barrier"), in(program, "helper"), wrapper, main}) ==
        "MPI_Barrier");
  CHECK(state_of({in(mpi, "opal_progress"), in(mpi, "PMPI_Gather"), in(program, "MPI_Finalize"), main}) ==
        "MPI_Gather inside MPI_Finalize");
}

TEST_CASE("a call that a tool makes inside another one is made where the program made the other") {
  const char *const tool = "/opt/tool.so";
  const Frame poll = in(libc, "poll"), recv = in(mpi, "PMPI_Recv"), main = in(program, "main");
  const std::vector<Frame> nested = {poll, recv, in(tool, "exchange"), in(tool, "MPI_Allreduce"), main};
  CHECK(state_of(nested) == "MPI_Recv inside MPI_Allreduce");
  MpiStack stack = stack_with(nested);
  Read asked;
  find_mpi_call(stack, {}, 8, ByteOrder::little, stack_of({}, asked), {true, {}});
  CHECK(stack.call_frame == 1);
  CHECK(stack.inside_frame == 3);
  CHECK(call_site(stack) == 4);

  SUBCASE("through functions of two tools") {
    CHECK(state_of({poll, recv, in("/opt/other.so", "MPI_Recv"), in(tool, "mpi_allreduce_"), main}) ==
          "MPI_Recv inside MPI_Allreduce");
  }
  SUBCASE("in a function of the program that the library calls") {
    stack = stack_with({poll, recv, in(tool, "MPI_Bcast"), in(program, "slow_op"), in(mpi, "PMPI_Allreduce"), main});
    find_mpi_call(stack, {}, 8, ByteOrder::little, stack_of({}, asked), {true, {}});
    CHECK(stack.mpi_call + " inside " + stack.inside == "MPI_Recv inside MPI_Allreduce");
    CHECK(call_site(stack) == 3);
  }
}

TEST_CASE("a library inside of the program is told apart by the lines in the source that it does not have") {
  const auto told = [](std::vector<Frame> frames, bool with_source = true) {
    const auto has_source = [&](const Frame &frame) {
      return with_source && (frame.function == "main" || frame.function == "slow_op" || frame.function == "MPI_Exscan");
    };
    const bool are_told = tell_library_apart(frames, program, has_source);
    CHECK(are_told == with_source);
    return state_of(std::move(frames), {are_told, {}});
  };
  const Frame progress = in(program, "progress"), send = in(program, "PMPI_Send"), operation = in(program, "slow_op"),
              allreduce = in(program, "PMPI_Allreduce"), sleep = in(libc, "clock_nanosleep"),
              main = in(program, "main");
  CHECK(told({progress, send, main}) == "MPI_Send");
  CHECK(told({sleep, operation, progress, allreduce, main}) == " inside MPI_Allreduce");
  CHECK(told({sleep, operation, progress, allreduce, main}, false) == "MPI_Allreduce");
  CHECK(told({sleep, in(program, "MPI_Exscan"), main}).empty());
  CHECK(told({progress, send, operation, progress, allreduce, main}) == "MPI_Send inside MPI_Allreduce");

  SUBCASE("what no call of MPI leads to is not the library's, and nothing further outwards is") {
    const Frame other = in(program, "dgemm");
    CHECK(told({other, main}).empty());
    CHECK(told({other, operation, progress, allreduce, main}) == " inside MPI_Allreduce");
    std::vector<Frame> frames{progress, send, other, main};
    CHECK(tell_library_apart(frames, program, [](const Frame &frame) { return frame.function == "main"; }));
    CHECK(frames[1].of_library);
    CHECK_FALSE(frames[2].of_library);
  }
  SUBCASE("a call that ends with a jump") {
    std::vector<Frame> frames{progress, in(program, "MPIR_Buffer_detach"), main};
    CHECK(tell_library_apart(frames, program, [](const Frame &frame) { return frame.function == "main"; }));
    CHECK(state_of(frames, {true, [](const Frame &) { return "PMPI_Buffer_detach"; }}) == "MPI_Buffer_detach");
  }
}

TEST_CASE("a call without a frame of its own is found from the instruction that made it") {
  std::string asked;
  const auto facts = [&](const char *called) {
    return StackFacts{true, [&asked, called](const Frame &caller) {
                        asked = caller.function;
                        return std::string(called);
                      }};
  };
  const Frame progress = in(mpi, "opal_progress"), detach = in(mpi, "detach"), main = in(program, "main");
  CHECK(state_of({progress, detach, main}, facts("PMPI_Buffer_detach")) == "MPI_Buffer_detach");
  CHECK(asked == "main");
  CHECK(state_of({progress, detach, main}, facts("")) == " library detach");
  CHECK(state_of({progress, detach, main}, facts("detach")) == " library detach");
  // Of what programs may call themselves nothing is concluded.
  CHECK(state_of({in("/lib/libevent-2.1.so.7", "event_loop"), main}, facts("MPI_Recv")).empty());
  // The system called the library.
  CHECK(state_of({in(mpi, "destructor"), in(libc, "exit"), main}, facts("MPI_Recv")).empty());
}

TEST_CASE("the function of the system is the one that was called") {
  const auto is_of_mpi = [](const std::string &name) { return name == "opal_progress"; };
  const auto function = [&](std::vector<Frame> frames, const char *called = "") {
    Read asked;
    MpiStack stack = stack_with(std::move(frames));
    find_mpi_call(stack, {}, 8, ByteOrder::little, stack_of({}, asked),
                  {true, [=](const Frame &) { return called; }, is_of_mpi});
    return stack.system_function;
  };
  const Frame main = in(program, "main");
  CHECK(function({in(libc, "__GI___libc_read"), main}) == "read");
  CHECK(function({in(libc, "open64@@GLIBC_2.2.5"), in(mpi, "ufs_open"), in(mpi, "PMPI_File_open"), main}) == "open");
  CHECK(function({in(libc, "__futex_abstimed_wait"), in(libc, "__pthread_clockjoin_ex"), main}, "pthread_join") ==
        "pthread_join");
  // What was called has jumped to the system's function.
  CHECK(function({in("[vdso]", "__vdso_clock_gettime"), in(mpi, "PMPI_Recv"), main}, "opal_progress").empty());
  CHECK(function({main}).empty());
  CHECK(function({in(libc, "poll"), in(libc, "start_thread")}).empty());
}
