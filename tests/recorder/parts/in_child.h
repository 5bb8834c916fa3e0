#pragma once
// Runs the body of a test case in a child process, which ends with it; the test case fails if a check in it does.

#include <functional>

void in_child(const std::function<void()> &body);
