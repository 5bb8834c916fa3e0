#ifndef MPIDBG_RECORD_RELEASE_H
#define MPIDBG_RECORD_RELEASE_H
/* Declares a function for applications that run under the recorder with MPIDBG_KEEP_FREED=1.
 *
 * With that variable, MPI_Comm_free, MPI_Type_free, MPI_Group_free, MPI_Op_free, MPI_Errhandler_free and
 * MPI_Info_free set the handle to its null value and return MPI_SUCCESS, but the call does not reach the MPI
 * library: the object stays unchanged, so that a debugger can inspect it. The library frees kept objects in
 * mpidbg_record_release and in MPI_Finalize, and the oldest one whenever there are more than the record has room
 * for. Handles that the recorder does not know (predefined ones, and results of calls that it does not record),
 * windows, files, and communicators passed to MPI_Comm_disconnect are freed at once.
 *
 * MPI_Comm_free is collective. Therefore either all processes of a job must have the variable or none, and
 * mpidbg_record_release must be called where MPI_Comm_free could be called, by all processes of the communicators
 * that were freed since its last call. It frees communicators in the order in which the process freed them, followed
 * by all other objects in their order. (In Open MPI and MPICH, freeing a communicator does not wait for other
 * processes.) It also calls the functions that delete the attributes of communicators and datatypes, which
 * MPI_Comm_free and MPI_Type_free would have called.
 *
 * Without the recorder the symbol does not exist. The declaration is weak, for use as
 *   if (mpidbg_record_release) mpidbg_record_release();
 */

#ifdef __cplusplus
extern "C" {
#endif

/* Frees all kept objects and returns their number. Returns 0 before MPI_Init, after MPI_Finalize and without the
 * variable. */
#if defined(__GNUC__)
__attribute__((weak))
#endif
int mpidbg_record_release(void);

#ifdef __cplusplus
}
#endif
#endif
