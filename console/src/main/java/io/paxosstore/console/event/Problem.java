package io.paxosstore.console.event;

/**
 * Something that is not as it should be.
 *
 * @param isSerious whether the node cannot serve because of it
 * @param says what, as a sentence or a part of one
 */
public record Problem(boolean isSerious, String says) {}
