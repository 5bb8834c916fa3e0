/* Of files/core.zst: a program that waits. */
#include <unistd.h>

int main(void) {
  pause();
}
