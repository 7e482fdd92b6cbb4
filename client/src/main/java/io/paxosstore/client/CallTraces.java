package io.paxosstore.client;

import io.paxosstore.protocol.model.TraceContext;
import io.paxosstore.protocol.wire.NodeAddress;

import org.jspecify.annotations.Nullable;

import java.net.InetSocketAddress;
import java.util.Objects;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;

/** Tells a tracer of calls, and keeps its faults from them. Thread-safe. */
final class CallTraces {
    private final CallTracer tracer;

    CallTraces(CallTracer tracer) {
        this.tracer = tracer;
    }

    /** One call's span. After its beginning for one thread at a time. */
    static final class Trace {
        private final CallSpan span;
        private final Executor caller;
        private final @Nullable TraceContext context;

        private Trace(CallSpan span, Executor caller) {
            this.span = span;
            this.caller = caller;
            this.context = sampled(span);
        }

        private static @Nullable TraceContext sampled(CallSpan span) {
            try {
                TraceContext given = span.context();
                return given != null && given.isSampled() ? given : null;
            } catch (Throwable e) { // the span has begun, and is to end
                Faults.report(e);
                return null;
            }
        }

        /** What requests carry; null for nothing. */
        @Nullable TraceContext context() {
            return context;
        }

        void sentAgain(int attempt, Node node) {
            Faults.guarded(() -> span.sentAgain(attempt, address(node)));
        }

        /**
         * @param node that was asked last; null if the call was never sent
         */
        void end(CallReport report, @Nullable Node node) {
            Faults.guarded(() -> span.end(report, node == null ? null : address(node)));
        }

        /** Has what waits for a future go on as a part of what its call belongs to. */
        void complete(Runnable completion) {
            caller.execute(completion);
        }

        private static InetSocketAddress address(Node node) {
            NodeAddress address = node.address;
            return InetSocketAddress.createUnresolved(address.host(), address.port());
        }
    }

    /** A call begins; null if the tracer fails. */
    @Nullable Trace begin(Operation operation) {
        try {
            CallTracer.Subject subject =
                    new CallTracer.Subject(
                            operation.model(), operation.verb(), operation.spaceName());
            return new Trace(tracer.begin(subject), current());
        } catch (Throwable e) { // a call must not fail by who looks at it
            Faults.report(e);
            return null;
        }
    }

    /** What runs work as a part of what is current now, or if the tracer fails, as it is. */
    Executor current() {
        try {
            Executor given = Objects.requireNonNull(tracer.current());
            return work -> runBy(given, work);
        } catch (Throwable e) {
            Faults.report(e);
            return Runnable::run;
        }
    }

    private static void runBy(Executor given, Runnable work) {
        AtomicBoolean isBegun = new AtomicBoolean();
        Runnable once =
                () -> {
                    if (isBegun.compareAndSet(false, true)) {
                        work.run();
                    }
                };
        Faults.guarded(() -> given.execute(once));
        once.run();
    }
}
