package io.paxosstore.protocol.codec;

import io.paxosstore.protocol.model.ModelLimits;

/** A limit of {@link ModelLimits} is exceeded; the message is one sentence that says which. */
public final class LimitExceededException extends IllegalArgumentException {
    private static final long serialVersionUID = 1L;

    LimitExceededException(String sentence) {
        super(sentence);
    }
}
