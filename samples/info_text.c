#include "info_text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

char *json_string(const char *text) {
  char *result = malloc(6 * strlen(text) + 3), *to = result;
  *to++ = '"';
  for (; *text; ++text) {
    unsigned char character = (unsigned char)*text;
    if (character < ' ' || character == '"' || character == '\\') {
      to += sprintf(to, "\\u%04x", character);
    } else {
      *to++ = (char)character;
    }
  }
  strcpy(to, "\"");
  return result;
}

char *info_text(MPI_Info info) {
  int count;
  size_t length = 1;
  char *text = malloc(3);
  MPI_Info_get_nkeys(info, &count);
  strcpy(text, "[");
  for (int i = 0; i < count; ++i) {
    char key[MPI_MAX_INFO_KEY + 1];
    int size, found;
    MPI_Info_get_nthkey(info, i, key);
    MPI_Info_get_valuelen(info, key, &size, &found);
    char *value = calloc(1, (size_t)size + 2);
    MPI_Info_get(info, key, size + 1, value, &found);
    char *key_text = json_string(key), *value_text = json_string(value);
    text = realloc(text, length + strlen(key_text) + strlen(value_text) + 8);
    length += (size_t)sprintf(text + length, "%s[%s,%s]", i ? "," : "", key_text, value_text);
    free(key_text);
    free(value_text);
    free(value);
  }
  strcpy(text + length, "]");
  return text;
}

char *info_text_and_free(MPI_Info info) {
  char *text = info_text(info);
  MPI_Info_free(&info);
  return text;
}
