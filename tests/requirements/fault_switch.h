// Included by the sources of which random_faults.py has broken some lines: which fault is active, and, where the
// environment names a file for it, which faults the running test case comes by.
#pragma once

#pragma GCC diagnostic ignored "-Wparentheses"
#pragma GCC diagnostic ignored "-Wbool-compare"
#pragma GCC diagnostic ignored "-Wbool-operation"
#pragma GCC diagnostic ignored "-Wtautological-compare"

#include <fcntl.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

// The file has the number of the test case in its first bytes, then for each test case a byte for each fault.
struct MpidbgFaults {
  static constexpr int header = 64, cases = 4096, faults = 1024;
  int active = -1;
  volatile unsigned char *reached = nullptr;

  MpidbgFaults() {
    if (const char *const number = ::getenv("MPIDBG_FAULT")) active = ::atoi(number);
    const char *const path = ::getenv("MPIDBG_FAULTS_REACHED");
    const int file = path == nullptr ? -1 : ::open(path, O_RDWR | O_CLOEXEC);
    if (file < 0) return;
    void *const map = ::mmap(nullptr, header + cases * faults, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    if (map != MAP_FAILED) reached = static_cast<volatile unsigned char *>(map);
    ::close(file);
  }
  volatile int &test_case() const { return *reinterpret_cast<volatile int *>(const_cast<unsigned char *>(reached)); }
};

inline const MpidbgFaults &mpidbg_faults() {
  static const MpidbgFaults faults;
  return faults;
}

inline bool mpidbg_fault(int number) {
  const MpidbgFaults &faults = mpidbg_faults();
  if (faults.reached != nullptr) faults.reached[faults.header + faults.test_case() * faults.faults + number] = 1;
  return number == faults.active;
}
