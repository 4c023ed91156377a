/* Writes down what a program writes to some files and when it syncs them, or lets that fail.

   SNOWTAILS_JOURNAL names the file to write to, SNOWTAILS_WATCHED the beginning of the paths that are watched.
   While the file SNOWTAILS_FAULT is there, writes and syncs of watched files fail with the errno that it holds,
   or syncs alone if an s stands behind it.
   A record: time in ns, kind (w, t, s), length of the path, offset, length of the data; then path and data. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <time.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static int watched(int fd, char *path, size_t size) {
  const char *wanted = getenv("SNOWTAILS_WATCHED");
  char link[64];
  if (!wanted) return 0;
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  ssize_t length = readlink(link, path, size - 1);
  if (length <= 0) return 0;
  path[length] = 0;
  return strncmp(path, wanted, strlen(wanted)) == 0 && !strstr(path, "-shm") && !strstr(path, ".lock");
}

static int fault(int syncing) {
  const char *name = getenv("SNOWTAILS_FAULT");
  FILE *file = name ? fopen(name, "r") : NULL;
  int number = 0;
  char only = 0;
  if (!file) return 0;
  if (fscanf(file, "%d %c", &number, &only) < 1) number = 0;
  fclose(file);
  return only == 's' && !syncing ? 0 : number;
}

static void note(char kind, const char *path, uint64_t offset, const void *data, uint32_t length) {
  static ssize_t (*real)(int, const void *, size_t);
  static int journal = -1;
  const char *name = getenv("SNOWTAILS_JOURNAL");
  struct timespec now;
  struct __attribute__((packed)) { uint64_t at; char kind; uint16_t path; uint64_t offset; uint32_t length; } head;
  if (!name) return;
  pthread_mutex_lock(&lock);
  if (!real) real = dlsym(RTLD_NEXT, "write");
  if (journal < 0) journal = open(name, O_WRONLY | O_CREAT | O_APPEND, 0600);
  clock_gettime(CLOCK_MONOTONIC, &now);
  head.at = (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
  head.kind = kind; head.path = (uint16_t)strlen(path); head.offset = offset; head.length = length;
  if (real(journal, &head, sizeof head) < 0 || real(journal, path, head.path) < 0 || (length && real(journal, data, length) < 0)) abort();
  pthread_mutex_unlock(&lock);
}

#define REAL(name, type) static type real; if (!real) real = (type)dlsym(RTLD_NEXT, name)

#define CHECK(fd, syncing) \
  char path[4096]; \
  int seen = watched(fd, path, sizeof path); \
  if (seen) { int wrong = fault(syncing); if (wrong) { errno = wrong; return -1; } }

typedef ssize_t (*pwrite_t)(int, const void *, size_t, off_t);
typedef int (*sync_t)(int);
typedef int (*truncate_t)(int, off_t);

#define PWRITE(name) \
  ssize_t name(int fd, const void *data, size_t length, off_t offset) { \
    REAL(#name, pwrite_t); CHECK(fd, 0) \
    ssize_t done = real(fd, data, length, offset); \
    if (seen && done > 0) note('w', path, (uint64_t)offset, data, (uint32_t)done); \
    return done; }
PWRITE(pwrite)
PWRITE(pwrite64)

ssize_t write(int fd, const void *data, size_t length) {
  typedef ssize_t (*write_t)(int, const void *, size_t);
  REAL("write", write_t); CHECK(fd, 0)
  off_t offset = seen ? lseek(fd, 0, SEEK_CUR) : 0;
  ssize_t done = real(fd, data, length);
  if (seen && done > 0) note('w', path, (uint64_t)offset, data, (uint32_t)done);
  return done;
}

#define TRUNCATE(name) \
  int name(int fd, off_t length) { \
    REAL(#name, truncate_t); CHECK(fd, 0) \
    int done = real(fd, length); \
    if (seen && done == 0) note('t', path, (uint64_t)length, "", 0); \
    return done; }
TRUNCATE(ftruncate)
TRUNCATE(ftruncate64)

#define SYNC(name) \
  int name(int fd) { \
    REAL(#name, sync_t); CHECK(fd, 1) \
    int done = real(fd); \
    if (seen && done == 0) note('s', path, 0, "", 0); \
    return done; }
SYNC(fsync)
SYNC(fdatasync)
