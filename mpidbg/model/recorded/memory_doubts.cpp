#include "mpidbg/model/recorded/memory_doubts.h"

namespace mpidbg::model::recorded {

namespace {

enum class Seen { live, gone, unknown };

template <class Value>
Seen seen(const Result<Value> &read) {
  if (read) return Seen::live;
  return read.error().code == ErrorCode::not_found ? Seen::gone : Seen::unknown;
}

Seen look_at(const RecordedObject &object, MpiLibrary &library) {
  ObjectRecords &objects = *library.objects();
  switch (object.kind) {
    case HandleKind::communicator:
      return seen(library.communicators()->communicator(object.handle));
    case HandleKind::group:
      return seen(objects.group(object.handle));
    case HandleKind::errhandler:
      return seen(objects.errhandler(object.handle));
    case HandleKind::datatype:
      return seen(objects.datatype(object.handle));
    case HandleKind::file:
      return seen(objects.file(object.handle));
    case HandleKind::info:
      return seen(objects.info(object.handle));
    case HandleKind::op:
      return seen(objects.op(object.handle));
    case HandleKind::window:
      return seen(objects.window(object.handle));
    case HandleKind::message:
      return seen(objects.message(object.handle));
    default:
      return Seen::unknown;
  }
}

// Returns true if the library now uses the handle of a freed object for an object of its own.
bool is_another(const RecordedObject &object, MpiLibrary &library) {
  ObjectRecords &objects = *library.objects();
  if (object.kind == HandleKind::communicator) {
    const auto memory = library.communicators()->communicator(object.handle);
    return memory && memory->internal;
  }
  if (object.kind == HandleKind::datatype) {
    const auto memory = objects.datatype(object.handle);
    return memory && memory->internal;
  }
  if (object.kind == HandleKind::info) {
    const auto memory = objects.info(object.handle);
    return memory && memory->internal;
  }
  if (object.kind == HandleKind::op) {
    const auto memory = objects.op(object.handle);
    return memory && memory->internal;
  }
  return false;
}

std::string differ(const char *what, int recorded, int memory) {
  return std::string("the recorder noted ") + what + " " + std::to_string(recorded) + ", memory shows " +
         std::to_string(memory) + ": the library uses the handle for another request by now";
}

std::string doubt_of_request(const RecordedObject &object, MpiLibrary &library) {
  const auto memory = library.objects()->request(object.handle);
  if (memory) return doubt_of(object, *memory);
  if (memory.error().code != ErrorCode::not_found || !object.live()) return {};
  return "memory shows no live request there: how it ended was not recorded";
}

}  // namespace

std::string doubt_of(const RecordedObject &object, const Request &memory) {
  if (!object.live()) {
    if (object.freed() && memory.freed) return {};
    if (memory.state == RequestState::inactive && !memory.persistent) return {};
    return "the library uses the handle for another request by now, which was not recorded";
  }
  if (memory.freed) return "memory shows that it was freed, which was not recorded";
  if (object.tag && memory.tag && !memory.any_tag && *object.tag != *memory.tag &&
      memory.type == RequestType::point_to_point)
    return differ("tag", *object.tag, *memory.tag);
  const bool on_communicator = object.owner && object.owner->kind == HandleKind::communicator;
  if (on_communicator && !memory.communicator.is_null() && memory.communicator != object.owner->handle &&
      memory.type == RequestType::point_to_point)
    return "memory shows another communicator: the library uses the handle for another request by now";
  return {};
}

std::string doubt_of(const RecordedObject &object, MpiLibrary &library) {
  if (library.objects() == nullptr || library.communicators() == nullptr) return {};
  if (object.kind == HandleKind::request) return doubt_of_request(object, library);
  if (object.freed() && is_another(object, library))
    return "memory shows another object there, which the library has made for itself since";
  const Seen found = look_at(object, library);
  if (object.live() && found == Seen::gone) return "memory shows no live object there: how it ended was not recorded";
  return {};
}

}  // namespace mpidbg::model::recorded
