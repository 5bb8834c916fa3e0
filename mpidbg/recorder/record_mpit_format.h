#ifndef MPIDBG_RECORD_MPIT_FORMAT_H
#define MPIDBG_RECORD_MPIT_FORMAT_H
/* Defines the tables of the record for the MPI tool information interface (MPI_T): a catalogue of its items,
 * snapshots of the values of its variables, and the events that the library raised. record_format.h describes the
 * record.
 *
 * Datatypes, bindings, classes, scopes, verbosities, orderings and safety levels have the numbers of
 * mpit_interface.h, regardless of the MPI library's own numbers; -1 stands for a value of the library that
 * mpit_interface.h does not define.
 */

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- The catalogue is the table MPIDBG_RECORD_CATALOGUE. Its first header.catalogue_used bytes are written. Items are
 * added one at a time.
 *
 * Items are in the order in which they became known. A later item of the same kind and index replaces an earlier
 * one. A snapshot is therefore described by the last items whose `since` is not after the snapshot. An index without
 * an item is inactive: the library returned MPI_T_ERR_INVALID_INDEX for it. */

enum mpidbg_record_item_kind {
  MPIDBG_RECORD_ITEM_CVAR = 1,
  MPIDBG_RECORD_ITEM_PVAR = 2,
  MPIDBG_RECORD_ITEM_CATEGORY = 3,
  MPIDBG_RECORD_ITEM_ENUMERATION = 4, /* numbered by the recorder, starting with 0 */
  MPIDBG_RECORD_ITEM_EVENT = 5,       /* a type of events */
  MPIDBG_RECORD_ITEM_SOURCE = 6
};

enum mpidbg_record_item_flags {
  MPIDBG_RECORD_ITEM_READONLY = 1, /* this flag and the next two are for performance variables */
  MPIDBG_RECORD_ITEM_CONTINUOUS = 2,
  MPIDBG_RECORD_ITEM_ATOMIC = 4,
  MPIDBG_RECORD_ITEM_INACTIVE = 8 /* the item does not exist any more */
};

/* An item is followed by `number_count` numbers of 8 bytes, then by `text_size` bytes of NUL-terminated texts, then
 * by zeros up to `size`. The first two texts are the name and the description.
 *
 * The numbers depend on the kind of item. For an enumeration: its values; the texts after the first two are the names
 * of these values. For a category: how many control variables, performance variables, events and categories it has,
 * followed by their indices in this order. For an event type: the datatype and the displacement of each element. For a
 * source: the ticks per second and the largest tick. */
struct mpidbg_record_item {
  uint32_t size;  /* size of this struct and all that follows it, a multiple of 8 */
  uint16_t kind;  /* enum mpidbg_record_item_kind */
  uint16_t flags; /* enum mpidbg_record_item_flags */
  int32_t index;
  int32_t datatype;    /* of variables */
  int32_t bind;        /* of variables and event types */
  int32_t verbosity;   /* of variables and event types */
  int32_t class_scope; /* pvars: class; cvars: scope; sources: ordering */
  int32_t enumeration; /* number of the enumeration, -1: none */
  uint32_t number_count;
  uint32_t text_size;
  uint64_t since; /* number of the snapshot with which the item became known */
};

/* ---- Snapshots */

enum mpidbg_record_snapshot_reason {
  MPIDBG_RECORD_AT_INIT = 1,
  MPIDBG_RECORD_AT_FINALIZE = 2,
  MPIDBG_RECORD_AT_PCONTROL = 3, /* MPI_Pcontrol(2) */
  MPIDBG_RECORD_AT_INTERVAL = 4,
  MPIDBG_RECORD_AT_SIGNAL = 5, /* a fatal signal; `detail` is its number */
  MPIDBG_RECORD_AT_ABORT = 6   /* MPI_Abort; `detail` is its error code */
};

/* Describes a snapshot. `number` makes the entry valid: snapshot n, counted from 1, is in entry n modulo count.
 * If the entry has another number, the snapshot does not exist: its entry or its bytes were overwritten, or it is
 * incomplete. */
