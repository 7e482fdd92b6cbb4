package io.paxosstore.node.history;

import io.paxosstore.protocol.key.EntityKey;

/**
 * What an entity's entries did, from one of them on.
 *
 * @param from the first entry
 * @param place where it is, as {@link ChangesFound#next} said; {@link ChangeMedium#NOWHERE} if that
 *     is not known
 * @param bytesMax about how much is wanted at once
 */
public record ChangeQuestion(EntityKey key, long from, long place, int bytesMax) {}
