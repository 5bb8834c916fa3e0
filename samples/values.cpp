// Values of all kinds, for tests of what GDB's front end says about each. One rank, which waits for a message that is
// never sent.
#include <mpi.h>

#include <array>
#include <complex>
#include <cstdint>
#include <deque>
#include <functional>
#include <list>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <variant>
#include <vector>

#include "sample.h"

// ---- what is a handle, or has some ----

MPI_Comm comm;
MPI_Comm &comm_reference = comm;
const MPI_Comm &const_reference = comm;
MPI_Comm &&moved_reference = static_cast<MPI_Comm &&>(comm);
volatile MPI_Comm volatile_comm;
MPI_Comm *comm_pointer = &comm;
MPI_Datatype row;
MPI_Request requests[2];
MPI_Request (&requests_reference)[2] = requests;
MPI_Request table[2][1];
std::vector<MPI_Request> vector;
std::vector<MPI_Request> &vector_reference = vector;
std::array<MPI_Comm, 2> two;
std::deque<MPI_Comm> deque;
std::list<MPI_Comm> list;
std::set<MPI_Comm> set;
std::map<int, MPI_Comm> map;
std::map<std::string, MPI_Comm> named;
std::optional<MPI_Comm> optional;
std::pair<int, MPI_Comm> pair;
std::tuple<int, MPI_Comm> tuple;
std::unique_ptr<MPI_Comm> unique;
std::shared_ptr<MPI_Comm> shared;
std::variant<double, MPI_Comm> variant;
MPI_Status status;
MPI_Status &status_reference = status;
MPI_Status *status_pointer = &status;
std::vector<MPI_Status> statuses;
std::map<int, MPI_Status> status_map;
std::array<MPI_Status, 2> status_array;
MPI_Fint fortran_comm;
MPI_Fint fortran_status[10];
std::vector<MPI_Fint> fortran_vector;

// ---- what is none ----

enum Colour { red } colour;
enum class Shape : unsigned char { round } shape;
struct Plain {
  int number;
  MPI_Comm inner;
  int method() const { return number; }
} plain;
struct Empty {
} none;
struct Bits {
  int narrow : 3;
} bits = {-1};
union Either {
  int number;
  double real;
} either;
struct Base {
  virtual ~Base() = default;
  int number = 1;
};
struct Derived : virtual Base {
} derived;
Base &base_reference = derived;
bool truth;
char letter = 'x';
wchar_t wide = L'x';
char text[] = "MPI_COMM_WORLD";
const char *string_pointer = text;
const char *no_string;
std::string string = "MPI_COMM_WORLD";
double real = 1.5;
long double long_real = 1.5;
std::complex<double> complex = {1, 2};
__complex__ double complex_of_c = 1;
__extension__ __int128 wide_number = -1;
long long negative = -1;
float simd __attribute__((vector_size(16)));
void *void_pointer;
MPI_Comm *null_pointer;
MPI_Status *null_status;
std::vector<MPI_Request> empty;
std::vector<MPI_Request> *null_vector;
std::map<int, int> numbers = {{1, 2}};
std::map<int, MPI_Comm> *null_map;
std::vector<bool> truths = {true, false};
std::vector<std::vector<MPI_Request>> nested;
MPI_Datatype (*function_pointer)();
int Plain::*member_pointer = &Plain::number;
int (Plain::*method_pointer)() const = &Plain::method;
std::nullptr_t null = nullptr;
std::function<int()> callable = [] { return 1; };
alignas(8) char broken[64];
char large[1 << 20];

__attribute__((noinline)) MPI_Datatype made() {
  MPI_Datatype type;
  MPI_Type_contiguous(4, MPI_INT, &type);
  return type;
}

__attribute__((noinline)) void free_type(MPI_Datatype type) {
  MPI_Type_free(&type);
  __asm__ volatile("" ::: "memory");
}

__attribute__((noinline)) void wait_for_nothing() {
  int buffer;
  const MPI_Datatype gone = made();
  free_type(gone);
  const int gone_number = MPI_Wtime() > 0 ? 3 : 4;
  for (int turn = gone_number; turn < 5; ++turn) __asm__ volatile("" ::"r"(turn));
  MPI_Recv(&buffer, 1, MPI_INT, 0, 99, MPI_COMM_SELF, MPI_STATUS_IGNORE);
  __asm__ volatile("" ::"r"(&buffer));
}

int main(int argc, char **argv) {
  sample_init(&argc, &argv);
  MPI_Comm_dup(MPI_COMM_SELF, &comm);
  MPI_Comm_set_name(comm, "halo");
  volatile_comm = comm;
  MPI_Type_contiguous(4, MPI_INT, &row);
  MPI_Type_set_name(row, "row");
  MPI_Type_commit(&row);
  static int received[2];
  for (int index = 0; index < 2; ++index) {
    MPI_Irecv(&received[index], 1, MPI_INT, 0, 50 + index, comm, &requests[index]);
    table[index][0] = requests[index];
    vector.push_back(requests[index]);
    int sent = index, got;
    MPI_Sendrecv(&sent, 1, MPI_INT, 0, 41 + index, &got, 1, MPI_INT, 0, 41 + index, comm, &status);
    statuses.push_back(status);
    status_map[index] = status;
    status_array[static_cast<std::size_t>(index)] = status;
    sample_fact("pending", "\"handle\":\"%#lx\"", sample_handle_bits(&requests[index], sizeof requests[index]));
  }
  MPI_Status_c2f(&status, fortran_status);
  fortran_comm = MPI_Comm_c2f(comm);
  fortran_vector = {fortran_comm};
  two = {MPI_COMM_SELF, comm};
  deque = {comm};
  list = {comm};
  set = {comm};
  map[7] = comm;
  named["left"] = comm;
  optional = comm;
  pair = {1, comm};
  tuple = {1, comm};
  unique = std::make_unique<MPI_Comm>(comm);
  shared = std::make_shared<MPI_Comm>(comm);
  variant = comm;
  plain.inner = comm;
  nested.push_back(vector);
  function_pointer = made;
  for (char &byte : broken) byte = 1;
  sample_fact("comm", "\"handle\":\"%#lx\"", sample_handle_bits(&comm, sizeof comm));
  sample_ready();
  wait_for_nothing();
  return large[0];
}
