#pragma once
// What the target program's shared library has: it stands in for an MPI library.

extern int library_number;    // the program refers to it, so that its own copy of it is the one in use
extern int expected_threads;  // in MPI_Send and idle together
extern __thread int thread_number;

int PMPI_Init(void);
int MPI_Recv(void);  // says "ready" when the threads wait, then answers each line "N" with "pong N"; alias of PMPI_Recv
int MPI_Send(void);  // never returns
int MPI_Finalize(void);  // is not reached
int idle(void);          // never returns