struct mpidbg_record_snapshot {
  uint64_t number;                /* written last; 0 while the snapshot is being made */
  int64_t time;                   /* time of the snapshot, as defined in record_format.h */
  uint64_t offset;                /* where its samples start in MPIDBG_RECORD_SAMPLES */
  uint64_t size;                  /* number of bytes of its samples */
  uint64_t checksum;              /* of these bytes: 64-bit FNV-1a over 8-byte words in the process's byte order */
  uint64_t next_mpit_event;       /* events of MPI_T with smaller numbers happened before this snapshot */
  int32_t category_update_number; /* result of MPI_T_category_changed; -1: unknown */
  /* Results of MPI_T_cvar_get_num and similar functions; -1: the library has no such function. */
  int32_t cvar_count, pvar_count, category_count, event_count, source_count;
  uint16_t reason; /* enum mpidbg_record_snapshot_reason */
  uint16_t unused;
  int32_t detail;
};

enum mpidbg_record_sample_kind {
  MPIDBG_RECORD_SAMPLE_CVAR = 1,
  MPIDBG_RECORD_SAMPLE_PVAR = 2,
  MPIDBG_RECORD_SAMPLE_SOURCE = 3 /* the time of an event source: one number */
};

enum mpidbg_record_sample_flags {
  MPIDBG_RECORD_SAMPLE_TEXT = 1,    /* `count` bytes of text instead of numbers, without NUL; padded to 8 */
  MPIDBG_RECORD_SAMPLE_NO_TEXT = 2, /* the library returned a null pointer in place of a text */
  MPIDBG_RECORD_SAMPLE_CUT = 4,     /* the end of the elements or of the text is missing */
  MPIDBG_RECORD_SAMPLE_REPEATED = 8 /* not read again, but copied from the snapshot before this one; at a fatal signal,
                                       this is so for all control variables */
};

/* Holds the fixed part of a sample, the value of one variable. It is followed by `count` numbers of 8 bytes:
 * integers that are sign- or zero-extended according to their datatype, or the bits of doubles. A performance
 * variable that is bound has a sample for each object. Each snapshot contains the values of all control
 * variables, even unchanged ones, so a reader needs only one snapshot. */
struct mpidbg_record_sample {
  uint8_t kind;  /* enum mpidbg_record_sample_kind */
  uint8_t flags; /* enum mpidbg_record_sample_flags */
  uint16_t unused;
  int32_t index;
  uint64_t object; /* handle of the object as in C; 0: not bound */
  int32_t error;   /* error code that the library returned instead of a value; 0: there is a value */
  uint32_t count;
};

/* ---- Events of MPI_T. Events of all types that the library has are recorded, unbound ones and those of objects that
 * the recorder knows. Event n is in entry n modulo count. */
#define MPIDBG_RECORD_MPIT_EVENT_BYTES 80
/* Nothing is kept of the data of events that have more bytes than these. */
#define MPIDBG_RECORD_MPIT_EVENT_COPIED 1024

struct mpidbg_record_mpit_event {
  uint64_t number;    /* number of the event; written last, 0 while the entry is being written */
  uint64_t timestamp; /* time of the event in ticks of its source */
  int64_t time;       /* time at which the callback ran, as defined in record_format.h */
  uint64_t object;    /* object to which the event type is bound; 0: none */
  uint64_t dropped;   /* instances of the type, object and source that the library dropped before this entry */
  int32_t type;       /* index of the event type */
  int32_t source;     /* index of the source */
  uint16_t safety;    /* safety level at which the callback was called */
  /* The size of the event's data, of which `data` contains what fits. UINT16_MAX if it is not known or not valid. */
  uint16_t data_size;
  uint32_t is_loss;                             /* 1: not an event, but a report of `dropped` events */
  uint8_t data[MPIDBG_RECORD_MPIT_EVENT_BYTES]; /* in the process's byte order, laid out by the type's displacements */
};

#ifdef __cplusplus
}
#endif
#endif
