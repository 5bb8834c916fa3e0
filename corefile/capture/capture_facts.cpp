#include "corefile/capture/capture_facts.h"

#include "corefile/capture/fact_stream.h"

namespace corefile {

namespace {

constexpr unsigned most_registers = 64;

// Writes or reads the members, depending on whether `stream` is a FactWriter or a FactReader, like all `describe`
// functions below.

template <class Stream>
void describe_origin(Stream &stream, CaptureOrigin &origin) {
  for (std::string *text : {&origin.version, &origin.time, &origin.host, &origin.source, &origin.arguments})
    stream.text(*text);
}

template <class Stream>
void describe_range(Stream &stream, AddressRange &range) {
  stream.address(range.begin);
  stream.address(range.end);
}

template <class Stream>
void describe_environment(Stream &stream, Environment &environment) {
  stream.map(environment, [](Stream &s, std::string &name, std::string &value) {
    s.text(name);
    s.text(value);
  });
}

template <class Stream>
void describe_module(Stream &stream, Module &module) {
  stream.text(module.path);
  stream.address(module.load_bias);
  stream.text(module.build_id);
  stream.number(module.state);
  stream.text(module.problem);
}

template <class Stream>
void describe_symbol(Stream &stream, SymbolFacts &symbol) {
  for (Asked<Address> *asked : {&symbol.data, &symbol.function}) {
    stream.number(asked->known);
    stream.optional(asked->answer, [](Stream &s, Address &address) { s.address(address); });
  }
  stream.number(symbol.module.known);
  stream.optional(symbol.module.answer, [](Stream &s, std::uint64_t &index) { s.number(index); });
}

template <class Stream>
void describe_place(Stream &stream, SourcePlace &place) {
  stream.text(place.function);
  stream.text(place.file);
  stream.number(place.line);
}

template <class Stream>
void describe_field(Stream &stream, StructField &field) {
  stream.text(field.name);
  stream.number(field.offset);
  stream.number(field.size);
  stream.number(field.kind);
  stream.text(field.type_name);
  stream.number(field.element_size);
}

template <class Stream>
void describe_type(Stream &stream, StructType &type) {
  stream.text(type.name);
  stream.number(type.size);
  stream.number(type.is_union);
  stream.list(type.fields, describe_field<Stream>);
}

template <class Stream>
void describe_word(Stream &stream, std::uint64_t &word) {
  stream.number(word);
}

template <class Stream>
void describe_frame(Stream &stream, Frame &frame) {
  stream.address(frame.pc);
  stream.address(frame.stack_pointer);
  stream.text(frame.function);
  stream.text(frame.module);
  stream.number(frame.offset);
  stream.list(frame.preserved, describe_word<Stream>);
  stream.number(frame.returns);
}

template <class Stream>
void describe_stack(Stream &stream, ThreadStack &stack) {
  stream.number(stack.tid);
  stream.list(stack.frames, describe_frame<Stream>);
  stream.text(stack.problem);
  stream.list(stack.registers, describe_word<Stream>);
  stream.number(stack.sleeps_for_own_process);
}

template <class Stream>
void describe_status(Stream &stream, ThreadStatus &status) {
  stream.number(status.tid);
  stream.text(status.name);
  stream.number(status.state);
}

template <class Stream>
void describe_look(Stream &stream, LookFacts &look) {
  stream.optional(look.monotonic, [](Stream &s, std::int64_t &time) { s.number(time); });
  stream.number(look.state);
  stream.list(look.threads, describe_status<Stream>);
  stream.list(look.stacks, describe_stack<Stream>);
  stream.text(look.stacks_problem);
}

template <class Stream>
void describe_socket(Stream &stream, Socket &socket) {
  for (SocketAddress *end : {&socket.local, &socket.remote}) {
    for (std::uint8_t &byte : end->bytes) stream.number(byte);
    stream.number(end->port);
  }
  stream.number(socket.state);
  for (std::uint32_t *count : {&socket.unacknowledged, &socket.unread, &socket.retransmissions}) stream.number(*count);
}

template <class Stream>
void describe_sockets(Stream &stream, LookFacts &look) {
  stream.optional(look.sockets,
                  [](Stream &s, std::vector<Socket> &sockets) { s.list(sockets, describe_socket<Stream>); });
}

template <class Stream>
void describe_earlier(Stream &stream, EarlierLook &earlier) {
  describe_look(stream, earlier.facts);
  stream.list(earlier.memory, [](Stream &s, MemoryCopy::Run &run) {
    s.address(run.address);
    s.bytes(run.bytes);
  });
}

template <class Stream>
void describe(Stream &stream, CaptureFacts &facts, std::uint32_t format) {
  describe_origin(stream, facts.origin);
  stream.number(facts.pid);
  stream.text(facts.boot);
  describe_look(stream, facts.look);
  stream.optional(facts.earlier, describe_earlier<Stream>);
  describe_environment(stream, facts.initial_environment);
  describe_environment(stream, facts.current_environment);
  stream.list(facts.modules, describe_module<Stream>);
  stream.list(facts.warnings, [](Stream &s, std::string &warning) { s.text(warning); });
  stream.list(facts.readable, describe_range<Stream>);
  stream.list(facts.private_memory, describe_range<Stream>);
  stream.map(facts.symbols, [](Stream &s, std::string &name, SymbolFacts &symbol) {
    s.text(name);
    describe_symbol(s, symbol);
  });
  stream.map(facts.functions, [](Stream &s, std::uint64_t &address, std::string &name) {
    s.number(address);
    s.text(name);
  });
  stream.map(facts.places, [](Stream &s, std::uint64_t &address, std::vector<SourcePlace> &places) {
    s.number(address);
    s.list(places, describe_place<Stream>);
  });
  stream.map(facts.types, [](Stream &s, std::string &name, std::optional<StructType> &type) {
    s.text(name);
    s.optional(type, describe_type<Stream>);
  });
  stream.bytes(facts.profiling);
  if (format < 2) return;
  describe_sockets(stream, facts.look);
  if (facts.earlier) describe_sockets(stream, facts.earlier->facts);
  if (format < 3) return;
  stream.number(facts.look.timer_signal);
  if (facts.earlier) stream.number(facts.earlier->facts.timer_signal);
  stream.map(facts.jumped, [](Stream &s, std::pair<std::uint64_t, std::uint64_t> &pair, std::vector<Frame> &frames) {
    s.number(pair.first);
    s.number(pair.second);
    s.list(frames, describe_frame<Stream>);
  });
}

bool is_consistent(const LookFacts &look) {
  for (const ThreadStatus &status : look.threads) {
    if (status.state > KernelState::crashed) return false;
  }
  for (const ThreadStack &stack : look.stacks) {
    if (stack.registers.size() > most_registers) return false;
  }
  for (const Socket &socket : look.sockets.value_or(std::vector<Socket>())) {
    if (socket.state < SocketState::established || socket.state > SocketState::new_syn_received) return false;
  }
  return look.state <= KernelState::crashed;
}

// Returns true if all decoded numbers that are used as an index or as an enumerator are in range.
bool is_consistent(const CaptureFacts &facts) {
  for (const auto &[name, symbol] : facts.symbols) {
    if (symbol.module.answer && *symbol.module.answer >= facts.modules.size()) return false;
  }
  for (const Module &module : facts.modules) {
    if (module.state > ModuleFile::differs) return false;
  }
  for (const auto &[name, type] : facts.types) {
    if (!type) continue;
    for (const StructField &field : type->fields) {
      if (field.kind > FieldKind::other) return false;
    }
  }
  if (facts.earlier && !is_consistent(facts.earlier->facts)) return false;
  return is_consistent(facts.look);
}

}  // namespace

std::vector<std::byte> encode_facts(CaptureFacts &facts) {
  FactWriter writer;
  describe(writer, facts, capture_format);
  return writer.take();
}

std::optional<CaptureFacts> decode_facts(Bytes bytes, std::uint32_t format) {
  FactReader reader(bytes);
  CaptureFacts facts;
  describe(reader, facts, format);
  if (!reader.ok() || !reader.at_end() || !is_consistent(facts)) return std::nullopt;
  return facts;
}

}  // namespace corefile
