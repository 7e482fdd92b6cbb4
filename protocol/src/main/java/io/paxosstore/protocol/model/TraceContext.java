package io.paxosstore.protocol.model;

/**
 * Which span of which distributed trace something belongs to, as W3C's Trace Context has it, but
 * for the state that vendors add. Immutable.
 *
 * @param traceIdHigh the first half of the trace's id
 * @param traceIdLow its other half; one of both is not 0
 * @param spanId the span's id; not 0
 * @param flags 0 to 255; bit 0 says that the trace is sampled, others are passed on
 */
public record TraceContext(long traceIdHigh, long traceIdLow, long spanId, int flags) {
    /** The trace is sampled: whoever sees it is to record it. */
    public static final int SAMPLED = 1;

    private static final int FLAGS_MAX = 0xff;

    /**
     * Checks what the parts say.
     *
     * @throws IllegalArgumentException if an id consists of zeros, or the flags are none
     */
    public TraceContext {
        if ((traceIdHigh | traceIdLow) == 0 || spanId == 0) {
            throw new IllegalArgumentException(
                    "A trace context has zeros for the id of its "
                            + (spanId == 0 ? "span." : "trace."));
        } else if (flags < 0 || flags > FLAGS_MAX) {
            throw new IllegalArgumentException(
                    "A trace context has the flags " + flags + "; use 0 to " + FLAGS_MAX + ".");
        }
    }

    /**
     * A context of ids in W3C's spelling.
     *
     * @param traceId 32 hexadecimal digits
     * @param spanId 16 hexadecimal digits
     * @throws IllegalArgumentException if they are not that
     */
    public static TraceContext of(String traceId, String spanId, int flags) {
        if (traceId.length() != 32 || spanId.length() != 16) {
            throw new IllegalArgumentException(
                    "A trace context has the ids '%s' and '%s'; use 32 and 16 hexadecimal digits."
                            .formatted(traceId, spanId));
        }
        return new TraceContext(
                Long.parseUnsignedLong(traceId, 0, 16, 16),
                Long.parseUnsignedLong(traceId, 16, 32, 16),
                Long.parseUnsignedLong(spanId, 16),
                flags);
    }

    /** Whether the trace is sampled. */
    public boolean isSampled() {
        return (flags & SAMPLED) != 0;
    }

    /** The trace's id as 32 hexadecimal digits. */
    public String traceIdText() {
        return "%016x%016x".formatted(traceIdHigh, traceIdLow);
    }

    /** The span's id as 16 hexadecimal digits. */
    public String spanIdText() {
        return "%016x".formatted(spanId);
    }
}
