#pragma once
// Fills in the data and the envelope of a request from the numbers that the library keeps in several structs: datatype,
// count and buffer; peer and tag.

#include "mpidbg/base/result.h"
#include "mpidbg/model/objects/request.h"

namespace mpidbg::model::mpich {

struct Handles;

// Checks that a request can have this datatype and count. `struct_name` is the struct that contains them, and `place`
// its address. Errors: corrupt.
Status check_data(Handles &handles, const char *struct_name, Address place, std::uint32_t datatype, std::int64_t count);

// Fills in the data of `request`. Valid only for data that check_data() has accepted.
void fill_data(Handles &handles, std::uint32_t datatype, std::int64_t count, Address buffer, Request &request);

// Fills in peer and tag. Errors: corrupt if the rank is not in the communicator.
Status fill_envelope(Handles &handles, std::int32_t peer, std::int32_t tag, Request &request);

}  // namespace mpidbg::model::mpich
