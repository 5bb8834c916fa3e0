#include "corefile/dwarf/libdwarf_dies.h"

#include <memory>

#include "corefile/base.h"
#include "corefile/dwarf/die_types.h"
#include "corefile/dwarf/libdwarf_api.h"
#include "corefile/elf/regular_file.h"

namespace corefile {

namespace {

// The library may fail without naming an error.
std::string error_text(Dwarf_Error error) {
  const char *const text = error == nullptr ? nullptr : libdwarf()->dwarf_errmsg(error);
  return text == nullptr ? "damaged debug information" : text;
}

// What libdwarf could not read: kept until someone asks, since most calls are deep inside a walk.
class LibdwarfFile {
 public:
  LibdwarfFile(FileDescriptor file, Dwarf_Debug debug) : file_(std::move(file)), debug_(debug) {}
  LibdwarfFile(const LibdwarfFile &) = delete;
  LibdwarfFile &operator=(const LibdwarfFile &) = delete;
  ~LibdwarfFile() {
    Dwarf_Error error = nullptr;
    libdwarf()->dwarf_finish(debug_, &error);
  }

  Dwarf_Debug debug() const { return debug_; }
  const std::string &failure() const { return failure_; }
  void fail(std::string what) {
    if (failure_.empty()) failure_ = std::move(what);
  }

  // True if there is a result; an error is kept.
  bool succeeded(int outcome, Dwarf_Error error) {
    if (outcome == DW_DLV_ERROR) {
      fail(error_text(error));
      libdwarf()->dwarf_dealloc_error(debug_, error);
    }
    return outcome == DW_DLV_OK;
  }

 private:
  FileDescriptor file_;
  Dwarf_Debug debug_;
  std::string failure_;
};

class LibdwarfDie {
 public:
  LibdwarfDie(LibdwarfFile *file, Dwarf_Die die) : file_(file), die_(die, Release()) {}

  unsigned tag() const {
    Dwarf_Half value = 0;
    Dwarf_Error error = nullptr;
    return file_->succeeded(libdwarf()->dwarf_tag(die_.get(), &value, &error), error) ? value : 0;
  }

  bool has(unsigned attribute) const {
    Dwarf_Bool value = 0;
    Dwarf_Error error = nullptr;
    return file_->succeeded(libdwarf()->dwarf_hasattr(die_.get(), static_cast<Dwarf_Half>(attribute), &value, &error),
                            error) &&
           value;
  }

  std::string name() const {
    char *text = nullptr;
    Dwarf_Error error = nullptr;
    return file_->succeeded(libdwarf()->dwarf_diename(die_.get(), &text, &error), error) ? text : std::string();
  }

  std::optional<std::uint64_t> number(unsigned attribute) const {
    const Attribute place = find(attribute);
    if (!place) return std::nullopt;
    if (form_class_of(place.get()) != DW_FORM_CLASS_CONSTANT) return std::nullopt;
    Dwarf_Error error = nullptr;
    Dwarf_Unsigned value = 0;
    if (libdwarf()->dwarf_formudata(place.get(), &value, &error) == DW_DLV_OK) return value;
    if (error != nullptr) libdwarf()->dwarf_dealloc_error(file_->debug(), error);
    Dwarf_Signed signed_value = 0;
    error = nullptr;
    if (!file_->succeeded(libdwarf()->dwarf_formsdata(place.get(), &signed_value, &error), error)) return std::nullopt;
    return static_cast<std::uint64_t>(signed_value);
  }

  std::optional<std::uint64_t> member_offset() const {
    if (const auto value = number(DW_AT_data_member_location)) return value;
    const Attribute place = find(DW_AT_data_member_location);
    Dwarf_Block *block = nullptr;
    Dwarf_Error error = nullptr;
    if (!place) return std::nullopt;
    const Dwarf_Form_Class form_class = form_class_of(place.get());
    if (form_class != DW_FORM_CLASS_BLOCK && form_class != DW_FORM_CLASS_EXPRLOC) return std::nullopt;
    if (!file_->succeeded(libdwarf()->dwarf_formblock(place.get(), &block, &error), error)) return std::nullopt;
    const auto offset = constant_added(Bytes(static_cast<const std::byte *>(block->bl_data), block->bl_len));
    libdwarf()->dwarf_dealloc(file_->debug(), block, DW_DLA_BLOCK);
    return offset;
  }

  std::optional<LibdwarfDie> type() const {
    const Attribute place = find(DW_AT_type);
    if (!place) return std::nullopt;
    Dwarf_Off offset = 0;
    Dwarf_Error error = nullptr;
    if (!file_->succeeded(libdwarf()->dwarf_global_formref(place.get(), &offset, &error), error)) return std::nullopt;
    Dwarf_Die target = nullptr;
    const Dwarf_Bool is_info = libdwarf()->dwarf_get_die_infotypes_flag(die_.get());
    error = nullptr;
    if (!file_->succeeded(libdwarf()->dwarf_offdie_b(file_->debug(), offset, is_info, &target, &error), error))
      return std::nullopt;
    return LibdwarfDie(file_, target);
  }

  // The caller turns to libdw.
  std::optional<LibdwarfDie> signed_type() const {
    file_->fail("a type in a unit of its own");
    return std::nullopt;
  }

