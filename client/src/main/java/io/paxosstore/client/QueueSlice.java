package io.paxosstore.client;

import java.util.List;

/**
 * What a read of a queue found.
 *
 * @param messages in the order of their sequence numbers; empty if there is nothing yet
 * @param next the sequence number to read from next; keep it to go on after a restart
 * @param <E> the type of an element
 */
public record QueueSlice<E>(List<Message<E>> messages, long next) {}
