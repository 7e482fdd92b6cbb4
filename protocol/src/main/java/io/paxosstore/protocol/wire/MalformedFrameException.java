package io.paxosstore.protocol.wire;

/** The bytes received are no frame of this protocol. The message is one sentence saying why. */
public final class MalformedFrameException extends Exception {
    private static final long serialVersionUID = 1L;

    private final String sentence;
    private final long correlation;

    MalformedFrameException(String message) {
        this(message, Wire.NO_CORRELATION);
    }

    MalformedFrameException(String message, long correlation) {
        super(message);
        this.sentence = message;
        this.correlation = correlation;
    }

    /**
     * The correlation id of the bad frame, so that its sender can be answered; {@link
     * Wire#NO_CORRELATION} when not even its header was readable and the connection must be closed.
     */
    public long correlation() {
        return correlation;
    }

    MalformedFrameException withCorrelation(long id) {
        return new MalformedFrameException(sentence, id);
    }
}
