/* What the pipe alone costs: reads Content-Length frames, and answers each request with null. Knows no JSON: a request
   is a body that starts with {"jsonrpc":"2.0","id": as the benchmark's do. */

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char length_name[] = "Content-Length: ";
static const char request_start[] = "{\"jsonrpc\":\"2.0\",\"id\":";

enum {
  input_size = 1 << 16,  /* what a Linux pipe holds */
  output_size = 1 << 16,
  longest_id = 64,
  longest_answer = 160,
};

static char input[input_size];
static char output[output_size];
static size_t output_count;

static void write_answers(void) {
  for (size_t done = 0; done < output_count;) {
    ssize_t count = write(STDOUT_FILENO, output + done, output_count - done);
    if (count <= 0) exit(1);
    done += (size_t)count;
  }
  output_count = 0;
}

static void append(const char *text, size_t count) {
  memcpy(output + output_count, text, count);
  output_count += count;
}

static void answer(const char *id, size_t id_count) {
  char header[32] = "Content-Length: ";
  size_t length = sizeof request_start - 1 + id_count + 15;
  size_t header_count = sizeof length_name - 1;
  if (length >= 100) header[header_count++] = (char)('0' + length / 100);
  header[header_count++] = (char)('0' + length / 10 % 10);
  header[header_count++] = (char)('0' + length % 10);
  if (output_count + longest_answer > output_size) write_answers();
  append(header, header_count);
  append("\r\n\r\n", 4);
  append(request_start, sizeof request_start - 1);
  append(id, id_count);
  append(",\"result\":null}", 15);
}

/* Takes one frame's start; how many bytes the frame has, or 0 if too little of it is there yet. */
static size_t take_frame(const char *frame, size_t count) {
  if (count < sizeof length_name - 1 + 5) return 0;
  if (memcmp(frame, length_name, sizeof length_name - 1) != 0) exit(1);
  size_t place = sizeof length_name - 1, length = 0;
  while (place < count && frame[place] != '\r') length = length * 10 + (size_t)(frame[place++] - '0');
  place += 4;
  size_t looked_at = sizeof request_start - 1 + longest_id;
  if (looked_at > length) looked_at = length;
  if (count < place + looked_at) return 0;
  if (looked_at > sizeof request_start && memcmp(frame + place, request_start, sizeof request_start - 1) == 0) {
    const char *id = frame + place + sizeof request_start - 1;
    const char *end = memchr(id, ',', looked_at - (sizeof request_start - 1));
    if (!end) exit(1);
    answer(id, (size_t)(end - id));
  }
  return place + length;
}

int main(void) {
  size_t count = 0; /* bytes in `input` */
  size_t skip = 0;  /* bytes still to come of a frame that was taken */
  for (;;) {
    ssize_t got = read(STDIN_FILENO, input + count, input_size - count);
    if (got <= 0) return got < 0;
    count += (size_t)got;
    size_t place = 0;
    for (;;) {
      size_t skipped = skip < count - place ? skip : count - place;
      place += skipped;
      skip -= skipped;
      if (place == count) break;
      size_t frame = take_frame(input + place, count - place);
      if (frame == 0) break;
      skip = frame;
    }
    memmove(input, input + place, count - place);
    count -= place;
    if (output_count) write_answers();
  }
}
