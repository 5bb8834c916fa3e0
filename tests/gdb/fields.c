// A program whose structs have members of every kind that a debugger tells apart.

#include <stdbool.h>
#include <stdint.h>

typedef enum { red, green } colour_t;
typedef int32_t number_t;

typedef struct {
  number_t number;
  unsigned char letter;
  bool is_true;
  colour_t colour;
  double real;
  char *text;
  void (*function)(void);
  int16_t many[3];
  struct {
    int64_t first;
    int32_t second;
  } part;
  union {
    char narrow;
    int64_t wide;
  } either;
  struct {
    char name[64];
  };
} fields_t;

fields_t fields;

int main(void) {
  return fields.letter;
}
