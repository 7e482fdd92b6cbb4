package io.paxosstore.dist.site;

import java.io.Serial;

/** A document names what is not there, or the index lacks a document. */
final class BrokenLinkException extends RuntimeException {
    @Serial private static final long serialVersionUID = 1;

    /** The document and its fault in a sentence. */
    BrokenLinkException(String message) {
        super(message);
    }

    /** A document, the link in it, and what is wrong with that. */
    BrokenLinkException(String source, String destination, String problem) {
        this(source + " names " + destination + ": " + problem);
    }
}