  std::vector<LibdwarfDie> children() const {
    std::vector<LibdwarfDie> all;
    Dwarf_Die child = nullptr;
    Dwarf_Error error = nullptr;
    const Dwarf_Bool is_info = libdwarf()->dwarf_get_die_infotypes_flag(die_.get());
    bool more = file_->succeeded(libdwarf()->dwarf_child(die_.get(), &child, &error), error);
    for (Dwarf_Off last = 0; more;) {
      all.emplace_back(file_, child);
      Dwarf_Off offset = 0;
      error = nullptr;
      if (!file_->succeeded(libdwarf()->dwarf_dieoffset(child, &offset, &error), error)) break;
      if (offset <= last) {
        file_->fail("damaged debug information: an entry leads back to one before it");
        break;
      }
      last = offset;
      error = nullptr;
      more = file_->succeeded(libdwarf()->dwarf_siblingof_b(file_->debug(), child, is_info, &child, &error), error);
    }
    return all;
  }

 private:
  struct Release {
    void operator()(Dwarf_Die die) const { libdwarf()->dwarf_dealloc_die(die); }
  };
  struct ReleaseAttribute {
    void operator()(Dwarf_Attribute attribute) const { libdwarf()->dwarf_dealloc_attribute(attribute); }
  };
  using Attribute = std::unique_ptr<std::remove_pointer_t<Dwarf_Attribute>, ReleaseAttribute>;

  Attribute find(unsigned name) const {
    Dwarf_Attribute attribute = nullptr;
    Dwarf_Error error = nullptr;
    const bool found =
        file_->succeeded(libdwarf()->dwarf_attr(die_.get(), static_cast<Dwarf_Half>(name), &attribute, &error), error);
    return Attribute(found ? attribute : nullptr);
  }

  Dwarf_Form_Class form_class_of(Dwarf_Attribute attribute) const {
    Dwarf_Half version = 4, offset_size = 4, form = 0, name = 0;
    Dwarf_Error error = nullptr;
    libdwarf()->dwarf_get_version_of_die(die_.get(), &version, &offset_size);
    if (!file_->succeeded(libdwarf()->dwarf_whatform(attribute, &form, &error), error)) return DW_FORM_CLASS_UNKNOWN;
    error = nullptr;
    if (!file_->succeeded(libdwarf()->dwarf_whatattr(attribute, &name, &error), error)) return DW_FORM_CLASS_UNKNOWN;
    return libdwarf()->dwarf_get_form_class(version, name, offset_size, form);
  }

  // DW_OP_plus_uconst and its operand, as DWARF 2 and 3 give the offset of a member.
  static std::optional<std::uint64_t> constant_added(Bytes expression) {
    if (expression.empty() || expression[0] != std::byte{DW_OP_plus_uconst}) return std::nullopt;
    std::uint64_t value = 0;
    for (std::size_t i = 1; i < expression.size() && i <= 9; ++i) {
      const auto byte = std::to_integer<std::uint64_t>(expression[i]);
      value |= (byte & 127) << (7 * (i - 1));
      if ((byte & 128) == 0) return value;
    }
    return std::nullopt;
  }

  LibdwarfFile *file_;
  std::shared_ptr<std::remove_pointer_t<Dwarf_Die>> die_;
};

class LibdwarfDies {
 public:
  using Die = LibdwarfDie;

  explicit LibdwarfDies(std::unique_ptr<LibdwarfFile> file) : file_(std::move(file)) {}

  std::optional<std::vector<Die>> next_unit() {
    Dwarf_Die unit = nullptr;
    while (!next_header()) {
      if (!is_info_ || !file_->failure().empty()) return std::nullopt;
      is_info_ = false;  // behind .debug_info comes .debug_types
    }
    Dwarf_Error error = nullptr;
    if (!file_->succeeded(libdwarf()->dwarf_siblingof_b(file_->debug(), nullptr, is_info_, &unit, &error), error)) {
      return std::nullopt;
    }
    const Die root(file_.get(), unit);
    if (root.has(DW_AT_dwo_name) || root.has(DW_AT_GNU_dwo_name)) file_->fail("split DWARF");
    return root.children();
  }

  unsigned address_size() const { return address_size_; }
  std::string failure() const { return file_->failure(); }

 private:
  bool next_header() {
    Dwarf_Unsigned length, abbreviations, type_offset, next;
    Dwarf_Half version, address_size, length_size, extension_size, header_type;
    Dwarf_Sig8 signature;
    Dwarf_Error error = nullptr;
    const int outcome = libdwarf()->dwarf_next_cu_header_d(file_->debug(), is_info_, &length, &version, &abbreviations,
                                                           &address_size, &length_size, &extension_size, &signature,
                                                           &type_offset, &next, &header_type, &error);
    if (!file_->succeeded(outcome, error)) return false;
    address_size_ = address_size;
    return true;
  }

  std::unique_ptr<LibdwarfFile> file_;
  bool is_info_ = true;
  unsigned address_size_ = 8;
};

}  // namespace

Result<std::unique_ptr<TypeSource>> open_with_libdwarf(const std::string &path) {
  if (libdwarf() == nullptr) return Error{ErrorCode::not_supported, "libdwarf is not installed"};
  MPIDBG_ASSIGN(file, open_regular_file(path));
  Dwarf_Debug debug = nullptr;
  Dwarf_Error error = nullptr;
  const int outcome =
      libdwarf()->dwarf_init_b(file.descriptor.get(), DW_GROUPNUMBER_ANY, 0, nullptr, nullptr, &debug, &error);
  if (outcome != DW_DLV_OK) {
    std::string reason = outcome == DW_DLV_ERROR ? error_text(error) : "no debug information";
    if (error != nullptr) libdwarf()->dwarf_dealloc_error(nullptr, error);
    return Error{ErrorCode::not_found, path + ": " + reason};
  }
  return std::unique_ptr<TypeSource>(std::make_unique<DieTypes<LibdwarfDies>>(
      LibdwarfDies(std::make_unique<LibdwarfFile>(std::move(file.descriptor), debug))));
}

}  // namespace corefile
