/* Missing from Debian's libopenmpi-dev: the names that its other headers use, for a library built without PERUSE. */
typedef void *peruse_event_h;
typedef void peruse_comm_spec_t;
typedef int(ompi_peruse_callback_f)(void *, long, void *, void *);
