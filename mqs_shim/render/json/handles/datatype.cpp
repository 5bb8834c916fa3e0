// This file writes one datatype as JSON.

#include "mqs_shim/render/json/handles/handles.h"
#include "mqs_shim/render/terms/datatype_terms.h"

namespace mqs_shim {

namespace {

std::int64_t count(std::uint64_t value) {
  return static_cast<std::int64_t>(value);
}

void write_combiner(JsonWriter &json, int combiner) {
  json.key("combiner");
  json.definition("combiner", "MPI_COMBINER_*; those with _integer are of MPI-1.",
                  [&] { json.term(combiner_term, combiner); });
}

void write_node(JsonWriter &json, const DatatypeNodeRecord &node) {
  json.object([&] {
    json.key("depth", "0: the datatype itself.").natural(node.depth);
    json.key("handle").address(node.handle);
    json.key("name").string_or_null(node.name);
    write_combiner(json, node.combiner);
    json.key("times", "As often in a row is it among the constituents.").natural(count(node.times));
    json.key("call", "How it was made; long arrays are cut.").string_or_null(node.call);
    json.key("seen_before", "Its constituents stand at its first occurrence.").boolean(node.seen_before);
  });
}

void write_contents(JsonWriter &json, const DatatypeRecord &record) {
  json.key("total_integers").natural(count(record.total_integers));
  json.key("total_addresses").natural(count(record.total_addresses));
  json.key("total_datatypes").natural(count(record.total_datatypes));
  json.key(
          "integers",
          "As MPI_Type_get_contents gives them, as are addresses and datatypes; the first ones if the total is larger.")
      .numbers(record.integers);
  json.key("addresses").numbers(record.addresses);
  json.key("datatypes");
  write_handles(json, record.datatypes);
  json.key("nodes", "The type and those that it was made from, in pre-order.")
      .list(record.nodes, [&](const DatatypeNodeRecord &node) { write_node(json, node); });
  json.key("nodes_complete").boolean(!record.has(MPIDBG_DATATYPE_INFO_TREE_TRUNCATED));
}

void write_entry(JsonWriter &json, const mpidbg_typemap_entry_t &entry, const std::vector<BasicTypeRecord> &basics) {
  json.object([&] {
    switch (entry.kind) {
      case MPIDBG_TYPEMAP_RUN:
        json.key("run", "The predefined type's name.")
            .string(json.describes() ? "" : basics[static_cast<std::size_t>(entry.basic)].name);
        json.key("basic", "Index of basics.").natural(entry.basic);
        json.key("displacement").number(entry.displacement);
        json.key("count").natural(count(entry.count));
        json.key("stride", "Bytes from one element to the next.").number(entry.stride);
        break;
      case MPIDBG_TYPEMAP_LOOP:
        json.key("loop", "Rounds of the entries up to the matching end.").natural(count(entry.count));
        json.key("stride", "Bytes from one round to the next; displacements are those of the first.")
            .number(entry.stride);
        break;
      case MPIDBG_TYPEMAP_END:
        json.key("end").boolean(true);
        break;
    }
  });
}

void write_typemap(JsonWriter &json, const DatatypeRecord &record) {
  const auto write_basic = [&](const BasicTypeRecord &basic) {
    json.object([&] {
      json.key("handle").address(basic.handle);
      json.key("name").string(basic.name);
      json.key("size").natural(count(basic.size));
      json.key("elements", "How often.").natural(count(basic.elements));
    });
  };
  json.key("total_entries").natural(count(record.total_entries));
  json.key("total_elements").natural(count(record.total_elements));
  json.key("basics").list(record.basics, write_basic);
  json.key("entries", "The first ones if the total is larger.").begin_array();
  if (json.describes()) {
    for (const auto kind : {MPIDBG_TYPEMAP_RUN, MPIDBG_TYPEMAP_LOOP, MPIDBG_TYPEMAP_END}) {
      mpidbg_typemap_entry_t entry{};
      entry.kind = kind;
      write_entry(json, entry, {});
    }
  }
  for (const mpidbg_typemap_entry_t &entry : record.typemap) write_entry(json, entry, record.basics);
  json.end_array();
}

void write_coverage(JsonWriter &json, const DatatypeRecord &record) {
  json.key("bytes_used").natural(count(record.bytes_used));
  json.key("bytes_outside", "Bytes of data that lie outside of the extent.").natural(count(record.bytes_outside));
  json.key("hole_bytes").natural(count(record.hole_bytes));
  json.key("total_holes").natural(count(record.total_holes));
  json.key("holes", "The first ones if the total is larger.").list(record.holes, [&](const mpidbg_byte_range_t &hole) {
    json.object([&] {
      json.key("displacement").number(hole.displacement);
      json.key("length").natural(count(hole.length));
    });
  });
  json.key("overlap", "Some byte belongs to more than one element.").boolean(record.has(MPIDBG_DATATYPE_INFO_OVERLAP));
}

}  // namespace

void write_json(JsonWriter &json, const ProcessReport &, const DatatypeRecord &record, const RenderOptions &) {
  json.definition("datatype", "One of datatypes.", [&] {
    json.object([&] {
      write_handle_head(json, record);
      json.key("committed").boolean(record.has(MPIDBG_DATATYPE_INFO_COMMITTED));
      json.key("internal", "The library made it for its own use.").boolean(record.has(MPIDBG_DATATYPE_INFO_INTERNAL));
      json.key("freed_by_application", "Inferred from who refers to it, or from the recorder; null: not known.")
          .boolean_if(record.has(MPIDBG_DATATYPE_INFO_FREED_HANDLE_KNOWN),
                      record.has(MPIDBG_DATATYPE_INFO_FREED_HANDLE));
      json.key("freed_by_library",
               "The library would have destroyed it, but keeps it for debuggers, or the recorder does.")
          .boolean(record.has(MPIDBG_DATATYPE_INFO_FREED_OBJECT));
      json.key("reference_count").number(record.reference_count);
      json.key("size").natural(count(record.size));
      json.key("lb").number(record.lb);
      json.key("ub").number(record.ub);
      json.key("extent").number(record.extent);
      const bool has_data = record.has(MPIDBG_DATATYPE_INFO_TRUE_BOUNDS);
      json.key("true_lb", "Null where the type has no bytes.").number_if(has_data, record.true_lb);
      json.key("true_ub").number_if(has_data, record.true_ub);
      json.key("true_extent").number_if(has_data, record.true_extent);
      write_combiner(json, record.combiner);
      json.key("constructor", "The MPI function that made it, as in C; null if none did.")
          .string_or_null(record.constructor);
      json.key("mpi1_constructor", "The function of MPI-1 that may have made it just as well; null if none can have.")
          .string_or_null(record.mpi1_constructor);
      write_contents(json, record);
      json.key("typemap",
               "Predefined types and where they lie, in the order of MPI's type map. Displacements and strides are in "
               "bytes.")
          .if_known(record.has(MPIDBG_DATATYPE_INFO_TYPEMAP),
                    [&] { json.object([&] { write_typemap(json, record); }); });
      json.key("typemap_problem", "Why the type map is missing.").string_or_null(record.typemap_problem);
      json.key("coverage", "The layout of one element in its extent, in bytes.")
          .if_known(record.has(MPIDBG_DATATYPE_INFO_COVERAGE),
                    [&] { json.object([&] { write_coverage(json, record); }); });
      json.key("coverage_problem", "Why holes cannot be seen.").string_or_null(record.coverage_problem);
      json.key("users", "Live objects that use it.");
      write_references(json, record.users);
    });
  });
}

}  // namespace mqs_shim
