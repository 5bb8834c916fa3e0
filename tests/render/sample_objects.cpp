// Objects of every kind, and what a recorder noted of them.

#include "tests/render/sample_reports.h"

namespace sample {

using namespace mqs_shim;

namespace {

constexpr Address world{0x5602a000}, self{0x5602a100}, dup_{0x5602a300};
constexpr Address mpi_int{0x7f002000}, particle{0x56040000}, mpi_sum{0x7f005000};
constexpr Address info{0x56050000}, halo{0x56060000}, file{0x56070000};

// ---- requests ----

RequestRecord request(std::uint64_t handle, int type, int call) {
  RequestRecord record;
  record.handle = Address(handle);
  record.type = type;
  record.call = call;
  record.capabilities = MPIDBG_REQUEST_CAP_BASIC | MPIDBG_REQUEST_CAP_POINT_TO_POINT | MPIDBG_REQUEST_CAP_TRANSFER;
  record.reference_count = 1;
  return record;
}

RequestRecord transfer(std::uint64_t handle, int call, int peer, int tag, std::int64_t count) {
  RequestRecord record = request(handle, MPIDBG_REQUEST_POINT_TO_POINT, call);
  record.communicator = dup_;
  record.datatype = mpi_int;
  record.datatype_name = "MPI_INT";
  record.flags |= MPIDBG_REQUEST_INFO_DATATYPE_NAMED;
  record.peer = RequestPeerRecord{peer, peer, 0x5ac10001, static_cast<std::uint32_t>(peer)};
  record.tag = tag;
  record.count = count;
  record.bytes = 4 * count;
  record.buffer = Address(0x7ffe52060140);
  return record;
}

// A message of a spawned process, taken by a receive of any source and tag.
RequestRecord matched_receive() {
  RequestRecord record = transfer(0x5602a2c0, MPIDBG_CALL_IRECV, 1, 5, 4);
  record.peer.reset();
  record.tag.reset();
  record.flags |= MPIDBG_REQUEST_INFO_ANY_SOURCE | MPIDBG_REQUEST_INFO_ANY_TAG | MPIDBG_REQUEST_INFO_CALL_INFERRED;
  record.matched = MatchedRecord{{0, -1, 0x5ac10002, 0}, 9, 12};
  record.bytes_done = 8;
  record.transfer_started = true;
  record.sequence = 18;
  record.waiter = Address(0x7ffe52060000);
  return record;
}

RequestRecord send() {
  RequestRecord record = transfer(0x5602a3c0, MPIDBG_CALL_ISSEND, 1, 6, 1000);
  record.send_mode = MPIDBG_REQUEST_MODE_SYNCHRONOUS;
  record.flags |= MPIDBG_REQUEST_INFO_FREED_HANDLE | MPIDBG_REQUEST_INFO_FREED_HANDLE_INFERRED;
  record.transfer_started = record.transfer_completed = false;
  record.bytes_done = 0;
  record.fortran_handle = 3;
  return record;
}

RequestRecord buffered_send() {
  RequestRecord record = transfer(0x5602a4c0, MPIDBG_CALL_IBSEND, 1, 7, 2);
  record.send_mode = MPIDBG_REQUEST_MODE_BUFFERED;
  record.library_buffer = Address(0x56080000);
  record.state = MPIDBG_REQUEST_COMPLETE;
  record.transfer_started = record.transfer_completed = true;
  record.bytes_done = 8;
  return record;
}

RequestRecord persistent_receive() {
  RequestRecord record = transfer(0x5602a5c0, MPIDBG_CALL_RECV_INIT, 1, 8, 2);
  record.flags |= MPIDBG_REQUEST_INFO_PERSISTENT;
  record.state = MPIDBG_REQUEST_INACTIVE;
  return record;
}

RequestRecord cancelled_receive() {
  RequestRecord record = transfer(0x5602a6c0, MPIDBG_CALL_IRECV, 1, 10, 2);
  record.state = MPIDBG_REQUEST_CANCELLED;
  record.flags |= MPIDBG_REQUEST_INFO_CANCELLED;
  StatusRecord &status = record.status.emplace();
  status.handle = record.handle + 0x40;
  status.flags = MPIDBG_STATUS_INFO_CANCELLED | MPIDBG_STATUS_INFO_ANY_SOURCE | MPIDBG_STATUS_INFO_ANY_TAG;
  return record;
}

RequestRecord collective() {
  RequestRecord record = request(0x5602a7c0, MPIDBG_REQUEST_COLLECTIVE, MPIDBG_CALL_ICOLLECTIVE);
  record.communicator = world;
  record.tag = -27;
  record.created_by = "MPI_Iallreduce";
  record.flags |= MPIDBG_REQUEST_INFO_SCHEDULE_TRUNCATED;
  ScheduleRecord &schedule = record.schedule.emplace();
  schedule.round = 2;
  schedule.rounds = 3;
  ScheduleOperationRecord operation;
  operation.peer = {1, 1, 0x5ac10001, 1};
  operation.count = 16;
  operation.datatype = mpi_int;
  operation.datatype_name = "MPI_INT";
  operation.round = 1;
  operation.action = MPIDBG_SCHEDULE_SEND;
  operation.state = MPIDBG_SCHEDULE_DONE;
  operation.source = Address(0x9000);
  schedule.operations.push_back(operation);
  operation.round = 2;
  operation.action = MPIDBG_SCHEDULE_RECEIVE;
  operation.state = MPIDBG_SCHEDULE_PENDING;
  operation.request = Address(0x5602aac0);
  operation.target = Address(0xa000);
  operation.in_local_group = true;
  schedule.operations.push_back(operation);
  operation = {};
  operation.round = 3;
  operation.count = 16;
  operation.datatype = particle;
  operation.source = Address(0xa000);
  operation.target = Address(0x9000);
  for (const int action : {MPIDBG_SCHEDULE_REDUCE, MPIDBG_SCHEDULE_COPY, MPIDBG_SCHEDULE_UNPACK}) {
    operation.action = action;
    operation.op = action == MPIDBG_SCHEDULE_REDUCE ? mpi_sum : Address();
    operation.op_name = action == MPIDBG_SCHEDULE_REDUCE ? "MPI_SUM" : "";
    schedule.operations.push_back(operation);
  }
  return record;
}

std::vector<RequestRecord> requests() {
  RequestRecord null = request(0x7f004000, MPIDBG_REQUEST_NULL, MPIDBG_CALL_UNKNOWN);
  null.name = "MPI_REQUEST_NULL";
  null.flags = MPIDBG_REQUEST_INFO_PREDEFINED | MPIDBG_REQUEST_INFO_REQUEST_NULL;
  null.state = MPIDBG_REQUEST_INACTIVE;
  null.fortran_handle = 0;

  RequestRecord unseen = request(0x5602a8c0, MPIDBG_REQUEST_COLLECTIVE, MPIDBG_CALL_COLLECTIVE_INIT);
  unseen.schedule_problem = "the schedule of 0x5602a8c0 cannot be read";
  unseen.flags |= MPIDBG_REQUEST_INFO_INTERNAL;

  RequestRecord writing = request(0x5602a9c0, MPIDBG_REQUEST_FILE, MPIDBG_CALL_IWRITE_AT);
  writing.file = file;
  RequestRecord putting = request(0x5602abc0, MPIDBG_REQUEST_WINDOW, MPIDBG_CALL_RPUT);
  putting.window = halo;
  putting.peer = RequestPeerRecord{1, 1, 0x5ac10001, 1};
  RequestRecord generalized = request(0x5602acc0, MPIDBG_REQUEST_GENERALIZED, MPIDBG_CALL_GREQUEST_START);
  generalized.flags |= MPIDBG_REQUEST_INFO_FORTRAN_CALLBACKS;
  generalized.generalized = GeneralizedRecord{Address(0x401000), Address(0x401010), Address(0x401020), Address(0x99)};
  RequestRecord duplicating = request(0x5602adc0, MPIDBG_REQUEST_COMM, MPIDBG_CALL_COMM_IDUP);
  duplicating.communicator = world;
  RequestRecord nothing = request(0x5602aec0, MPIDBG_REQUEST_NOOP, MPIDBG_CALL_UNKNOWN);
  nothing.state = MPIDBG_REQUEST_COMPLETE;
  return {null,
          matched_receive(),
          send(),
          buffered_send(),
          persistent_receive(),
          cancelled_receive(),
          collective(),
          unseen,
          writing,
          putting,
          generalized,
          duplicating,
          nothing};
}

// ---- the other kinds ----

ErrhandlerRecord errhandler(std::uint64_t handle, std::uint32_t flags, int language) {
  ErrhandlerRecord record;
  record.handle = Address(handle);
  record.flags = flags;
  record.language = language;
  record.capabilities = MPIDBG_ERRH_CAP_BASIC | MPIDBG_ERRH_CAP_HANDLE_LIST;
  record.function = Address(0x401100 + (handle & 0xf00));
  record.reference_count = 2;
  return record;
}

std::vector<ErrhandlerRecord> errhandlers() {
  ErrhandlerRecord fatal = errhandler(0x7f001000, MPIDBG_ERRH_INFO_PREDEFINED, MPIDBG_LANGUAGE_C);
  fatal.name = "MPI_ERRORS_ARE_FATAL";
  fatal.fortran_handle = 1;
  fatal.users = {{MPIDBG_KIND_COMM, world}, {MPIDBG_KIND_WIN, halo}};
  ErrhandlerRecord of_communicators =
      errhandler(0x56090100,
                 MPIDBG_ERRH_INFO_COMMUNICATOR | MPIDBG_ERRH_INFO_C_CALLBACK | MPIDBG_ERRH_INFO_FREED_HANDLE |
                     MPIDBG_ERRH_INFO_FREED_HANDLE_INFERRED,
                 MPIDBG_LANGUAGE_C);
  of_communicators.users = {{MPIDBG_KIND_COMM, dup_}};
  return {fatal, of_communicators, errhandler(0x56090200, MPIDBG_ERRH_INFO_FILE, MPIDBG_LANGUAGE_FORTRAN),
          errhandler(0x56090300, MPIDBG_ERRH_INFO_WINDOW | MPIDBG_ERRH_INFO_FREED_OBJECT, MPIDBG_LANGUAGE_CXX)};
}

DatatypeRecord datatype(Address handle, std::uint64_t size, std::int64_t extent) {
  DatatypeRecord record;
  record.handle = handle;
  record.size = size;
  record.extent = record.ub = record.true_extent = record.true_ub = extent;
  record.flags = MPIDBG_DATATYPE_INFO_COMMITTED | MPIDBG_DATATYPE_INFO_TYPEMAP | MPIDBG_DATATYPE_INFO_COVERAGE |
                 MPIDBG_DATATYPE_INFO_TRUE_BOUNDS;
  record.reference_count = 1;
  record.bytes_used = size;
  return record;
}

std::vector<DatatypeRecord> datatypes() {
  DatatypeRecord predefined = datatype(mpi_int, 4, 4);
  predefined.name = "MPI_INT";
  predefined.flags |= MPIDBG_DATATYPE_INFO_PREDEFINED;
  predefined.combiner = MPIDBG_COMBINER_NAMED;
  predefined.fortran_handle = 7;
  predefined.basics = {{"MPI_INT", mpi_int, 4, 1}};
  predefined.typemap = {{MPIDBG_TYPEMAP_RUN, 0, 0, 1, 4}};
  predefined.total_entries = predefined.total_elements = 1;
  predefined.users = {{MPIDBG_KIND_DATATYPE, particle}};

  DatatypeRecord structure = datatype(particle, 9, 12);
  structure.name = "particle";
  structure.fortran_handle = 80;
  structure.lb = -4;
  structure.ub = 8;
  structure.true_lb = 0;
  structure.true_ub = 12;
  structure.flags |= MPIDBG_DATATYPE_INFO_FREED_HANDLE | MPIDBG_DATATYPE_INFO_FREED_HANDLE_KNOWN |
                     MPIDBG_DATATYPE_INFO_FREED_HANDLE_INFERRED | MPIDBG_DATATYPE_INFO_VARIANT_MPI1 |
                     MPIDBG_DATATYPE_INFO_OVERLAP;
  structure.combiner = MPIDBG_COMBINER_STRUCT;
  structure.constructor = "MPI_Type_create_struct";
  structure.mpi1_constructor = "MPI_Type_struct";
  structure.integers = {2, 1, 2};
  structure.addresses = {0, 4};
  structure.datatypes = {Address(0x7f002100), mpi_int};
  structure.total_integers = 3;
  structure.total_addresses = structure.total_datatypes = 2;
  structure.nodes = {{0, MPIDBG_COMBINER_STRUCT, particle, 1, false, "particle", "struct(1 x MPI_CHAR, 2 x MPI_INT)"},
                     {1, MPIDBG_COMBINER_NAMED, Address(0x7f002100), 1, false, "MPI_CHAR", ""},
                     {1, MPIDBG_COMBINER_CONTIGUOUS, Address(0x56040100), 2, true, "", "contiguous(2, MPI_INT)"}};
  structure.basics = {{"MPI_CHAR", Address(0x7f002100), 1, 1}, {"MPI_INT", mpi_int, 4, 2}};
  structure.typemap = {{MPIDBG_TYPEMAP_RUN, 0, 0, 1, 1}, {MPIDBG_TYPEMAP_RUN, 1, 4, 2, 4}};
  structure.total_entries = 2;
  structure.total_elements = 3;
  structure.bytes_used = 5;
  structure.bytes_outside = 4;
  structure.hole_bytes = 7;
  structure.total_holes = 2;
  structure.holes = {{-4, 4}, {1, 3}};
  structure.users = {{MPIDBG_KIND_FILE, file}, {MPIDBG_KIND_REQUEST, Address(0x5602a2c0)}};

  DatatypeRecord vector = datatype(Address(0x56040200), 480, 1000);
  vector.flags = MPIDBG_DATATYPE_INFO_TYPEMAP | MPIDBG_DATATYPE_INFO_TYPEMAP_TRUNCATED |
                 MPIDBG_DATATYPE_INFO_CONTENTS_TRUNCATED | MPIDBG_DATATYPE_INFO_TREE_TRUNCATED |
                 MPIDBG_DATATYPE_INFO_VARIANT_AMBIGUOUS;
  vector.combiner = MPIDBG_COMBINER_HVECTOR;
  vector.constructor = "MPI_Type_create_hvector";
  vector.integers = {10, 12};
  vector.addresses = {100};
  vector.datatypes = {mpi_int};
  vector.total_integers = 70000;
  vector.total_addresses = vector.total_datatypes = 1;
  vector.basics = {{"MPI_INT", mpi_int, 4, 120}};
  vector.typemap = {{MPIDBG_TYPEMAP_LOOP, 0, 0, 10, 100},
                    {MPIDBG_TYPEMAP_RUN, 0, 0, 12, 8},
                    {MPIDBG_TYPEMAP_RUN, 0, 400, 1, 4},
                    {MPIDBG_TYPEMAP_END, 0, 0, 0, 0}};
  vector.total_entries = 99;
  vector.total_elements = 130;
  vector.coverage_problem = "the map has 99 entries, of which 4 were taken";

  DatatypeRecord internal = datatype(Address(0x56040300), 1, 1);
  internal.flags = MPIDBG_DATATYPE_INFO_INTERNAL;
  internal.typemap_problem = "the library kept no description";
  return {predefined, structure, vector, internal};
}

std::vector<FileRecord> files() {
  FileRecord null;
  null.handle = Address(0x7f006000);
  null.name = "MPI_FILE_NULL";
  null.flags = MPIDBG_FILE_INFO_PREDEFINED | MPIDBG_FILE_INFO_FILE_NULL;
  null.fortran_handle = 0;
  null.communicator = self;

  FileRecord open;
  open.handle = file;
  open.fortran_handle = 1;
  open.filename = "out.dat";
  open.communicator = dup_;
  open.mode = MPIDBG_MODE_CREATE | MPIDBG_MODE_RDWR;
  open.mode_text = "MPI_MODE_CREATE | MPI_MODE_RDWR";
  open.flags = MPIDBG_FILE_INFO_HINTS | MPIDBG_FILE_INFO_VIEW | MPIDBG_FILE_INFO_ATOMIC |
               MPIDBG_FILE_INFO_SPLIT_COLLECTIVE | MPIDBG_FILE_INFO_POSITION | MPIDBG_FILE_INFO_BYTE_OFFSET |
               MPIDBG_FILE_INFO_SHARED_POSITION | MPIDBG_FILE_INFO_DESCRIPTOR | MPIDBG_FILE_INFO_REQUESTS;
  open.hints = {{"striping_factor", "4"}};
  open.ignored_hints = {{"no_such", "hint"}};
  open.errhandler = Address(0x7f001100);
  open.errhandler_name = "MPI_ERRORS_RETURN";
  open.reference_count = 2;
  open.layer = "ompio";
  open.path = "/scratch/out.dat";
  open.io_communicator = Address(0x5602b000);
  open.io_info = info;
  open.descriptor = 17;
  open.displacement = 64;
  open.etype = mpi_int;
  open.etype_name = "MPI_INT";
  open.filetype = particle;
  open.etype_size = 4;
  open.data_representation = "native";
  open.position = 3;
  open.byte_offset = 76;
  open.shared_position = 5;
  open.split_request = Address(0x5602a9c0);
  open.pending_requests = {Address(0x5602a9c0)};

  FileRecord unseen;
  unseen.handle = Address(0x56070100);
  unseen.filename = "in.dat";
  unseen.communicator = Address(0x5602b100);
  unseen.mode = MPIDBG_MODE_RDONLY;
  unseen.mode_text = "MPI_MODE_RDONLY";
  unseen.flags = MPIDBG_FILE_INFO_FREED_HANDLE | MPIDBG_FILE_INFO_FREED_OBJECT;
  unseen.errhandler = Address(0x56090200);
  unseen.problem = "the layer other is not known";
  return {null, open, unseen};
}

std::vector<InfoRecord> infos() {
  InfoRecord environment;
  environment.handle = Address(0x7f007000);
  environment.name = "MPI_INFO_ENV";
  environment.flags = MPIDBG_INFO_INFO_PREDEFINED | MPIDBG_INFO_INFO_INFO_ENV;
  environment.fortran_handle = 1;
  environment.pairs = {{"command", "a.out"}};
  InfoRecord plain;
  plain.handle = info;
  plain.fortran_handle = 2;
  plain.flags = MPIDBG_INFO_INFO_USERS_INFERRED;
  plain.pairs = {{"key", "value"}, {"evil\x1b[31m", "a\nb"}};
  plain.users = {{MPIDBG_KIND_FILE, file}, {MPIDBG_KIND_COMM, dup_}};
  plain.reference_count = 1;
  InfoRecord internal;
  internal.handle = Address(0x56050100);
  internal.flags = MPIDBG_INFO_INFO_INTERNAL | MPIDBG_INFO_INFO_FREED_HANDLE;
  return {environment, plain, internal};
}

OpRecord op(std::uint64_t handle, std::uint32_t flags, int language) {
  OpRecord record;
  record.handle = Address(handle);
  record.flags = flags;
  record.language = language;
  record.capabilities = MPIDBG_OP_CAP_BASIC | MPIDBG_OP_CAP_PENDING_LIST;
  record.function = Address(0x401200);
  record.reference_count = 1;
  return record;
}

std::vector<OpRecord> ops() {
  OpRecord sum = op(mpi_sum.value(), MPIDBG_OP_INFO_PREDEFINED | MPIDBG_OP_INFO_COMMUTATIVE, MPIDBG_LANGUAGE_C);
  sum.name = "MPI_SUM";
  sum.fortran_handle = 3;
  sum.pending = {{MPIDBG_KIND_REQUEST, Address(0x5602a7c0)}};
  OpRecord freed =
      op(0x560a0000, MPIDBG_OP_INFO_C_CALLBACK | MPIDBG_OP_INFO_FREED_HANDLE | MPIDBG_OP_INFO_FREED_HANDLE_INFERRED,
         MPIDBG_LANGUAGE_C);
  freed.pending = {{MPIDBG_KIND_COMM, dup_}, {MPIDBG_KIND_REQUEST, Address(0x5602a7c0)}};
  return {sum, freed, op(0x560a0100, MPIDBG_OP_INFO_COMMUTATIVE | MPIDBG_OP_INFO_FREED_OBJECT, MPIDBG_LANGUAGE_JAVA)};
}

WindowRecord window(std::uint64_t handle, int flavor, const char *component) {
  WindowRecord record;
  record.handle = Address(handle);
  record.flags = MPIDBG_WIN_INFO_MEMORY_KNOWN | MPIDBG_WIN_INFO_SYNC_KNOWN;
  record.rank = 0;
  record.size = 2;
  record.group = Address(0x5602f000);
  record.errhandler = Address(0x7f001000);
  record.errhandler_name = "MPI_ERRORS_ARE_FATAL";
  record.reference_count = 1;
  record.base = Address(0x7f100000);
  record.bytes = 1024;
  record.disp_unit = 8;
  record.flavor = flavor;
  record.component = component;
  return record;
}

std::vector<WindowRecord> windows() {
  WindowRecord locked = window(halo.value(), MPIDBG_WIN_FLAVOR_ALLOCATE, "rdma");
  locked.name = "halo";
  locked.fortran_handle = 2;
  locked.flags |= MPIDBG_WIN_INFO_HINTS | MPIDBG_WIN_INFO_ATTRIBUTES_KNOWN | MPIDBG_WIN_INFO_ORIGIN_COMM_INFERRED |
                  MPIDBG_WIN_INFO_COMPONENT_INFERRED | MPIDBG_WIN_INFO_POSTS_COUNTED |
                  MPIDBG_WIN_INFO_COMPLETES_COUNTED | MPIDBG_WIN_INFO_LAST_CALL_INFERRED |
                  MPIDBG_WIN_INFO_OPERATIONS_COUNTED | MPIDBG_WIN_INFO_POSTERS_KNOWN;
  locked.communicator = Address(0x5602b200);
  locked.origin_communicator = dup_;
  locked.info = {{"same_size", "true"}};
  locked.ignored_info = {{"colour", "blue"}};
  locked.attributes = {{0, "MPI_WIN_BASE", "0x7f100000", MPIDBG_ATTRIBUTE_C, 0x7f100000},
                       {12, "", "0x99", MPIDBG_ATTRIBUTE_C, 0x99},
                       {13, "", "-5", MPIDBG_ATTRIBUTE_FORTRAN_INTEGER, -5}};
  locked.requests = {Address(0x5602abc0)};
  locked.access = MPIDBG_WIN_ACCESS_LOCK;
  locked.locks = {{1, MPIDBG_WIN_LOCK_EXCLUSIVE, MPIDBG_WIN_LOCK_WANTED, 0, {1, 0, 2, 1}},
                  {0, MPIDBG_WIN_LOCK_SHARED, MPIDBG_WIN_LOCK_HELD, 1, {0, 0, 0, -1}}};
  locked.lock_word = {1, 1, 0, 2};
  locked.lock_all_holders = 1;
  locked.waiters = {{1, MPIDBG_WIN_LOCK_SHARED}};
  locked.pending_operations = 3;
  locked.post_group = Address(0x5602f100);
  locked.post_peers = {{1, 1}, {0, 0}};
  locked.completes_arrived = 1;
  locked.posters = {{1, 1}};
  locked.last_call = MPIDBG_WIN_CALL_LOCK;

  WindowRecord started = window(0x56060100, MPIDBG_WIN_FLAVOR_CREATE, "pt2pt");
  started.flags |= MPIDBG_WIN_INFO_POSTS_COUNTED | MPIDBG_WIN_INFO_NO_LOCKS | MPIDBG_WIN_INFO_FENCE_KNOWN;
  started.access = MPIDBG_WIN_ACCESS_START;
  started.start_group = Address(0x5602f200);
  started.start_peers = {{1, 1}};
  started.model = MPIDBG_WIN_MODEL_SEPARATE;

  WindowRecord dynamic = window(0x56060200, MPIDBG_WIN_FLAVOR_DYNAMIC, "sm");
  dynamic.base = Address();
  dynamic.bytes = 0;
  dynamic.flags |= MPIDBG_WIN_INFO_REGIONS_KNOWN | MPIDBG_WIN_INFO_FENCE_KNOWN | MPIDBG_WIN_INFO_COMMUNICATED |
                   MPIDBG_WIN_INFO_FREED_HANDLE | MPIDBG_WIN_INFO_FREED_OBJECT;
  dynamic.regions = {{0x7f200000, 4096}, {0x7f300000, 64}};
  dynamic.access = MPIDBG_WIN_ACCESS_FENCE;

  WindowRecord all = window(0x56060300, MPIDBG_WIN_FLAVOR_SHARED, "ucx");
  all.flags |= MPIDBG_WIN_INFO_LOCK_ALL_INFERRED;
  all.access = MPIDBG_WIN_ACCESS_LOCK_ALL;
  all.locks = {{-1, MPIDBG_WIN_LOCK_SHARED, MPIDBG_WIN_LOCK_HELD, 0, {0, 0, 0, -1}}};
  all.sync_problem = "the state of rank 1 is not mapped here";

  WindowRecord unseen = window(0x56060400, 0, "");
  unseen.flags = 0;
  unseen.sync_problem = "the component monitoring is not known";

  WindowRecord null = window(0x7f008000, 0, "");
  null.flags = MPIDBG_WIN_INFO_PREDEFINED | MPIDBG_WIN_INFO_WIN_NULL;
  null.name = "MPI_WIN_NULL";
  null.rank = -1;
  null.size = -1;
  return {null, locked, started, dynamic, all, unseen};
}

std::vector<MessageRecord> messages() {
  MessageRecord none;
  none.handle = Address(0x7f009000);
  none.name = "MPI_MESSAGE_NO_PROC";
  none.flags = MPIDBG_MESSAGE_INFO_PREDEFINED | MPIDBG_MESSAGE_INFO_NO_PROC;
  MessageRecord eager;
  eager.handle = Address(0x560b0000);
  eager.fortran_handle = 4;
  eager.flags = MPIDBG_MESSAGE_INFO_TAG_KNOWN;
  eager.communicator = dup_;
  eager.source = eager.source_world_rank = 1;
  eager.tag = 77;
  eager.bytes = 4;
  eager.protocol = MPIDBG_MESSAGE_EAGER;
  eager.payload = Address(0x560b1000);
  eager.request = Address(0x560b0000);
  MessageRecord foreign;
  foreign.handle = Address(0x560b0100);
  foreign.communicator = Address(0x5602b300);
  foreign.source = 0;
  foreign.source_job = 0x5ac10002;
  foreign.source_job_rank = 3;
  foreign.bytes = 1048576;
  return {none, eager, foreign};
}

std::vector<SessionRecord> sessions() {
  SessionRecord none;
  none.handle = Address(0x38000000);
  none.name = "MPI_SESSION_NULL";
  none.flags = MPIDBG_SESSION_INFO_PREDEFINED | MPIDBG_SESSION_INFO_SESSION_NULL;
  SessionRecord own;
  own.handle = Address(0xb8000000);
  own.fortran_handle = static_cast<int>(0xb8000000);
  own.thread_level = 3;
  own.errhandler = Address(0x56090100);
  SessionRecord single = own;
  single.handle = Address(0xb8000001);
  single.fortran_handle = static_cast<int>(0xb8000001);
  single.thread_level = 0;
  single.errhandler_name = "MPI_ERRORS_RETURN";
  return {none, own, single};
}

// ---- communicators and groups ----

void complete_communicators(ProcessReport &report) {
  for (CommunicatorRecord &communicator : report.communicators) {
    communicator.capabilities = MPIDBG_COMM_CAP_BASIC | MPIDBG_COMM_CAP_WINDOW_LIST | MPIDBG_COMM_CAP_FILE_LIST;
    if (communicator.handle != dup_) continue;
    communicator.flags = MPIDBG_COMM_INFO_NAMED | MPIDBG_COMM_INFO_HINTS | MPIDBG_COMM_INFO_ATTRIBUTES_KNOWN |
                         MPIDBG_COMM_INFO_WINDOWS_INFERRED | MPIDBG_COMM_INFO_TOPO_REORDERED |
                         MPIDBG_COMM_INFO_FREED_OBJECT;
    communicator.attributes = {{0, "MPI_TAG_UB", "2147483647", MPIDBG_ATTRIBUTE_C, 2147483647},
                               {14, "", "0x1234", MPIDBG_ATTRIBUTE_FORTRAN_ADDRESS, 0x1234}};
    communicator.windows = {halo};
    communicator.files = {file};
    communicator.hints = {{"mpi_assert_no_any_tag", "true"}};
    communicator.ignored_hints = {{"colour", "green"}};
    communicator.errhandler = Address(0x56090100);
    communicator.errhandler_name.clear();
  }
  CommunicatorRecord &null = report.communicators.emplace_back();
  null.handle = Address(0x7f00a000);
  null.name = "MPI_COMM_NULL";
  null.has_details = true;
  null.flags = MPIDBG_COMM_INFO_PREDEFINED | MPIDBG_COMM_INFO_COMM_NULL | MPIDBG_COMM_INFO_DERIVED_UNKNOWN;
  GroupRecord strided;
  strided.handle = Address(0x5602f300);
  strided.fortran_handle = 5;
  strided.rank = 0;
  strided.size = 2;
  strided.members = {{0x5ac10001, 0, 0}, {0x5ac10001, 1, 1}};
  strided.storage = MPIDBG_GROUP_STRIDED;
  strided.flags =
      MPIDBG_GROUP_INFO_FREED_HANDLE | MPIDBG_GROUP_INFO_FREED_OBJECT | MPIDBG_GROUP_INFO_NO_HANDLE_INFERRED;
  strided.communicators = {dup_, Address(0x5602b000)};
  strided.reference_count = 3;
  report.groups = {strided};
  report.keyvals[12] = {MPIDBG_KIND_WIN, MPIDBG_LANGUAGE_C, false, 1, Address(0x401300), Address(0), 0x77};
  report.keyvals[13] = {MPIDBG_KIND_WIN, MPIDBG_LANGUAGE_FORTRAN, true, 1, Address(0), Address(0x401320), -3};
}

// ---- the recorder ----

constexpr std::int64_t second = 1'000'000'000;

RecordedRecord recorded(int kind, Address handle, const char *function, const char *arguments) {
  RecordedRecord record;
  record.kind = kind;
  record.handle = handle;
  record.flags = MPIDBG_RECORDED_LIVE;
  record.created_by = function;
  record.call = std::string(function) + arguments;
  record.created_at = Address(0x401501);
  record.created = 10 * second;
  return record;
}

RecordedRecord freed(RecordedRecord record, const char *function) {
  record.flags = MPIDBG_RECORDED_FREED;
  record.freed_by = function;
  record.freed_at = Address(0x401601);
  record.ended = 20 * second;
  return record;
}

RecorderRecord recorder() {
  RecorderRecord recorder;
  recorder.pid = 4151;
  recorder.address = Address(0x7f500000);
  recorder.realtime_offset = 1'700'000'000 * second;
  recorder.latest = 25 * second;
  recorder.library = "Open MPI v4.1.4";
  RecordedThreadRecord waiting;
  waiting.tid = 4151;
  waiting.alive = waiting.in_call = true;
  waiting.name = "MPI_Recv";
  waiting.call = "MPI_Recv(source=1, tag=99)";
  waiting.site = Address(0x401501);
  waiting.since = 15 * second;
  waiting.calls = 42;
  RecordedThreadRecord computing;
  computing.tid = 4160;
  computing.alive = true;
  computing.calls = 7;
  recorder.threads = {waiting, computing};
  return recorder;
}

void add(RecorderRecord &recorder, RecordedRecord record) {
  recorder.objects[{record.kind, record.handle}] = std::move(record);
}

RecorderRecord recorder_of_objects() {
  RecorderRecord result = recorder();
  result.now = 30 * second;
  result.forked_from = 4100;
  result.problem = "the table of requests was full 3 times";

  RecordedRecord comm = recorded(MPIDBG_KIND_COMM, dup_, "MPI_Comm_dup", "(comm=MPI_COMM_WORLD)");
  comm.parent = {MPIDBG_KIND_COMM, world};
  comm.name = "my dup";
  comm.earlier = 2;
  comm.users = {{MPIDBG_KIND_REQUEST, Address(0x5602a2c0)}};
  comm.calls = {"MPI_Recv(source=1, tag=99)"};
  comm.callers = {Address(0x401701), Address(0x401801)};
  add(result, comm);
  RecordedRecord group = recorded(MPIDBG_KIND_GROUP, Address(0x5602f300), "MPI_Comm_group", "(comm=MPI_COMM_WORLD)");
  group.given = 2;
  group.earlier = 1;
  add(result, group);
  RecordedRecord irecv = recorded(MPIDBG_KIND_REQUEST, Address(0x5602a2c0), "MPI_Irecv", "(count=4, source=1, tag=5)");
  irecv.flags |= MPIDBG_RECORDED_ACTIVE | MPIDBG_RECORDED_COUNT_KNOWN | MPIDBG_RECORDED_PEER_KNOWN |
                 MPIDBG_RECORDED_TAG_KNOWN | MPIDBG_RECORDED_FORTRAN;
  irecv.owner = {MPIDBG_KIND_COMM, dup_};
  irecv.datatype = mpi_int;
  irecv.second_datatype = particle;
  irecv.more_datatypes = true;
  irecv.buffer = Address(0x7ffe52060140);
  irecv.count = 4;
  irecv.peer = 1;
  irecv.tag = 5;
  irecv.doubt = "memory has tag 9";
  add(result, irecv);
  RecordedRecord init =
      recorded(MPIDBG_KIND_REQUEST, Address(0x5602a5c0), "MPI_Recv_init", "(count=2, source=1, tag=8)");
  init.flags |= MPIDBG_RECORDED_PERSISTENT | MPIDBG_RECORDED_ACTIVE | MPIDBG_RECORDED_CANCELLED;
  add(result, init);
  RecordedRecord allreduce = recorded(MPIDBG_KIND_REQUEST, Address(0x5602a7c0), "MPI_Iallreduce", "(count=16)");
  allreduce.op = mpi_sum;
  add(result, allreduce);
  RecordedRecord win = recorded(MPIDBG_KIND_WIN, halo, "MPI_Win_allocate", "(size=1024, disp_unit=8, comm=my dup)");
  win.last_call = "MPI_Win_lock(rank=1)";
  win.last_used = 12 * second;
  win.locks = {{1, 1, 0x401501, 12 * second}, {-1, 0, 0, 0}};
  add(result, win);
  RecordedRecord opened = recorded(MPIDBG_KIND_FILE, file, "MPI_File_open", "(filename=out.dat)");
  opened.name = "out.dat";
  add(result, opened);
  RecordedRecord type =
      freed(recorded(MPIDBG_KIND_DATATYPE, particle, "MPI_Type_create_struct", "(count=2)"), "MPI_Type_free");
  type.kept = true;
  add(result, type);

  result.unseen = {
      freed(recorded(MPIDBG_KIND_COMM, Address(0x5602c000), "MPI_Comm_split", "(color=1, key=0)"), "MPI_Comm_free"),
      freed(recorded(MPIDBG_KIND_INFO, Address(0x5602c100), "MPI_Info_create", "()"), "MPI_Info_free")};
  result.unseen[0].name = "split";
  RecordedRecord done = recorded(MPIDBG_KIND_REQUEST, Address(0x5602c200), "MPI_Isend", "(dest=1, tag=3)");
  done.flags = MPIDBG_RECORDED_COMPLETED;
  done.ended = 20 * second;
  RecordedRecord replaced = recorded(MPIDBG_KIND_REQUEST, Address(0x5602c300), "MPI_Isend", "(dest=1, tag=4)");
  replaced.flags = MPIDBG_RECORDED_REPLACED;
  result.unseen.push_back(done);
  result.unseen.push_back(replaced);
  return result;
}

void keep_recorded(ProcessReport &report, int kind, std::optional<Address> handle = {}) {
  if (!report.recorder) return;
  const auto is_other = [&](const RecordedRecord &record) {
    return record.kind != kind || (handle && record.handle != *handle);
  };
  std::erase_if(report.recorder->objects, [&](const auto &entry) { return is_other(entry.second); });
  std::erase_if(report.recorder->unseen, is_other);
}

template <class Record>
void fill(HandleList<Record> &list, std::vector<Record> objects) {
  list.asked = true;
  list.objects = std::move(objects);
}

}  // namespace

ProcessReport rank_with_objects() {
  ProcessReport report = hung_rank();
  complete_communicators(report);
  fill(report.handles.requests, requests());
  fill(report.handles.errhandlers, errhandlers());
  fill(report.handles.datatypes, datatypes());
  fill(report.handles.files, files());
  fill(report.handles.infos, infos());
  fill(report.handles.ops, ops());
  fill(report.handles.windows, windows());
  fill(report.handles.messages, messages());
  fill(report.handles.sessions, sessions());
  report.handles.files.problem = "the table of files ends at 0x56071000";
  report.function_names = {{Address(0x401000), "query_it"}, {Address(0x401200), "add"},  {Address(0x401300), "copy"},
                           {Address(0x401500), "main"},     {Address(0x401600), "stop"}, {Address(0x401700), "solve"}};
  report.recorder = recorder_of_objects();
  return report;
}

ProcessReport rank_of_record_alone() {
  ProcessReport report = hung_rank();
  report.library = "MPICH 4.0.2";
  report.point_to_point.clear();
  report.layout_source.clear();
  report.sees_memory = false;
  report.threads.front().site.reset();
  report.communicators.clear();
  report.world_rank = 1;
  report.recorder = recorder();
  RecordedRecord request = recorded(MPIDBG_KIND_REQUEST, Address(0x98000001), "MPI_Irecv", "(source=1, tag=5)");
  request.flags |= MPIDBG_RECORDED_ACTIVE;
  RecordedRecord inactive = recorded(MPIDBG_KIND_REQUEST, Address(0x98000002), "MPI_Send_init", "(dest=1, tag=6)");
  inactive.flags |= MPIDBG_RECORDED_PERSISTENT;
  RecordedRecord named = recorded(MPIDBG_KIND_DATATYPE, Address(0x8c000001), "MPI_Type_contiguous", "(count=4)");
  named.name = "row";
  report.recorder->unseen = {recorded(MPIDBG_KIND_COMM, Address(0x84000001), "MPI_Comm_dup", "(comm=MPI_COMM_WORLD)"),
                             request, inactive, named};
  report.handles.for_each([](auto &list) { list.asked = true; });
  return report;
}

ProcessReport as_asked(const ProcessReport &report, Noun noun) {
  ProcessReport result = report;
  if (noun == Noun::handles) return result;
  int kind = noun == Noun::groups ? MPIDBG_KIND_GROUP : MPIDBG_KIND_COMM;
  result.handles.for_each([&]<class Record>(HandleList<Record> &list) {
    if (KindOf<Record>::nouns == noun_name(noun)) {
      kind = KindOf<Record>::kind;
    } else {
      list = {};
    }
  });
  keep_recorded(result, kind);
  return result;
}

std::vector<ProcessReport> shown_objects() {
  const ProcessReport all = rank_with_objects();
  ProcessReport none = all;
  none.handles = {};
  std::vector<ProcessReport> shown;
  const auto show = [&](int kind, Address handle) -> ProcessReport & {
    ProcessReport &report = shown.emplace_back(none);
    report.shown = HandleReferenceRecord{kind, handle};
    keep_recorded(report, kind, handle);
    return report;
  };
  for (const CommunicatorRecord &communicator : all.communicators) {
    ProcessReport &report = show(MPIDBG_KIND_COMM, communicator.handle);
    // summary() takes the first.
    std::erase_if(report.communicators, [&](const auto &other) { return other.handle != communicator.handle; });
  }
  show(MPIDBG_KIND_GROUP, all.groups.front().handle);
  StatusRecord &status = show(MPIDBG_KIND_STATUS, Address(0x7ffe52060200)).shown_status.emplace();
  status.handle = Address(0x7ffe52060200);
  status.source = 1;
  status.tag = 5;
  status.error = 15;
  status.bytes = 16;
  StatusRecord &empty = show(MPIDBG_KIND_STATUS, Address(0x7ffe52060300)).shown_status.emplace();
  empty.handle = Address(0x7ffe52060300);
  empty.flags = MPIDBG_STATUS_INFO_ANY_SOURCE | MPIDBG_STATUS_INFO_ANY_TAG | MPIDBG_STATUS_INFO_CANCELLED;
  all.handles.for_each([&]<class Record>(const HandleList<Record> &list) {
    for (const Record &record : list.objects) {
      show(KindOf<Record>::kind, record.handle).handles.for_each([&]<class Other>(HandleList<Other> &target) {
        if constexpr (std::is_same_v<Record, Other>) fill(target, {record});
      });
    }
  });
  for (const RecordedRecord &record : all.recorder->unseen) {
    ProcessReport &report = show(record.kind, record.handle);
    if (record.kind == MPIDBG_KIND_COMM) report.communicators.clear();
  }
  return shown;
}

}  // namespace sample
