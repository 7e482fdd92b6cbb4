package io.paxosstore.client;

/**
 * Where what the user has brought fails: a listener, a tracer, a codec. Whatever they throw, also
 * what Java would have them declare, must not end a thread of the client, nor keep a call from
 * ending. Thread-safe.
 */
final class Faults {
    private Faults() {}

    /**
     * Runs work of the user's; tells the thread's handler of uncaught exceptions of what it throws.
     */
    static void guarded(Runnable work) {
        try {
            work.run();
        } catch (Throwable e) {
            report(e);
        }
    }

    /** Tells the thread's handler of uncaught exceptions, which may itself fail. */
    static void report(Throwable fault) {
        Thread thread = Thread.currentThread();
        try {
            thread.getUncaughtExceptionHandler().uncaughtException(thread, fault);
        } catch (Throwable e) {
            fault.addSuppressed(e); // there is nobody left to tell
        }
    }
}
