#ifndef MPIDBG_RECORD_MPIT_FORMAT_H
#define MPIDBG_RECORD_MPIT_FORMAT_H
/* The recorder's copy of the MPI tool information interface (MPI_T): a catalogue of the items, snapshots of
 * what the variables held, and the events that the library raised. Tables of the record; see record_format.h.
 *
 * Datatypes, bindings, classes, scopes, verbosities, orderings and safety levels are numbered as in mpit_interface.h,
 * whatever the MPI library numbers them; -1 where it has one that is not known there.
 */

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- The catalogue: MPIDBG_RECORD_CATALOGUE, of which header.catalogue_used bytes are written, an item at a time.
 *
 * Items are in the order in which they became known. A second item of the same kind and index is what it has become
 * since; so a snapshot is described by the last items whose `since` is not after it. An index without an item is
 * inactive: the library answers MPI_T_ERR_INVALID_INDEX for it. */

enum mpidbg_record_item_kind {
  MPIDBG_RECORD_ITEM_CVAR = 1,
  MPIDBG_RECORD_ITEM_PVAR = 2,
  MPIDBG_RECORD_ITEM_CATEGORY = 3,
  MPIDBG_RECORD_ITEM_ENUMERATION = 4, /* numbered by the recorder, from 0 on */
  MPIDBG_RECORD_ITEM_EVENT = 5,       /* a type of events */
  MPIDBG_RECORD_ITEM_SOURCE = 6
};

enum mpidbg_record_item_flags {
  MPIDBG_RECORD_ITEM_READONLY = 1, /* performance variables */
  MPIDBG_RECORD_ITEM_CONTINUOUS = 2,
  MPIDBG_RECORD_ITEM_ATOMIC = 4,
  MPIDBG_RECORD_ITEM_INACTIVE = 8 /* what it was is gone */
};

/* Followed by `number_count` numbers of 8 bytes, then by `text_size` bytes of NUL-terminated texts, then by zeros up to
 * `size`. The first two texts are the name and the description.
 *
 * Numbers: of an enumeration the values of its items, whose names are the further texts; of a category how many control
 * variables, performance variables, events and categories it has, then their indices in this order; of an event type
 * its elements' datatypes and displacements in turn; of a source ticks per second and the largest tick. */
struct mpidbg_record_item {
  uint32_t size;  /* of all of it, a multiple of 8 */
  uint16_t kind;  /* enum mpidbg_record_item_kind */
  uint16_t flags; /* enum mpidbg_record_item_flags */
  int32_t index;
  int32_t datatype;    /* of variables */
  int32_t bind;        /* of variables and event types */
  int32_t verbosity;   /* of variables and event types */
  int32_t class_scope; /* pvars: class; cvars: scope; sources: ordering */
  int32_t enumeration; /* number of an enumeration, -1: none */
  uint32_t number_count;
  uint32_t text_size;
  uint64_t since; /* number of the snapshot that it became known with */
};

/* ---- Snapshots */

enum mpidbg_record_snapshot_reason {
  MPIDBG_RECORD_AT_INIT = 1,
  MPIDBG_RECORD_AT_FINALIZE = 2,
  MPIDBG_RECORD_AT_PCONTROL = 3, /* MPI_Pcontrol(2) */
  MPIDBG_RECORD_AT_INTERVAL = 4,
  MPIDBG_RECORD_AT_SIGNAL = 5, /* a fatal one; `detail` is its number */
  MPIDBG_RECORD_AT_ABORT = 6   /* MPI_Abort; `detail` is its error code */
};

/* `number` makes the entry valid: the snapshot n, counted from 1, is in entry n modulo count. If an entry has another
 * number, it was overwritten, or its bytes were, or the snapshot is not complete; then that snapshot does not exist. */
struct mpidbg_record_snapshot {
  uint64_t number;                /* written last; 0 while the snapshot is made */
  int64_t time;                   /* as all times of the record */
  uint64_t offset;                /* of its samples, in MPIDBG_RECORD_SAMPLES */
  uint64_t size;                  /* bytes */
  uint64_t checksum;              /* of these bytes: 64-bit FNV-1a over 8-byte words in the process's byte order */
  uint64_t next_mpit_event;       /* events below it happened before */
  int32_t category_update_number; /* MPI_T_category_changed; -1 not known */
  /* Results of the get_num functions; -1: the library has no such function. */
  int32_t cvar_count, pvar_count, category_count, event_count, source_count;
  uint16_t reason; /* enum mpidbg_record_snapshot_reason */
  uint16_t unused;
  int32_t detail;
};

enum mpidbg_record_sample_kind {
  MPIDBG_RECORD_SAMPLE_CVAR = 1,
  MPIDBG_RECORD_SAMPLE_PVAR = 2,
  MPIDBG_RECORD_SAMPLE_SOURCE = 3 /* the source's time: one number */
};

enum mpidbg_record_sample_flags {
  MPIDBG_RECORD_SAMPLE_TEXT = 1,    /* `count` bytes of text instead of numbers, without NUL; padded to 8 */
  MPIDBG_RECORD_SAMPLE_NO_TEXT = 2, /* a null pointer where a text should be */
  MPIDBG_RECORD_SAMPLE_CUT = 4,     /* it has more elements, or a longer text, than are here */
  MPIDBG_RECORD_SAMPLE_REPEATED = 8 /* not read again: what the snapshot before this one has. Before a fatal signal, of
                                       control variables */
};

/* Followed by `count` numbers of 8 bytes: integers sign- or zero-extended by their datatype, doubles as their bits. A
 * performance variable that is bound has a sample for each object. Values of control variables that are what they were
 * in an earlier snapshot are in each snapshot all the same: one snapshot is all that a reader needs. */
struct mpidbg_record_sample {
  uint8_t kind;  /* enum mpidbg_record_sample_kind */
  uint8_t flags; /* enum mpidbg_record_sample_flags */
  uint16_t unused;
  int32_t index;
  uint64_t object; /* handle in C, 0: bound to none */
  int32_t error;   /* what the library returned instead of a value, as it numbers it; 0: there is one */
  uint32_t count;
};

/* ---- Events of MPI_T, of all types that the library has, unbound and for the objects that the recorder knows. Entry n
 * modulo count holds event n. */
#define MPIDBG_RECORD_MPIT_EVENT_BYTES 80

struct mpidbg_record_mpit_event {
  uint64_t number;    /* n; written last, 0 while the entry is written */
  uint64_t timestamp; /* of its source, in its ticks */
  int64_t time;       /* when the callback ran, as all times of the record */
  uint64_t object;    /* that the event type is bound to, 0: none */
  uint64_t dropped;   /* instances of the type, object and source that the library dropped before this entry */
  int32_t type;       /* index of the event type */
  int32_t source;     /* index */
  uint16_t safety;    /* level at which the callback was called */
  uint16_t data_size; /* bytes that MPI_T_event_copy gives; more than fit are cut off */
  uint32_t is_loss;   /* 1: no event; the library told of `dropped` ones */
  uint8_t data[MPIDBG_RECORD_MPIT_EVENT_BYTES]; /* in the process's byte order, laid out by the type's displacements */
};

#ifdef __cplusplus
}
#endif
#endif
