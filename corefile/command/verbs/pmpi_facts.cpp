#include "corefile/command/verbs/pmpi_facts.h"

#include "corefile/capture/fact_stream.h"

namespace command {

namespace {

using corefile::Module;
using corefile::MpiProfiling;

// Writes or reads the encoded answer, depending on whether `stream_` is a FactWriter or a FactReader. Modules are
// numbered from 1; 0 stands for no module.
template <class Stream>
class Describe {
 public:
  Describe(Stream &stream, const std::vector<Module> &modules) : stream_(stream), modules_(modules) {}

  void all(MpiProfiling &profiling) {
    module(profiling.library);
    stream_.map(profiling.functions, [this](Stream &s, std::string &name, corefile::MpiFunction &function) {
      s.text(name);
      for (auto *definitions : {&function.definitions, &function.profiling}) {
        s.list(*definitions, [this](Stream &, corefile::MpiDefinition &one) {
          module(one.module);
          stream_.address(one.address);
          stream_.number(one.weak);
        });
      }
      s.list(function.redirected, [this](Stream &, corefile::RedirectedCall &call) {
        module(call.caller);
        module(call.to);
        stream_.address(call.address);
      });
    });
    stream_.list(profiling.fortran, [this](Stream &s, corefile::FortranBindings &bindings) {
      module(bindings.module);
      s.number(bindings.call_mpi);
      s.number(bindings.call_pmpi);
      s.text(bindings.example);
    });
    for (auto *list : {&profiling.unseen, &profiling.partly_seen}) modules(*list);
  }

  // Captures of version 0.1 do not contain the following members.
  void rest(MpiProfiling &profiling) {
    modules(profiling.calling_next);
    stream_.number(profiling.is_static);
  }

  // Returns true if each module number so far was valid.
  bool ok() const { return ok_; }

 private:
  void modules(std::vector<const Module *> &list) {
    stream_.list(list, [this](Stream &, const Module *&one) { module(one); });
  }

  void module(const Module *&module) {
    std::uint64_t number = module == nullptr ? 0 : static_cast<std::uint64_t>(module - modules_.data()) + 1;
    stream_.number(number);
    if (number > modules_.size()) ok_ = false;
    module = number == 0 || !ok_ ? nullptr : &modules_[number - 1];
  }

  Stream &stream_;
  const std::vector<Module> &modules_;
  bool ok_ = true;
};

// Returns true if the answer has all modules that pmpi_text() relies on.
bool is_consistent(const MpiProfiling &profiling) {
  const auto all_have_modules = [](const auto &list) {
    for (const auto &one : list) {
      if (one.module == nullptr) return false;
    }
    return true;
  };
  for (const auto &[name, function] : profiling.functions) {
    if (!all_have_modules(function.definitions) || !all_have_modules(function.profiling)) return false;
    for (const corefile::RedirectedCall &call : function.redirected) {
      if (call.caller == nullptr) return false;
    }
  }
  for (const auto *list : {&profiling.unseen, &profiling.partly_seen, &profiling.calling_next}) {
    for (const Module *module : *list) {
      if (module == nullptr) return false;
    }
  }
  return profiling.library != nullptr && all_have_modules(profiling.fortran);
}

}  // namespace

std::vector<std::byte> encode_profiling(const corefile::Result<MpiProfiling> &profiling,
                                        const corefile::Process &process) {
  corefile::FactWriter writer;
  std::string problem = profiling ? std::string() : profiling.error().message;
  writer.text(problem);
  if (profiling) {
    MpiProfiling copy = *profiling;
    Describe describe(writer, process.modules());
    describe.all(copy);
    describe.rest(copy);
  }
  return writer.take();
}

corefile::Result<MpiProfiling> decode_profiling(const std::vector<std::byte> &bytes, const corefile::Process &process) {
  const corefile::Error damaged{corefile::ErrorCode::corrupt,
                                process.name() + ": the profiling interface in the capture is damaged"};
  corefile::FactReader reader(bytes);
  std::string problem;
  reader.text(problem);
  if (!reader.ok()) return damaged;
  if (!problem.empty()) return corefile::Error{corefile::ErrorCode::not_found, problem};
  MpiProfiling profiling;
  Describe describe(reader, process.modules());
  describe.all(profiling);
  if (reader.ok() && !reader.at_end()) describe.rest(profiling);
  if (!reader.ok() || !reader.at_end() || !describe.ok() || !is_consistent(profiling)) return damaged;
  return profiling;
}

}  // namespace command
