package io.paxosstore.node.peer;

/**
 * Something that a node tells the others, for those who listen there: nothing keeps it, and it may
 * get lost. Arrays are not copied and must not be changed.
 *
 * @param kind of subject, 0 to 255; what it means is the listeners' matter
 * @param subject what it is about
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record Notice(int kind, byte[] subject, byte[] content) {}
