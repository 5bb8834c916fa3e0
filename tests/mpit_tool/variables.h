#pragma once
// What the program has, and the test expects: all datatypes, bound and unbound variables, some that cannot be read.

// Fills in toy_mpit.
void describe_variables();
