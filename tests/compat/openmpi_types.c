/* The structs of Open MPI as its installed headers declare them: compiled for their debug information alone. */
#include <stddef.h>

#include "ompi/communicator/communicator.h"
#include "ompi/datatype/ompi_datatype.h"
#include "ompi/errhandler/errhandler.h"
#include "ompi/file/file.h"
#include "ompi/group/group.h"
#include "ompi/info/info.h"
#include "ompi/mca/common/ompio/common_ompio.h"
#include "ompi/mca/osc/osc.h"
#include "ompi/mca/pml/base/pml_base_recvreq.h"
#include "ompi/mca/pml/base/pml_base_sendreq.h"
#include "ompi/mca/sharedfp/sharedfp.h"
#include "ompi/mca/topo/topo.h"
#include "ompi/op/op.h"
#include "ompi/proc/proc.h"
#include "ompi/request/request.h"
#include "ompi/win/win.h"
#include "ompi_config.h"
#include "opal/class/opal_free_list.h"
#include "opal/class/opal_list.h"
#include "opal/class/opal_pointer_array.h"
#include "opal/datatype/opal_datatype_internal.h"
#include "opal/mca/btl/btl.h"
#include "opal/mca/mca.h"

ompi_communicator_t *communicator;
ompi_errhandler_t *errhandler;
ompi_group_t *group;
ompi_op_t *op;
ompi_proc_t *proc;
ompi_request_t *request;
ompi_datatype_t *datatype;
mca_topo_base_module_t *topology;
mca_topo_base_comm_cart_2_2_0_t *cartesian;
mca_topo_base_comm_graph_2_2_0_t *graph;
mca_topo_base_comm_dist_graph_2_2_0_t *distributed_graph;
mca_pml_base_send_request_t *send_request;
mca_pml_base_recv_request_t *receive_request;
opal_pointer_array_t *pointer_array;
opal_free_list_t *free_list;
mca_btl_base_segment_t *segment;
mca_base_component_t *component;
ompi_osc_base_module_3_0_0_t *osc_module;
ompi_win_t *window;
union dt_elem_desc *data_record;
ompi_info_t *info;
opal_info_entry_t *info_entry;
ompi_file_t *file;
mca_common_ompio_data_t *ompio_file;
struct mca_sharedfp_base_data_t *shared_pointer;
