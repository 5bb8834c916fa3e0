#include "mpidbg/model/ofi/endpoint.h"

#include "mpidbg/base/hexadecimal.h"
#include "mpidbg/layout/ofi/constants.h"
#include "mpidbg/layout/view.h"
#include "mpidbg/model/ofi/completions.h"
#include "mpidbg/model/ofi/lnx.h"
#include "mpidbg/model/ofi/psm.h"
#include "mpidbg/model/ofi/rxm.h"
#include "mpidbg/model/ofi/shm.h"
#include "mpidbg/model/ofi/sm2.h"
#include "mpidbg/model/ofi/xnet.h"

namespace mpidbg::model::ofi {

namespace constants = layout::ofi;
using layout::View;
using namespace layout::ofi;

namespace {

constexpr int most_hooks = 8;

struct Opener {
  const char *provider;
  Result<std::unique_ptr<Provider>> (*open)(const debugger::Memory &memory, const Layouts &layouts, Address endpoint);
};
constexpr Opener openers[] = {{"ofi_rxm", open_rxm}, {"tcp", open_xnet}, {"net", open_xnet}, {"shm", open_shm},
                              {"psm3", open_psm},    {"lnx", open_lnx},  {"sm2", open_sm2}};

Result<std::uint64_t> class_of(const debugger::Memory &memory, const Layouts &layouts, Address object) {
  MPIDBG_ASSIGN(view, View<IdentifierLayout>::read(memory, layouts.identifier, object));
  return view.get(&IdentifierLayout::fclass);
}

struct Place {
  Address endpoint{};
  Address domain{};
};

// Follows hooks to the endpoint behind them: where an endpoint has its domain, a hook has the next endpoint. Endpoints
// of psm3 have their domain elsewhere.
Result<Place> behind_hooks(const debugger::Memory &memory, const Layouts &layouts, Address endpoint) {
  for (int hooks = 0; hooks <= most_hooks; ++hooks) {
    MPIDBG_ASSIGN(own, class_of(memory, layouts, endpoint));
    if (own != constants::class_endpoint) {
      return Error{ErrorCode::corrupt, "the object of libfabric at " + hex(endpoint) + " is no endpoint", endpoint};
    }
    MPIDBG_ASSIGN(view, View<EndpointLayout>::read(memory, layouts.endpoint, endpoint));
    const Address next = view.get(&EndpointLayout::domain);
    const Result<std::uint64_t> of_next = class_of(memory, layouts, next);
    if (of_next && *of_next == constants::class_domain) return Place{endpoint, next};
    if (!of_next || *of_next != constants::class_endpoint) {
      if (!layouts.psm_endpoint.resolved()) return Place{endpoint, next};
      MPIDBG_ASSIGN(psm, View<PsmEndpointLayout>::read(memory, layouts.psm_endpoint, endpoint));
      const Address domain = psm.get(&PsmEndpointLayout::domain);
      MPIDBG_ASSIGN(of_domain, class_of(memory, layouts, domain));
      if (of_domain == constants::class_domain) return Place{endpoint, domain};
      return Error{ErrorCode::corrupt, "the endpoint of libfabric at " + hex(endpoint) + " has no domain", endpoint};
    }
    endpoint = next;
  }
  return Error{ErrorCode::corrupt,
               "the endpoint at " + hex(endpoint) + " has more than " + std::to_string(most_hooks) + " hooks",
               endpoint};
}

}  // namespace

Result<OpenEndpoint> open_endpoint(const debugger::Memory &memory, const Layouts &layouts, Address endpoint) {
  OpenEndpoint result;
  MPIDBG_ASSIGN(found, behind_hooks(memory, layouts, endpoint));
  result.endpoint = found.endpoint;
  MPIDBG_ASSIGN(name, provider_of(memory, layouts, found.domain));
  result.name = name;
  for (const Opener &opener : openers) {
    if (name != opener.provider) continue;
    MPIDBG_ASSIGN(reader, opener.open(memory, layouts, found.endpoint));
    MPIDBG_TRY(reader->check());
    result.provider = std::move(reader);
    return result;
  }
  return Error{ErrorCode::not_supported, "the provider " + name + " of libfabric is not read", found.endpoint};
}

}  // namespace mpidbg::model::ofi
