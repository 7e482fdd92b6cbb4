package io.paxosstore.cli.top;

/** How a text is meant. */
enum Tone {
    PLAIN,
    /** Heads, and what is to be read first. */
    STRONG,
    /** What may be overlooked. */
    SOFT,
    GOOD,
    WARN,
    BAD
}
