! handles_fortran mpi|mpi_f08: rank 0 waits for a message that nobody sends; its handles are INTEGERs of one module, or
! types of the other.
subroutine say(fact, rank, more)
  implicit none
  character(len=*), intent(in) :: fact, more
  integer, intent(in) :: rank
  write (*, '(3a,i0,a,i0,2a)') '{"fact":"', fact, '","rank":', rank, ',"pid":', getpid(), more, '}'
  flush (6)
end subroutine say

subroutine with_mpi()
  use mpi
  implicit none
  integer :: error, rank, buffer(3), dup, row, requests(2), status(MPI_STATUS_SIZE), received(MPI_STATUS_SIZE)
  integer :: statuses(MPI_STATUS_SIZE, 2), sent
  call MPI_Init(error)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, error)
  call MPI_Comm_dup(MPI_COMM_WORLD, dup, error)
  call MPI_Comm_set_name(dup, 'halo', error)
  call MPI_Type_contiguous(4, MPI_INTEGER, row, error)
  call MPI_Type_set_name(row, 'row', error)
  call MPI_Type_commit(row, error)
  sent = 7
  call MPI_Sendrecv(sent, 1, MPI_INTEGER, rank, 41, buffer, 1, MPI_INTEGER, rank, 41, dup, received, error)
  call MPI_Sendrecv(sent, 1, MPI_INTEGER, rank, 42, buffer, 1, MPI_INTEGER, rank, 42, dup, statuses(:, 1), error)
  call MPI_Sendrecv(sent, 1, MPI_INTEGER, rank, 43, buffer, 1, MPI_INTEGER, rank, 43, dup, statuses(:, 2), error)
  call MPI_Irecv(buffer(1), 1, MPI_INTEGER, 1, 50, dup, requests(1), error)
  call MPI_Irecv(buffer(2), 1, MPI_INTEGER, 1, 51, dup, requests(2), error)
  call say('process', rank, '')
  call say('ready', rank, '')
  call MPI_Recv(buffer(3), 1, MPI_INTEGER, 1, 52, dup, status, error)
  print *, requests, row, received, statuses
end subroutine with_mpi

subroutine with_mpi_f08()
  use mpi_f08
  implicit none
  integer :: rank, buffer(3)
  type(MPI_Comm) :: dup
  type(MPI_Datatype) :: row
  type(MPI_Request) :: requests(2)
  type(MPI_Status) :: received, statuses(2)
  integer :: sent
  call MPI_Init()
  call MPI_Comm_rank(MPI_COMM_WORLD, rank)
  call MPI_Comm_dup(MPI_COMM_WORLD, dup)
  call MPI_Comm_set_name(dup, 'halo')
  call MPI_Type_contiguous(4, MPI_INTEGER, row)
  call MPI_Type_set_name(row, 'row')
  call MPI_Type_commit(row)
  sent = 7
  call MPI_Sendrecv(sent, 1, MPI_INTEGER, rank, 41, buffer, 1, MPI_INTEGER, rank, 41, dup, received)
  call MPI_Sendrecv(sent, 1, MPI_INTEGER, rank, 42, buffer, 1, MPI_INTEGER, rank, 42, dup, statuses(1))
  call MPI_Sendrecv(sent, 1, MPI_INTEGER, rank, 43, buffer, 1, MPI_INTEGER, rank, 43, dup, statuses(2))
  call MPI_Irecv(buffer(1), 1, MPI_INTEGER, 1, 50, dup, requests(1))
  call MPI_Irecv(buffer(2), 1, MPI_INTEGER, 1, 51, dup, requests(2))
  call say('process', rank, '')
  call say('ready', rank, '')
  call MPI_Recv(buffer(3), 1, MPI_INTEGER, 1, 52, dup, MPI_STATUS_IGNORE)
  print *, requests(1)%MPI_VAL, row%MPI_VAL, received%MPI_TAG, statuses(1)%MPI_TAG
end subroutine with_mpi_f08

program handles_fortran
  implicit none
  character(len=16) :: module_name
  call get_command_argument(1, module_name)
  if (module_name == 'mpi_f08') then
    call with_mpi_f08()
  else
    call with_mpi()
  end if
end program handles_fortran
