package io.paxosstore.client;

import java.util.concurrent.Executor;

/** Makes a span of each call; see {@link ClientOptions.Builder#callTracer}. Thread-safe. */
public interface CallTracer {
    /**
     * What a call is about.
     *
     * @param model as {@link CallReport#model} says
     * @param operation as {@link CallReport#operation} says
     * @param space the name of the space; empty for what is about none
     */
    record Subject(String model, String operation, String space) {}

    /**
     * A call begins, on the thread that makes it: it belongs to what is current there. Must return
     * soon.
     */
    CallSpan begin(Subject subject);

    /**
     * Runs work at once, on whatever thread, as a part of what is current now. What follows a
     * call's end on a thread of the client is run by it, and so belongs to what the call did.
     */
    default Executor current() {
        return Runnable::run;
    }
}
