// The profiles of libfabric: which structs each version has, and that no profile believes another version's structs.

#include <doctest/doctest.h>

#include <set>

#include "mpidbg/layout/ofi/layouts.h"
#include "mpidbg/layout/profile.h"
#include "mpidbg/layout/resolve.h"

using namespace mpidbg::layout;

namespace {

// "1.17.0" as 117.
int series_of(const std::string &version) {
  const auto dot = version.find('.');
  return std::stoi(version) * 100 + std::stoi(version.substr(dot + 1));
}

// The first and last series that have a struct in the form that is described.
bool has(const std::string &type, int series) {
  if (type == "rxm_recv_queue" || type == "rxm_recv_entry") return series < 200;
  if (type == "util_srx_ctx" || type == "util_unexp_peer" || type == "util_rx_entry") return series >= 119;
  if (type == "fi_peer_rx_entry" || type == "index_map" || type == "ofi_dyn_arr") return series >= 116;
  if (type == "xnet_saved_msg") return series >= 118;
  if (type == "xnet_domain") return series >= 117;
  if (type.starts_with("xnet_")) return series >= 116;
  if (type == "smr_srx_ctx" || type == "smr_rx_entry") return series == 117 || series == 118;
  if (type == "smr_sar_entry") return series == 117;
  if (type == "smr_pend_fs" || type == "smr_pend_fs_entry") return series <= 118;
  if (type == "smr_pend_entry") return series >= 118 && series < 205;
  if (type == "smr_tx_fs" || type == "smr_tx_fs_entry") return series >= 118 && series < 205;
  if (type == "smr_tx_entry") return series < 205;
  if (type == "smr_cmd_ctx" || type == "smr_ep") return series >= 117;
  if (type.starts_with("sm2_")) return series >= 119 || (type == "sm2_ep" && series == 118);
  if (type.starts_with("lnx_")) return series >= 200;
  if (type.starts_with("psm") || type.starts_with("mpool") || type == "mqq") return series >= 117;
  return true;
}

}  // namespace

TEST_CASE("the profiles of libfabric resolve every described struct that their version has") {
  std::set<int> series;
  for (const Profile *profile : profile_collection().profiles) {
    if (profile->library != "libfabric") continue;
    series.insert(series_of(profile->version));
    mpidbg::layout::ofi::Layouts layouts;
    ProfileSource source(*profile);
    layouts.for_each([&](auto &layout) {
      resolve_from(layout, source, LayoutOrigin::profile_by_version, profile->pointer_size);
      const std::string type = layout.type_name;
      CHECK_MESSAGE(layout.resolved() == has(type, series_of(profile->version)), profile->name, ": ", type, " ",
                    layout.problem);
    });
    // What the readers take to be the same in all versions.
    CHECK(layouts.endpoint.domain.offset == 80);
    CHECK(layouts.pool_header.byte_size == 32);
    CHECK(layouts.rxm_endpoint.srx.present.has_value() == (series_of(profile->version) >= 200));
    CHECK(layouts.rxm_endpoint.trecv_queue.present.has_value() == (series_of(profile->version) < 200));
    if (layouts.peer_entry.resolved()) {
      CHECK(layouts.peer_entry.size.present.has_value() != layouts.peer_entry.msg_size.present.has_value());
    }
  }
  CHECK(series == std::set<int>{113, 114, 115, 116, 117, 118, 119, 120, 121, 122, 200, 201, 202, 203, 204, 205, 206});
}
