package io.paxosstore.node.call;

import io.paxosstore.node.history.ChangeRange;
import io.paxosstore.protocol.key.EntityKey;
import io.paxosstore.protocol.model.HistoryPosition;
import io.paxosstore.protocol.model.SpaceKind;

import org.jspecify.annotations.Nullable;

import java.util.function.Consumer;

/**
 * The way into a node for those who do not belong to it. A front end decodes what its client wants,
 * asks here, and puts the outcome or the {@link Refusal} into its own words; limits, spaces, the
 * state of the node and its shards are no matter of its own. On the asker's loop only.
 */
public interface NodeCalls {
    /**
     * Executes a call if nothing is wrong with it. Its caller is answered in this turn or a later
     * one, see {@link Asker}.
     *
     * @param correlation what the caller calls it
     */
    void execute(Caller caller, long correlation, Call call);

    /**
     * Begins a watch on an entity if nothing is wrong with it.
     *
     * @param correlation unique among the watcher's watches
     * @param from the first version of interest
     */
    void watch(Watcher watcher, long correlation, EntityKey key, long from);

    /** Ends a watch at its watcher's wish; of one that did open, see {@link Watcher#opens}. */
    void unwatch(Watcher watcher, long correlation, EntityKey key);

    /** A watcher's connection has taken so many bytes of the events. */
    void confirm(Watcher watcher, long correlation, EntityKey key, int bytes);

    /**
     * Begins a watch on a range of keys or entities if nothing is wrong with it.
     *
     * @param correlation unique among the watcher's watches
     */
    WatchedRange watchRange(
            Watcher watcher, long correlation, ChangeRange range, HistoryPosition from);

    /**
     * Lists names of a space's keys or entities if nothing is wrong with the query.
     *
     * @param home the shard whose loop this is
     * @param answer called once, on any loop, unless the node stops
     */
    void listKeys(int home, KeysQuery query, Consumer<KeysAnswer> answer);

    /** Whether there is such a space, as far as this node knows; false before it knows. */
    boolean serves(int space, SpaceKind kind);

    /** Why this node takes no call now, whatever it is; null if it does. */
    @Nullable Refusal closed();
}
