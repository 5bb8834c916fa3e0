#pragma once
// Replaces the library's handles in records of objects by the handles of a program that uses the standard ABI.

#include "mpidbg/model/datatypes/datatype.h"
#include "mpidbg/model/datatypes/type_map.h"
#include "mpidbg/model/mpich/standard_abi/program_handles.h"
#include "mpidbg/model/objects/communicator.h"
#include "mpidbg/model/objects/errhandler.h"
#include "mpidbg/model/objects/file.h"
#include "mpidbg/model/objects/keyval.h"
#include "mpidbg/model/objects/message.h"
#include "mpidbg/model/objects/op.h"
#include "mpidbg/model/objects/operation.h"
#include "mpidbg/model/objects/request.h"
#include "mpidbg/model/objects/session.h"
#include "mpidbg/model/objects/window.h"

namespace mpidbg::model::mpich {

void translate(ProgramHandles &handles, Communicator &communicator);
void translate(ProgramHandles &handles, Group &group);
void translate(ProgramHandles &handles, Request &request);
void translate(ProgramHandles &handles, Errhandler &errhandler);
void translate(ProgramHandles &handles, Datatype &datatype);
void translate(ProgramHandles &handles, File &file);
void translate(ProgramHandles &handles, Info &info);
void translate(ProgramHandles &handles, Op &op);
void translate(ProgramHandles &handles, Window &window);
void translate(ProgramHandles &handles, Message &message);
void translate(ProgramHandles &handles, Session &session);
void translate(ProgramHandles &handles, Operation &operation);
void translate(ProgramHandles &handles, std::vector<HandleReference> &references);
void translate(ProgramHandles &handles, std::vector<BasicType> &basics);
void translate(ProgramHandles &handles, std::vector<Keyval> &keyvals);
void translate(ProgramHandles &handles, DatatypeTree &tree);

}  // namespace mpidbg::model::mpich
