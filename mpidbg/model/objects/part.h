#pragma once
// Lists the parts that an MPI library may lack.

namespace mpidbg::model {

// Names the parts: each value stands for the function of MpiLibrary with the same name.
enum class Part { handles, communicators, objects, datatype_details, program_values, queues, tool_information };

}  // namespace mpidbg::model
