package io.paxosstore.sim;

import io.paxosstore.core.RandomSource;
import io.paxosstore.protocol.key.EntityKey;

import org.jspecify.annotations.Nullable;

import java.util.List;

/** Has voters changed while everything else goes on. */
interface VoterNemesis {
    /** Begins. */
    void start();

    /** No change begins any more; those under way come to an end. */
    void stop();

    /**
     * Begins changes once more, after {@link #stop}; they are not taken back while a node is down.
     *
     * @return whether any has begun
     */
    boolean beginAgain();

    /**
     * That of a run; null where nobody's votes move.
     *
     * @param keys that clients use
     * @param breakable what nodes may lose; what says who votes for the keys is put in
     */
    static @Nullable VoterNemesis of(
            Voting voting,
            SimCluster cluster,
            List<EntityKey> keys,
            List<EntityKey> breakable,
            RandomSource random) {
        return switch (voting) {
            case STAYS -> null;
            case CHANGES ->
                    new ChangeNemesis(cluster, breakable, new RandomSource(~random.nextLong()));
            case DRIVEN -> {
                breakable.addAll(WishNemesis.topologyOf(keys));
                yield new WishNemesis(cluster, new RandomSource(~random.nextLong()));
            }
        };
    }
}
