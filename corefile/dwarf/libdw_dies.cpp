#include "corefile/dwarf/libdw_dies.h"

#include <elfutils/libdw.h>
#include <elfutils/libdwfl.h>

#include <memory>
#include <type_traits>

#include "corefile/dwarf/die_types.h"
#include "corefile/dwarf/libdwfl_error.h"

namespace corefile {

namespace {

class LibdwDie {
 public:
  explicit LibdwDie(const Dwarf_Die &die) : die_(die) {}

  unsigned tag() const { return static_cast<unsigned>(dwarf_tag(mutable_die())); }
  bool has(unsigned attribute) const { return dwarf_hasattr(mutable_die(), attribute) != 0; }

  std::string name() const {
    const char *const text = dwarf_diename(mutable_die());
    return text == nullptr ? std::string() : std::string(text);
  }

  std::optional<std::uint64_t> number(unsigned attribute) const {
    Dwarf_Attribute place;
    Dwarf_Word value;
    if (dwarf_attr(mutable_die(), attribute, &place) == nullptr) return std::nullopt;
    return dwarf_formudata(&place, &value) == 0 ? std::optional<std::uint64_t>(value) : std::nullopt;
  }

  std::optional<std::uint64_t> member_offset() const {
    if (const auto value = number(DW_AT_data_member_location)) return value;
    Dwarf_Attribute place;
    Dwarf_Op *operations = nullptr;
    std::size_t count = 0;
    if (dwarf_attr(mutable_die(), DW_AT_data_member_location, &place) == nullptr) return std::nullopt;
    if (dwarf_getlocation(&place, &operations, &count) != 0 || count != 1) return std::nullopt;
    if (operations[0].atom != DW_OP_plus_uconst) return std::nullopt;
    return operations[0].number;
  }

  std::optional<LibdwDie> type() const { return follow(DW_AT_type); }
  std::optional<LibdwDie> signed_type() const { return follow(DW_AT_signature); }

  std::vector<LibdwDie> children() const {
    std::vector<LibdwDie> all;
    Dwarf_Die child;
    if (dwarf_child(mutable_die(), &child) != 0) return all;
    do {
      all.emplace_back(child);
    } while (dwarf_siblingof(&child, &child) == 0);
    return all;
  }

 private:
  std::optional<LibdwDie> follow(unsigned attribute) const {
    Dwarf_Attribute place;
    Dwarf_Die target;
    if (dwarf_attr(mutable_die(), attribute, &place) == nullptr) return std::nullopt;
    if (dwarf_formref_die(&place, &target) == nullptr) return std::nullopt;
    return LibdwDie(target);
  }

  // libdw takes pointers to non-const DIEs, but changes only a cache in them.
  Dwarf_Die *mutable_die() const { return &die_; }

  mutable Dwarf_Die die_;
};

class LibdwDies {
 public:
  using Die = LibdwDie;

  LibdwDies(Dwfl *session, Dwarf *dwarf) : session_(session), dwarf_(dwarf) {}

  std::optional<std::vector<Die>> next_unit() {
    while (dwarf_ != nullptr) {
      Dwarf_CU *next = nullptr;
      Dwarf_Die unit, split_unit;
      uint8_t type = 0;
      if (dwarf_get_units(dwarf_, unit_, &next, nullptr, &type, &unit, &split_unit) == 0) {
        unit_ = next;
        uint8_t address_size = 0;
        Dwarf_Die header;
        if (dwarf_cu_die(next, &header, nullptr, nullptr, &address_size, nullptr, nullptr, nullptr) != nullptr &&
            address_size != 0) {
          address_size_ = address_size;
        }
        const bool is_split = type == DW_UT_skeleton && dwarf_tag(&split_unit) != DW_TAG_invalid;
        return Die(is_split ? split_unit : unit).children();
      }
      // The file's own units are followed by those of its supplementary file, which dwz has made for several files.
      unit_ = nullptr;
      dwarf_ = is_supplement_ ? nullptr : dwarf_getalt(dwarf_);
      is_supplement_ = true;
    }
    return std::nullopt;
  }

  unsigned address_size() const { return address_size_; }
  std::string failure() const { return {}; }

 private:
  struct End {
    void operator()(Dwfl *session) const { dwfl_end(session); }
  };
  std::unique_ptr<Dwfl, End> session_;
  Dwarf *dwarf_;
  Dwarf_CU *unit_ = nullptr;
  bool is_supplement_ = false;
  unsigned address_size_ = 8;
};

constexpr Dwfl_Callbacks offline = {dwfl_build_id_find_elf, dwfl_standard_find_debuginfo, dwfl_offline_section_address,
                                    nullptr};

}  // namespace

mpidbg::Result<std::unique_ptr<TypeSource>> open_with_libdw(const std::string &path) {
  // The file is opened through libdwfl, which applies the relocations of object files.
  std::unique_ptr<Dwfl, int (*)(Dwfl *)> session(dwfl_begin(&offline), [](Dwfl *s) {
    dwfl_end(s);
    return 0;
  });
  Dwfl_Module *const module = dwfl_report_offline(session.get(), "", path.c_str(), -1);
  dwfl_report_end(session.get(), nullptr, nullptr);
  Dwarf_Addr bias = 0;
  Dwarf *const dwarf = module == nullptr ? nullptr : dwfl_module_getdwarf(module, &bias);
  if (dwarf == nullptr) {
    return mpidbg::Error{mpidbg::ErrorCode::not_found,
                         path + ": no debug information: " + last_libdwfl_error("libdw does not say why")};
  }
  return std::unique_ptr<TypeSource>(std::make_unique<DieTypes<LibdwDies>>(LibdwDies(session.release(), dwarf)));
}

}  // namespace corefile
