"""The shipped profile against debug information: compiles the types of the installed Open MPI headers, lets `mpidbg profile
extract` read them, and compares every field that both know.

    agreement_test.py MPIDBG PROFILE COMPILER
"""

import json
import pathlib
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
# Structs that the devel headers declare; the rest is private to Open MPI's source files.
EXPECTED = {
    "ddt_elem_desc_t", "ddt_elem_id_description", "ddt_loop_desc_t", "dt_type_desc_t", "mca_base_component_t",
    "mca_base_pvar_t", "mca_base_var_enum_flag_t", "mca_base_var_enum_t", "mca_base_var_enum_value_flag_t",
    "mca_base_var_enum_value_t", "mca_base_var_file_value_t", "mca_base_var_group_t", "mca_base_var_t",
    "mca_btl_base_segment_t", "mca_common_ompio_data_t", "mca_pml_base_recv_request_t", "mca_pml_base_request_t",
    "mca_pml_base_send_request_t", "mca_sharedfp_base_data_t", "mca_topo_base_comm_cart_2_2_0_t",
    "mca_topo_base_comm_dist_graph_2_2_0_t", "mca_topo_base_comm_graph_2_2_0_t", "mca_topo_base_module_t",
    "ompi_communicator_t", "ompi_datatype_t", "ompi_errhandler_t", "ompi_file_t", "ompi_group_t", "ompi_info_t",
    "ompi_op_t", "ompi_osc_base_module_3_0_0_t", "ompi_request_t", "ompi_status_public_t", "ompi_win_t", "ompio_file_t",
    "opal_class_t", "opal_datatype_t", "opal_free_list_item_t", "opal_free_list_t", "opal_hash_table_t",
    "opal_info_entry_t", "opal_info_t", "opal_infosubscriber_t", "opal_list_item_t", "opal_list_t", "opal_object_t",
    "opal_pointer_array_t", "opal_proc_t", "opal_value_array_t",
}


def compile_types(compiler, directory):
    wrapper = subprocess.run(["mpicc.openmpi", "--showme:incdirs"], check=True, capture_output=True, text=True)
    include = pathlib.Path(wrapper.stdout.split()[0])
    library_object = directory / "types.o"
    subprocess.run([compiler, "-g", "-w", "-c", f"-I{HERE / 'headers'}", f"-I{include / 'openmpi'}", f"-I{include}",
                    str(HERE / "openmpi_types.c"), "-o", str(library_object)], check=True)
    return library_object


def differences(extracted, shipped):
    found, compared = [], set()
    for name, struct in extracted.items():
        known = shipped.get(name)
        if known is None:
            continue
        compared.add(name)
        if struct["size"] != known["size"]:
            found.append(f"{name} is {struct['size']} bytes by the headers and {known['size']} in the profile")
        for field, place in known["fields"].items():
            if "." in field:  # members of an embedded union, which the profile lists for readers
                continue
            other = struct["fields"].get(field)
            if other is None or (other["offset"], other["size"]) != (place["offset"], place["size"]):
                found.append(f"{name}.{field}: {other} by the headers and {place} in the profile")
    found += [f"{name} was not compared" for name in EXPECTED - compared]
    return found


def main():
    mpidbg, profile, compiler = sys.argv[1:]
    shipped = json.loads(pathlib.Path(profile).read_text())
    with tempfile.TemporaryDirectory() as name:
        directory = pathlib.Path(name)
        types = compile_types(compiler, directory)
        output = directory / "extracted.json"
        subprocess.run([mpidbg, "profile", "extract", str(types), "--library", "Open MPI", "--library-version",
                        shipped["version"], "-q", "-o", str(output)], check=True)
        found = differences(json.loads(output.read_text())["structs"], shipped["structs"])
    for line in found:
        print(line)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
