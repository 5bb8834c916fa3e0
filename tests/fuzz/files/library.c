/* Of files/library.zst: gcc -g -Os -shared -fPIC -o library library.c && zstd library */
typedef struct node {
  struct node *next;
  union {
    int number;
    struct {
      short left : 4, right : 12;
    } half;
  };
  enum { red, green } color;
  double values[3][2];
} node_t;

node_t exported_data[2];

int exported_function(const node_t *list) {
  return list->next == 0 ? list->number : list->color;
}
