// Which process the target damages: FUZZ_IMAGE is its folder.

#include "tests/fuzz/image_target.h"

const char *const fuzz::image_path = FUZZ_IMAGE;
