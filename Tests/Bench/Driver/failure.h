#pragma once

/* Says what went wrong, with errno's word if it is set, and ends the program. */
_Noreturn void fail(const char *format, ...) __attribute__((format(printf, 1, 2)));
