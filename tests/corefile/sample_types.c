#include "sample_types.h"

struct sample_t *sample_object;
sample_unnamed_t sample_unnamed;
sample_alias_t *sample_alias;
sample_alias_of_alias_t *sample_alias_of_alias;
sample_hidden_t *sample_hidden;
sample_pointer_t sample_pointer;
union sample_union sample_union_object;
