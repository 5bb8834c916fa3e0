#include "corefile/conformance/strict_host.h"

#include <cstdlib>
#include <cstring>
#include <numeric>

namespace mqs_shim {
namespace {

// Limit for the reads in one call of the plugin. With 10,000 requests, a plugin needs a few reads for each.
constexpr std::uint64_t most_reads = 200000;
// Limit for one allocation or read. The made-up processes have 64 KiB; mpidbg's own plugin reads real ones in smaller
// pieces.
constexpr std::size_t most_bytes = std::size_t{256} << 20;

// Value of each byte of a buffer after a failed read.
constexpr int unread = 0x5a;

StrictHost *current = nullptr;

// Overwrites memory that is freed afterwards. `volatile` keeps the compiler from removing the loop.
void fill_with_freed(void *memory, std::size_t size) {
  volatile unsigned char *bytes = static_cast<unsigned char *>(memory);
  for (std::size_t i = 0; i < size; ++i) bytes[i] = freed_byte;
}

}  // namespace

struct StrictCallbacks {
  static void *allocate(std::size_t size) {
    if (size > most_bytes) {
      current->broken_(Rule::checked_counts, "asks mqs_malloc for " + std::to_string(size) + " bytes");
      return nullptr;
    }
    void *const memory = std::malloc(size == 0 ? 1 : size);
    if (memory != nullptr) current->allocations_[memory] = size;
    current->types_.erase(
        static_cast<const mqs_type *>(memory));  // forgets a type of an earlier process that was at the same address
    return memory;
  }
  static void release(void *memory) {
    if (memory == nullptr) return;
    const auto found = current->allocations_.find(memory);
    if (found == current->allocations_.end()) {
      return current->broken_(Rule::frees_own, "frees what is not, or no longer, allocated");
    }
    fill_with_freed(memory, found->second);
    current->allocations_.erase(found);
    std::free(memory);
  }
  static mqs_type *find_type(mqs_image *image, char *name, mqs_lang_code language) {
    if (name != nullptr && std::strncmp(name, "struct ", 7) == 0) {
      current->broken_(Rule::type_names, std::string("asks for the type ") + name);
    }
    mqs_type *const type = image_callbacks().mqs_find_type_fp(image, name, language);
    if (type != nullptr) current->types_.insert(type);
    return type;
  }
  static int field_offset(mqs_type *type, char *name) {
    if (!current->is_type(type, "mqs_field_offset")) return -1;
    return image_callbacks().mqs_field_offset_fp(type, name);
  }
  static int size_of(mqs_type *type) {
    if (!current->is_type(type, "mqs_sizeof")) return -1;
    return image_callbacks().mqs_sizeof_fp(type);
  }
  static int fetch_data(mqs_process *process, mqs_taddr_t address, int size, void *buffer) {
    if (++current->reads_ > most_reads) {
      current->broken_(Rule::returns, "reads memory more than " + std::to_string(most_reads) + " times");
      return mqs_no_information;
    }
    if (size < 0 || static_cast<std::size_t>(size) > most_bytes) {
      current->broken_(Rule::checked_counts, "reads " + std::to_string(size) + " bytes");
      return mqs_no_information;
    }
    const int result = process_callbacks().mqs_fetch_data_fp(process, address, size, buffer);
    // The buffer is overwritten so that a plugin that ignores the failure does not get the right data by chance.
    if (result != mqs_ok && buffer != nullptr && size > 0) std::memset(buffer, unread, static_cast<std::size_t>(size));
    return result;
  }
};

StrictHost::StrictHost(std::function<void(Rule, const std::string &)> broken) : broken_(std::move(broken)) {
  current = this;
}
StrictHost::~StrictHost() {
  current = nullptr;
}

std::size_t StrictHost::allocated_bytes() const {
  return std::accumulate(allocations_.begin(), allocations_.end(), std::size_t{0},
                         [](std::size_t sum, const auto &allocation) { return sum + allocation.second; });
}

bool StrictHost::is_type(const mqs_type *type, const char *asked_for) {
  if (types_.contains(type)) return true;
  broken_(Rule::known_types,
          std::string("gives ") + asked_for + (type == nullptr ? " a null type" : " what is not a type"));
  return false;
}

const mqs_basic_callbacks &StrictHost::basic() const {
  static const mqs_basic_callbacks table = [] {
    mqs_basic_callbacks made = basic_callbacks();
    made.mqs_malloc_fp = StrictCallbacks::allocate;
    made.mqs_free_fp = StrictCallbacks::release;
    return made;
  }();
  return table;
}
const mqs_image_callbacks &StrictHost::image() const {
  static const mqs_image_callbacks table = [] {
    mqs_image_callbacks made = image_callbacks();
    made.mqs_find_type_fp = StrictCallbacks::find_type;
    made.mqs_field_offset_fp = StrictCallbacks::field_offset;
    made.mqs_sizeof_fp = StrictCallbacks::size_of;
    return made;
  }();
  return table;
}
const mqs_process_callbacks &StrictHost::process() const {
  static const mqs_process_callbacks table = [] {
    mqs_process_callbacks made = process_callbacks();
    made.mqs_fetch_data_fp = StrictCallbacks::fetch_data;
    return made;
  }();
  return table;
}

}  // namespace mqs_shim
