// Writes mpidbg.schema.json: write_schema FILE

#include <cstdio>
#include <fstream>
#include <iostream>

#include "mqs_shim/render/json/report.h"
#include "mqs_shim/render/json/schema/schema_builder.h"
#include "mqs_shim/render/verdict/json/why.h"

namespace {

using namespace mqs_shim;

// Returns the schema. In the schema, the member "command" of an answer selects the definition for the answer.
SchemaText schema() {
  SchemaBuilder builder;
  SchemaText commands = SchemaText::array(), answers = SchemaText::array();
  for (int i = 0; i <= static_cast<int>(last_noun); ++i) {
    const Noun noun = static_cast<Noun>(i);
    const std::string name = "answer_" + std::string(noun_name(noun));
    builder.begin_definition(name, {});
    noun == Noun::why ? describe_why_json(builder) : describe_json(noun, builder);
    builder.end_definition();
    const auto only = SchemaText::object().add("const", SchemaText::text(noun_name(noun)));
    answers.add(SchemaText::object()
                    .add("if", SchemaText::object().add("properties", SchemaText::object().add("command", only)))
                    .add("then", SchemaText::object().add("$ref", SchemaText::text("#/$defs/" + name))));
    commands.add(SchemaText::text(noun_name(noun)));
  }
  return SchemaText::object()
      .add("$schema", SchemaText::text("https://json-schema.org/draft/2020-12/schema"))
      .add("$id", SchemaText::text("mpidbg-1"))
      .add("title", SchemaText::text("Output of mpidbg --json"))
      .add("description", SchemaText::text("What `mpidbg NOUN --json` writes. Members that are not known are null. "
                                           "Within mpidbg-1 members are only added. Each noun has a definition "
                                           "answer_NOUN. Addresses and handles are strings, because many readers of "
                                           "JSON lose bits of large numbers. This file is written by write_schema."))
      .add("type", SchemaText::text("object"))
      .add("properties", SchemaText::object().add("command", SchemaText::object().add("enum", std::move(commands))))
      .add("required", SchemaText::array().add(SchemaText::text("command")))
      .add("allOf", std::move(answers))
      .add("$defs", builder.definitions());
}

}  // namespace

int main(int argc, char **argv) {
  if (argc != 2) return 2;
  std::ofstream file(argv[1]);
  file << schema().pretty() << '\n';
  if (file.flush()) return 0;
  std::cerr << "cannot write " << argv[1] << '\n';
  return 1;
}
