#pragma once
// A function of another file, or of a library, whose last call is MPI_Recv.

extern volatile int steps;
extern const int line_of_jump;
int receive_elsewhere(void);
