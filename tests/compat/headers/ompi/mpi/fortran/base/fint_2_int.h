/* Missing from Debian's libopenmpi-dev; nothing of it is needed for the types. */
