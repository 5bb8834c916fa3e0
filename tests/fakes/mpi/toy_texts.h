#ifndef TOY_TEXTS_H
#define TOY_TEXTS_H
#include <string.h>

/* As MPI_T returns a text: cut off to the room that there is, and the length that it has with its end. */
static inline void toy_give(const char *text, char *buffer, int *length) {
  if (length == NULL || text == NULL) return;
  if (buffer != NULL && *length > 0) {
    strncpy(buffer, text, (size_t)*length);
    buffer[*length - 1] = '\0';
  }
  *length = (int)strlen(text) + 1;
}

#endif
