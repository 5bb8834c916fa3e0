/* Declares the functions for events of the MPI tool information interface; see mpit_interface.h.
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MPIDBG_ABI_MPIT_EVENT_H
#define MPIDBG_ABI_MPIT_EVENT_H

#include "mpidbg/abi/mpit/common.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Events have types, and an instance is a single event. The recorder stores instances while the process runs, and
 * mpidbg_snapshot_select raises them: it calls the callbacks that are registered for their types. */

/* The safety that a callback must have (MPI_T_CB_REQUIRE_*), in ascending order. */
enum mpidbg_t_cb_safety_t {
  MPIDBG_T_CB_REQUIRE_NONE,
  MPIDBG_T_CB_REQUIRE_MPI_RESTRICTED,
  MPIDBG_T_CB_REQUIRE_THREAD_SAFE,
  MPIDBG_T_CB_REQUIRE_ASYNC_SIGNAL_SAFE,
  MPIDBG_T_CB_REQUIRE_MAX
};

MPIDBG_EXPORT int mpidbg_event_get_num(mqs_process *process, int *num_events);

/* Describes a type of events. *num_elements is the room in the two arrays before the call, and the number of elements
 * of the type afterwards. Each array may be null. If `num_elements` is null, both arrays are ignored. Displacements are
 * those in the process. `enumtype` describes the elements. */
MPIDBG_EXPORT int mpidbg_event_get_info(mqs_process *process, int event_index, char *name, int *name_len,
                                        int *verbosity, enum mpidbg_t_datatype_t datatypes[], int64_t displacements[],
                                        int *num_elements, mpidbg_enum_t *enumtype, struct mpidbg_t_hints_t *info,
                                        char *desc, int *desc_len, int *bind);

MPIDBG_EXPORT int mpidbg_event_get_index(mqs_process *process, const char *name, int *event_index);

/* ---- registrations ----
 *
 * Registrations and callbacks know one hint, "mpidbg_cut_instances"; all other hints are ignored. The recorder stores
 * only the first bytes of an instance's data. With "raise", the default, instances whose data was longer are raised,
 * and their missing elements cannot be read. With "drop", such instances are dropped. A callback without this hint uses
 * the hint of its registration. */
typedef uint64_t mpidbg_event_registration_t; /* the numbers are never reused */
typedef uint64_t mpidbg_event_instance_t;     /* valid in the callback to which it is passed */
#define MPIDBG_EVENT_REGISTRATION_NULL 0

typedef void (*mpidbg_event_cb_function_t)(mpidbg_event_instance_t instance, mpidbg_event_registration_t registration,
                                           enum mpidbg_t_cb_safety_t cb_safety, void *user_data);
typedef void (*mpidbg_event_free_cb_function_t)(mpidbg_event_registration_t registration,
                                                enum mpidbg_t_cb_safety_t cb_safety, void *user_data);
typedef void (*mpidbg_event_dropped_cb_function_t)(int64_t count, mpidbg_event_registration_t registration,
                                                   int source_index, enum mpidbg_t_cb_safety_t cb_safety,
                                                   void *user_data);

/* Takes the place of a handle, and stands for the events of every object. */
#define MPIDBG_T_ANY_OBJECT UINT64_MAX

/* Registers for the events of a type. `obj_handle` points to the C handle that the wanted object has in the process. It
 * is ignored if the type is not bound to objects. The object may be gone if its events were recorded. Returns
 * MPIDBG_T_ERR_INVALID_HANDLE for an object that neither lives nor has recorded events. */
MPIDBG_EXPORT int mpidbg_event_handle_alloc(mqs_process *process, int event_index, const mqs_taddr_t *obj_handle,
                                            const struct mpidbg_t_hints_t *info,
                                            mpidbg_event_registration_t *registration);
MPIDBG_EXPORT int mpidbg_event_handle_set_info(mqs_process *process, mpidbg_event_registration_t registration,
                                               const struct mpidbg_t_hints_t *info);
MPIDBG_EXPORT int mpidbg_event_handle_get_info(mqs_process *process, mpidbg_event_registration_t registration,
                                               struct mpidbg_t_hints_t *info_used);
/* Ends a registration. `free_cb_function`, unless it is null, is called as soon as no more instances are raised. That
 * is at once, or, if a callback of the registration makes this call, when that callback has returned. *registration
 * becomes MPIDBG_EVENT_REGISTRATION_NULL. */
