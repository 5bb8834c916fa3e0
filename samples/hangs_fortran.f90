! hangs_fortran mpi|mpi_f08: each rank waits for a message of the one before it, called through one of the modules. Each
! rank says where, as samples/hangs.c does.
module facts
  implicit none
contains
  subroutine say(fact, rank, more)
    character(len=*), intent(in) :: fact, more
    integer, intent(in) :: rank
    write (*, '(3a,i0,a,i0,2a)') '{"fact":"', fact, '","rank":', rank, ',"pid":', getpid(), more, '}'
    flush (6)
  end subroutine say

  subroutine say_where(rank, line, name)
    integer, intent(in) :: rank, line
    character(len=*), intent(in) :: name
    character(len=160) :: text
    if (rank == 0) call say('verdict', rank, ',"kind":"deadlock","core":[0,1,2]')
    write (text, '(a,i0,3a)') ',"call":"MPI_Recv","line":', line, ',"function":"', name, '"'
    call say('blocked', rank, trim(text))
    call say('ready', rank, '')
  end subroutine say_where
end module facts

subroutine ring_mpi()
  use mpi
  use facts
  implicit none
  integer :: error, rank, size, buffer(4), status(MPI_STATUS_SIZE)
  call MPI_Init(error)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, error)
  call MPI_Comm_size(MPI_COMM_WORLD, size, error)
  call say('process', rank, '')
  call say_where(rank, __LINE__ + 1, 'ring_mpi')
  call MPI_Recv(buffer, 4, MPI_INTEGER, mod(rank + size - 1, size), 21, MPI_COMM_WORLD, status, error)
end subroutine ring_mpi

subroutine ring_mpi_f08()
  use mpi_f08
  use facts
  implicit none
  integer :: rank, size, buffer(4)
  call MPI_Init()
  call MPI_Comm_rank(MPI_COMM_WORLD, rank)
  call MPI_Comm_size(MPI_COMM_WORLD, size)
  call say('process', rank, '')
  call say_where(rank, __LINE__ + 1, 'ring_mpi_f08')
  call MPI_Recv(buffer, 4, MPI_INTEGER, mod(rank + size - 1, size), 21, MPI_COMM_WORLD, MPI_STATUS_IGNORE)
end subroutine ring_mpi_f08

program hangs_fortran
  implicit none
  character(len=16) :: module_name
  call get_command_argument(1, module_name)
  if (module_name == 'mpi_f08') then
    call ring_mpi_f08()
  else
    call ring_mpi()
  end if
end program hangs_fortran
