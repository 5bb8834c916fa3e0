#pragma once
// What the program has, and the test expects: all datatypes, bound and unbound variables, some that cannot be read, and
// events.

// Fills in toy_mpit.
void describe_variables();

// The types of events, by their indices.
enum { TYPE_FIRST, TYPE_SECOND, TYPE_MESSAGE, TYPE_COMMUNICATOR, TYPES };

// The data of an event of TYPE_MESSAGE.
struct MessageData {
  int peer;
  double seconds;
  unsigned long bytes;
};
constexpr MessageData messages[] = {{3, 0.5, 100}, {4, -1.5, 200}};
constexpr long message_times[] = {10, 20};
constexpr int dropped_messages = 5;  // between the two
// The data of the one event of TYPE_COMMUNICATOR, which is of MPI_COMM_WORLD.
constexpr char communicator_data = 'w';

// The program raises them, after the recorder has registered for them.
void raise_events();