MPIDBG_EXPORT int mpidbg_event_handle_free(mqs_process *process, mpidbg_event_registration_t *registration,
                                           void *user_data, mpidbg_event_free_cb_function_t free_cb_function);

/* Registers a callback for one level of safety; a null function removes it. The playing context has
 * a level of safety, too (mpidbg_event_set_playback_safety). When an event is raised, one callback is called: of the
 * callbacks whose level is not below that of the playing context, the one with the lowest level. */
MPIDBG_EXPORT int mpidbg_event_register_callback(mqs_process *process, mpidbg_event_registration_t registration,
                                                 enum mpidbg_t_cb_safety_t cb_safety,
                                                 const struct mpidbg_t_hints_t *info, void *user_data,
                                                 mpidbg_event_cb_function_t event_cb_function);
/* This and the next function set and return the hints of a callback. They return MPIDBG_T_ERR_INVALID if no callback is
 * registered for the level. */
MPIDBG_EXPORT int mpidbg_event_callback_set_info(mqs_process *process, mpidbg_event_registration_t registration,
                                                 enum mpidbg_t_cb_safety_t cb_safety,
                                                 const struct mpidbg_t_hints_t *info);
MPIDBG_EXPORT int mpidbg_event_callback_get_info(mqs_process *process, mpidbg_event_registration_t registration,
                                                 enum mpidbg_t_cb_safety_t cb_safety,
                                                 struct mpidbg_t_hints_t *info_used);

/* Sets the handler that reports dropped events of the registration. It is called before the next event of a source is
 * raised. Three parties may drop events: the library, which reports this to the recorder; the playback, if no callback
 * of the level is registered; and the recorder, if its room for events is used up. In the last case neither the type
 * nor the source is known: every registration gets the number of all lost events, with the source of the event that
 * comes next. `count` ends at INT64_MAX. `user_data` is that of the callback of the level. If the handler is
 * null, dropped events are neither counted nor reported. */
MPIDBG_EXPORT int mpidbg_event_set_dropped_handler(mqs_process *process, mpidbg_event_registration_t registration,
                                                   mpidbg_event_dropped_cb_function_t dropped_cb_function);

/* Sets the level of safety that the playing context requires of callbacks. It is MPIDBG_T_CB_REQUIRE_NONE unless the
 * caller sets another one, because callbacks run within a call that the caller makes itself. MPIDBG_T_CB_RECORDED
 * stands for the level at which the library raised the event. */
#define MPIDBG_T_CB_RECORDED (-1)
MPIDBG_EXPORT int mpidbg_event_set_playback_safety(mqs_process *process, int cb_safety);

/* After this call, the next selection of a state plays all earlier events that the record still has. The state may be
 * the one that is selected already. */
MPIDBG_EXPORT int mpidbg_event_rewind(mqs_process *process);

/* ---- instances: these functions return MPIDBG_T_ERR_INVALID_HANDLE outside of the callback ---- */

/* Reads one element of the instance's data. Returns MPIDBG_T_ERR_INVALID_INDEX if the type does not have such an
 * element, and MPIDBG_T_ERR_INVALID if the recorder has not kept the element. */
MPIDBG_EXPORT int mpidbg_event_read(mqs_process *process, mpidbg_event_instance_t instance, int element_index,
                                    struct mpidbg_t_value_t *value);
/* Copies all of an instance's data. Byte order and displacements are those of the process. */
MPIDBG_EXPORT int mpidbg_event_copy(mqs_process *process, mpidbg_event_instance_t instance, void *buffer);
/* Sets *event_timestamp to the time at which the library observed the event, in ticks of the event's source. */
MPIDBG_EXPORT int mpidbg_event_get_timestamp(mqs_process *process, mpidbg_event_instance_t instance,
                                             int64_t *event_timestamp);
/* Returns the C handle of the object that the event is bound to, or 0. */
MPIDBG_EXPORT int mpidbg_event_get_object(mqs_process *process, mpidbg_event_instance_t instance, mqs_taddr_t *object);
MPIDBG_EXPORT int mpidbg_event_get_source(mqs_process *process, mpidbg_event_instance_t instance, int *source_index);

#ifdef __cplusplus
}
#endif
#endif
