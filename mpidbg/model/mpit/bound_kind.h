#pragma once
// Converts the binding of variables and event types to kinds of handles.

#include "mpidbg/base/result.h"
#include "mpidbg/model/mpit/variable_value.h"
#include "mpidbg/model/objects/handle.h"

namespace mpidbg::model::mpit {

// Returns the kind of the objects that a variable or an event type is bound to. Errors: not_supported for
// Binding::none.
Result<HandleKind> bound_kind(Binding binding);

}  // namespace mpidbg::model::mpit
