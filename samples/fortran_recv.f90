! A Fortran program that hangs in MPI_RECV on a duplicate of MPI_COMM_WORLD.
program fortran_recv
  use mpi
  implicit none
  integer :: ierr, rank, size, next, dup, buffer(4), status(MPI_STATUS_SIZE)
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, size, ierr)
  call MPI_Comm_dup(MPI_COMM_WORLD, dup, ierr)
  call MPI_Comm_set_name(dup, 'fortran dup', ierr)
  next = mod(rank + 1, size)
  write (*, '(a,i0,a,i0,a)') '{"fact":"process","rank":', rank, ',"pid":', getpid(), '}'
  write (*, '(a,i0,a,i0,a,i0,a)') '{"fact":"fortran_communicator","rank":', rank, ',"pid":', getpid(), ',"fortran":', dup, '}'
  write (*, '(a,i0,a,i0,a,i0,a)') '{"fact":"ready","rank":', rank, ',"pid":', getpid(), '}'
  flush (6)
  call MPI_Recv(buffer, 4, MPI_INTEGER, next, 21, dup, status, ierr)
end program fortran_recv
