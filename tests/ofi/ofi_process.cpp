#include "tests/ofi/ofi_process.h"

#include <algorithm>

#include "mpidbg/base/hexadecimal.h"
#include "mpidbg/layout/resolve.h"
#include "mpidbg/model/ofi/attach.h"
#include "mpidbg/model/ofi/endpoint.h"
#include "mpidbg/model/ofi/fabrics.h"

namespace ofi_test {

namespace {

using namespace mpidbg::model::ofi;
using mpidbg::debugger::Image;
using mpidbg::debugger::Memory;

const OfiProcess &process_of(mqs_process *handle) {
  return *reinterpret_cast<const OfiProcess *>(handle);
}

int fetch(mqs_process *handle, mqs_taddr_t address, int size, void *buffer) {
  const std::span<std::byte> bytes(static_cast<std::byte *>(buffer), static_cast<std::size_t>(size));
  return process_of(handle).read(Address(address), bytes) == bytes.size() ? mqs_ok : mqs_no_information;
}
void target_to_host(mqs_process *, const void *from, void *to, int size) {
  std::copy_n(static_cast<const char *>(from), size, static_cast<char *>(to));
}
int no_rank(mqs_process *) {
  return -1;
}
int find_function(mqs_image *image, char *name, mqs_lang_code, mqs_taddr_t *address) {
  const auto &functions = reinterpret_cast<const OfiProcess *>(image)->functions;
  const auto found = functions.find(name);
  if (found == functions.end()) return mqs_no_information;
  *address = found->second.value();
  return mqs_ok;
}
int find_symbol(mqs_image *, char *, mqs_taddr_t *) {
  return mqs_no_information;
}
mqs_type *find_type(mqs_image *, char *, mqs_lang_code) {
  return nullptr;
}

mqs_process_callbacks process_callbacks() {
  mqs_process_callbacks callbacks{};
  callbacks.mqs_fetch_data_fp = fetch;
  callbacks.mqs_target_to_host_fp = target_to_host;
  callbacks.mqs_get_global_rank_fp = no_rank;
  return callbacks;
}
mqs_image_callbacks image_callbacks() {
  mqs_image_callbacks callbacks{};
  callbacks.mqs_find_function_fp = find_function;
  callbacks.mqs_find_symbol_fp = find_symbol;
  callbacks.mqs_find_type_fp = find_type;
  return callbacks;
}

std::string number(std::uint64_t value) {
  return value == 0 ? "0" : mpidbg::hex(value);
}

std::string or_else(const std::optional<std::uint64_t> &value, const char *otherwise) {
  return value ? std::to_string(*value) : otherwise;
}

std::string describe(const Receive &receive) {
  return "tag " + number(receive.tag) + " ignore " + number(receive.ignore) + " source " +
         or_else(receive.source, "any") + " bytes " + std::to_string(receive.bytes) + " buffer " +
         mpidbg::hex(receive.buffer) + " context " + mpidbg::hex(receive.context);
}

std::string describe(const Message &message) {
  return "tag " + number(message.tag) + " source " + or_else(message.source, "unknown") + " bytes " +
         std::to_string(message.bytes) + " data " + or_else(message.data, "none");
}

std::string describe(const Send &send) {
  return "tag " + number(send.tag) + " bytes " + std::to_string(send.bytes) + " context " + mpidbg::hex(send.context) +
         " destination " + or_else(send.destination, "unknown");
}

// The layouts and the memory of a process; they do not move, because readers refer to them.
struct Opened {
  explicit Opened(const OfiProcess &process)
      : of_process(process_callbacks()),
        of_image(image_callbacks()),
        image(reinterpret_cast<mqs_image *>(const_cast<OfiProcess *>(&process)), &of_image),
        memory(*Memory::open(reinterpret_cast<mqs_process *>(const_cast<OfiProcess *>(&process)), &of_process, 8)),
        attached(attach(image, memory)) {}
  Opened(const Opened &) = delete;
  Opened &operator=(const Opened &) = delete;

  const mqs_process_callbacks of_process;
  const mqs_image_callbacks of_image;
  const Image image;
  const Memory memory;
  const Attachment attached;
};

template <class Entry>
void add(const char *what, const Listed<Entry> &list, std::vector<std::string> &lines, std::vector<std::string> &last) {
  for (const Entry &entry : list.entries) lines.push_back(what + (" " + describe(entry)));
  if (list.problem) last.push_back("problem: " + list.problem->message);
}

Said say_of(const Memory &memory, const Layouts &layouts, Address endpoint, std::span<const Address> taken) {
  Said said;
  const auto found = open_endpoint(memory, layouts, endpoint);
  if (!found) {
    said.provider = "problem: " + found.error().message;
    return said;
  }
  const Provider &provider = *found->provider;
  said.provider = found->name;
  std::vector<std::string> last;
  add("posted", provider.posted(), said.lines, last);
  add("message", provider.unexpected(), said.lines, last);
  for (const Address context : taken) {
    const auto message = provider.taken_by(context);
    said.lines.push_back(message ? "taken context " + mpidbg::hex(context) + " " + describe(*message)
                                 : "problem: " + message.error().message);
  }
  const Listed<Match> matched = provider.matched();
  for (const Match &match : matched.entries) {
    said.lines.push_back("matched " + describe(match.receive) + " by " + describe(match.message));
  }
  if (matched.problem) last.push_back("problem: " + matched.problem->message);
  add("send", provider.sends(), said.lines, last);
  const auto transport = provider.progress();
  if (!transport) last.push_back("problem: " + transport.error().message);
  if (transport && transport->empty) last.push_back(*transport->empty ? "nothing on its way" : "on its way");
  if (!provider.unseen_messages().empty()) last.push_back("unseen: " + provider.unseen_messages());
  said.lines.insert(said.lines.end(), last.begin(), last.end());
  return said;
}

}  // namespace

std::vector<Said> say(const OfiProcess &process, std::span<const Address> taken) {
  const Opened opened(process);
  if (!opened.attached.problem.empty()) return {{"problem: " + opened.attached.problem, {}}};
  const auto domains = find_domains(opened.image, opened.memory, opened.attached.layouts);
  if (!domains) return {{"problem: " + domains.error().message, {}}};
  const auto endpoints = find_endpoints(opened.memory, opened.attached.layouts, *domains, process.memory);
  if (!endpoints) return {{"problem: " + endpoints.error().message, {}}};
  std::vector<Said> all;
  for (const Address endpoint : *endpoints) {
    all.push_back(say_of(opened.memory, opened.attached.layouts, endpoint, taken));
    all.back().lines.push_back("endpoint " + mpidbg::hex(endpoint));
  }
  return all;
}

Said say_of_endpoint(const OfiProcess &process, Address endpoint, std::span<const Address> taken,
                     const mpidbg::layout::Profile *profile) {
  const Opened opened(process);
  if (profile == nullptr && !opened.attached.problem.empty()) return {"problem: " + opened.attached.problem, {}};
  if (profile == nullptr) return say_of(opened.memory, opened.attached.layouts, endpoint, taken);
  Layouts layouts;
  mpidbg::layout::DebugInformation nothing(opened.image);
  mpidbg::layout::ProfileSource source(*profile);
  mpidbg::layout::resolve_all(layouts, nothing, &source, mpidbg::layout::LayoutOrigin::profile_by_version, 8);
  return say_of(opened.memory, layouts, endpoint, taken);
}

}  // namespace ofi_test
