/*
 * Loaded into a replica's process before the C library (LD_PRELOAD): delays fsync and fdatasync by
 * as many milliseconds as the file named by SLOW_DISK_CONTROL says; no file, no delay. When it
 * says less than 0, nothing is synced, and the caller is told that all is well.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

/* Returns whether the sync is to be left out. */
static int wait_as_told(void) {
    const char *path = getenv("SLOW_DISK_CONTROL");
    long millis = 0;
    int before = errno;
    if (path != NULL) {
        FILE *file = fopen(path, "re");
        if (file != NULL) {
            if (fscanf(file, "%ld", &millis) != 1) {
                millis = 0;
            }
            fclose(file);
        }
    }
    if (millis > 0) {
        struct timespec time = {millis / 1000, (millis % 1000) * 1000000L};
        nanosleep(&time, NULL);
    }
    errno = before;
    return millis < 0;
}

int fsync(int fd) {
    static int (*real)(int);
    if (real == NULL) {
        real = (int (*)(int)) dlsym(RTLD_NEXT, "fsync");
    }
    return wait_as_told() ? 0 : real(fd);
}

int fdatasync(int fd) {
    static int (*real)(int);
    if (real == NULL) {
        real = (int (*)(int)) dlsym(RTLD_NEXT, "fdatasync");
    }
    return wait_as_told() ? 0 : real(fd);
}
