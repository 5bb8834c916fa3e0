#ifndef MPIDBG_RECORD_RELEASE_H
#define MPIDBG_RECORD_RELEASE_H
/* For applications that run under the recorder with MPIDBG_KEEP_FREED=1.
 *
 * With that variable, MPI_Comm_free, MPI_Type_free, MPI_Group_free, MPI_Op_free, MPI_Errhandler_free and MPI_Info_free
 * set the handle to its null value and return MPI_SUCCESS, but the call does not reach the MPI library: the object
 * stays as it was, for a debugger to inspect. The library frees it in mpidbg_record_release, in MPI_Finalize, and of
 * the oldest when there are more than the record has room for. Handles that the recorder does not know (predefined, of
 * calls that it does not record) are freed at once, and so are windows, files and what MPI_Comm_disconnect is given.
 *
 * MPI_Comm_free is collective. All processes of a job must have the variable, or none; mpidbg_record_release is to be
 * called where MPI_Comm_free could be, by all processes of the communicators freed since. It frees communicators in the
 * order in which the process freed them, then all else likewise. (In Open MPI and MPICH freeing a communicator waits
 * for nobody.) What MPI_Comm_free and MPI_Type_free do besides happens then, too: they call the functions that delete
 * the object's attributes.
 *
 * Without the recorder the symbol is not there: the declaration is weak, to be used as
 *   if (mpidbg_record_release) mpidbg_record_release();
 */

#ifdef __cplusplus
extern "C" {
#endif

/* How many objects were kept, and are freed now. 0 outside of MPI_Init and MPI_Finalize, and without the variable. */
#if defined(__GNUC__)
__attribute__((weak))
#endif
int mpidbg_record_release(void);

#ifdef __cplusplus
}
#endif
#endif
