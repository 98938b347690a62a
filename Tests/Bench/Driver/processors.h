#pragma once

enum share { of_client, of_server };

/* Lets this process run on one processor (the client's) or on all the others (the server's), which a child inherits.
   Does nothing where there is one processor, and on macOS, which has no such call. */
void use_processors(enum share share);
