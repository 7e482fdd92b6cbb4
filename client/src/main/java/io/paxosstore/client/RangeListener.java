package io.paxosstore.client;

/**
 * Is told by a {@link RangeWatch}.
 *
 * @param <K> the keys, or the ids of entities
 */
@FunctionalInterface
public interface RangeListener<K> {
    /** Called for one event after the other, as {@link WatchListener#onEvent} is. */
    void onEvent(RangeEvent<K> event);
}
