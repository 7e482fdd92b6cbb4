/*
 * Shifts the clock on the wall of a process, from outside: preload it, and let SKEWED_CLOCK_CONTROL
 * name a file that holds a number of seconds, as 12 characters ("+0000003600\n"), overwritten in
 * place. Clocks that only measure how long something takes stay as they are.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

enum { CHARACTERS = 12 };

static const char *control;
static int (*real_clock_gettime)(clockid_t, struct timespec *);

__attribute__((constructor)) static void begin(void) {
    real_clock_gettime = (int (*)(clockid_t, struct timespec *)) dlsym(RTLD_NEXT, "clock_gettime");
    const char *name = getenv("SKEWED_CLOCK_CONTROL");
    int file = name == NULL ? -1 : open(name, O_RDONLY | O_CLOEXEC);
    if (file < 0 || lseek(file, 0, SEEK_END) < CHARACTERS) {
        fprintf(stderr, "skewed_clock: SKEWED_CLOCK_CONTROL must name a file of 12 characters\n");
        _exit(2);
    }
    void *mapped = mmap(NULL, CHARACTERS, PROT_READ, MAP_SHARED, file, 0);
    if (mapped == MAP_FAILED) {
        perror("skewed_clock");
        _exit(2);
    }
    close(file);
    control = mapped;
}

static long skew_seconds(void) {
    char text[CHARACTERS + 1];
    memcpy(text, control, CHARACTERS);
    text[CHARACTERS] = 0;
    return strtol(text, NULL, 10);
}

int clock_gettime(clockid_t clock, struct timespec *now) {
    if (real_clock_gettime == NULL) {
        begin(); /* called by another library's constructor */
    }
    int result = real_clock_gettime(clock, now);
    if (result == 0 && (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE)) {
        now->tv_sec += skew_seconds();
    }
    return result;
}

int gettimeofday(struct timeval *now, void *zone) {
    struct timespec time;
    int result = clock_gettime(CLOCK_REALTIME, &time);
    (void) zone;
    now->tv_sec = time.tv_sec;
    now->tv_usec = time.tv_nsec / 1000;
    return result;
}

time_t time(time_t *to) {
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    if (to != NULL) {
        *to = now.tv_sec;
    }
    return now.tv_sec;
}
