#pragma once
// Determines which processes the ranks of MPICH's communicators and groups stand for.

#include <optional>
#include <span>

#include "mpidbg/model/mpich/attach.h"
#include "mpidbg/model/mpich/world.h"

namespace mpidbg::model::mpich {

// Reads the MPIDI_rank_map_t at address `map`. Errors: corrupt, naming the field; those of reading.
Result<GroupMembers> read_rank_map(const Attachment &process, const World &world, Address map);

// Reads the members of an MPIR_Group. Errors: those of read_rank_map(); layout if the layout of this version has no
// known form of members.
Result<GroupMembers> read_group_members(const Attachment &process, const World &world,
                                        const layout::View<GroupLayout> &group);

// Checks the members of a communicator or group of `size` processes. `rank` is the rank of this process, if it is a
// member. Errors: corrupt, naming `map`, the address from which the members were read.
Status check_members(const World &world, std::span<const ProcessName> members, std::int32_t size,
                     std::optional<std::int32_t> rank, Address map);

}  // namespace mpidbg::model::mpich
