package io.paxosstore.core;

import io.paxosstore.protocol.key.EntityKey;
import io.paxosstore.protocol.model.Command;
import io.paxosstore.protocol.model.ReadMode;

import org.jspecify.annotations.Nullable;

import java.util.List;
import java.util.function.IntPredicate;

/** What happens to a {@code Replica}. Times are given to {@code step}, not carried here. */
public sealed interface Input {
    /** Something that is asked for and answered by an {@link Effects.Reply}. */
    sealed interface Request extends Input {
        /** The caller's name for the request; comes back in the reply. */
        long token();

        /** What is asked about. */
        EntityKey key();

        /** Monotonic time after which the request is answered whatever is known. */
        long deadlineNanos();
    }

    /** Something that this node has found out about another one. */
    sealed interface OfPeer extends Input {
        int nodeId();
    }

    /**
     * A client's write.
     *
     * @param token the caller's name for the request; comes back in the {@link Effects.Reply}
     * @param settledFloor the stamp at and below which this client will never retry (Rule E2)
     * @param deadlineNanos monotonic time after which the request is answered whatever is known
     */
    record Write(
            long token,
            EntityKey key,
            RequestId requestId,
            long settledFloor,
            Command command,
            long deadlineNanos)
            implements Request {}

    /**
     * A client's read.
     *
     * @param clockMillis something it would show has expired at this time by this node's clock: the
     *     clock of the entity's entries is to reach it (Rule X2), and a linearizable read is not
     *     answered before; 0 if nothing is known to
     */
    record Read(long token, EntityKey key, ReadMode option, long deadlineNanos, long clockMillis)
            implements Request {
        public Read(long token, EntityKey key, ReadMode option, long deadlineNanos) {
            this(token, key, option, deadlineNanos, 0);
        }
    }

    /**
     * A message from another replica.
     *
     * @param incarnation the sender's (Rule A3)
     * @param epoch in which the sender stood of the entity's slot (Rule M1); {@link
     *     Configuration#NO_EPOCH} of a fact that is told in none
     */
    record Received(int from, int incarnation, int epoch, EntityKey key, Message message)
            implements Input {}

    /** Answers {@link Effects.Load}. */
    record Loaded(EntityKey key, Stored stored) implements Input {}

    /**
     * The answer to an {@link Effects.Load} comes in a later turn, or much later: the requests that
     * wait for it end at their deadlines.
     */
    record LoadPutOff(EntityKey key) implements Input {}

    /** An answer to {@link Effects.Evaluate}. */
    sealed interface Evaluation extends Input {
        /** Whose commands. */
        EntityKey key();

        /** The question's. */
        long ticket();
    }

    /**
     * Answers {@link Effects.Evaluate}.
     *
     * @param results one for each command that was evaluated, in their order; the entry may be full
     *     before the last one, which is then evaluated again for the next entry. Null for one that
     *     was left out because it takes long: it is asked for again, alone. Empty if the data
     *     cannot be read
     * @param changes what those commands change, as the engine encodes it
     */
    @SuppressWarnings("ArrayRecordComponent")
    record Evaluated(EntityKey key, long ticket, List<byte @Nullable []> results, byte[] changes)
            implements Evaluation {}

    /**
     * Answers {@link Effects.Evaluate} of a command that takes long: its evaluation was given up,
     * and nothing comes of it.
     *
     * @param reason what its client is told
     */
    record NotEvaluated(EntityKey key, long ticket, Outcome.Reason reason) implements Evaluation {}

    /**
     * The entity's data has been replaced by an image (Rule C2), which is newer than what was
     * there.
     *
     * @param stored what the store holds now, with the value of the newest chosen entry if the
     *     image came with it
     */
    record Installed(EntityKey key, Stored stored) implements Input {}

    /**
     * Brings an entity up to date without a client's wish (Rules C3, A2, D5): looks into the store
     * again, rebuilds it if the store says that it is amnesiac, catches up to a version. Answered
     * by {@link Outcome.Recovered}, or {@link Outcome.NotDone} when the deadline passes.
     *
     * @param token the caller's name for the request; comes back in the {@link Effects.Reply}
     * @param from a node that knows {@code version} to be chosen; 0 for none
     * @param version what is to be reached; 0 for whatever the store holds
     * @param deadlineNanos monotonic time
     */
    record Recover(long token, EntityKey key, int from, long version, long deadlineNanos)
            implements Request {}

    /**
     * A node lives under this incarnation, or a later one (Rule A3): votes of earlier ones count no
     * more, received already or still to come. To be given before the messages of a sender who knew
     * it, and after it was made durable. Lower numbers than known mean nothing.
     *
     * <p>For this node itself: it has found out that it lost what it promised of some entity, and
     * goes on under a later incarnation, so that what it said of it before counts no more. To be
     * given immediately before the {@link Loaded} that says so, or {@link Forgotten}.
     */
    record PeerIncarnation(int nodeId, int incarnation) implements OfPeer {}

    /**
     * What this replica has said of an entity is lost, and the {@link Loaded} that says so waits
     * until no record of the entity is on its way (Rule A3). Until then the replica says nothing of
     * it: what it has in memory of its votes would be told in the life that forgets them.
     */
    record Forgotten(EntityKey key) implements Input {}

    /**
     * The record of an earlier {@link Effects.Persist}, and with it all that came before it, is
     * durable.
     */
    record Persisted(EntityKey key, long ticket) implements Input {}

    /**
     * A space was dropped (Rule D8): this node votes for none of its entities any more. What waits
     * for them is refused, messages about them are ignored, and their data may go as soon as the
     * effects are performed that were wanted before. Never taken back: a space's number is not
     * given again. To be given anew after a start, before anything else.
     */
    record SpaceDropped(int space) implements Input {}

    /**
     * This node is about to enter an epoch of some slots to which it comes anew (Rule M4). It lets
     * go of their entities: what waits for them is refused, messages about them are ignored, and
     * nothing is wanted of the store that is about them. Until a later epoch of the slot is {@link
     * Entered}; to be given before that, so that no record is on its way then.
     *
     * @param slots which ones, by number
     */
    record Leaving(IntPredicate slots) implements Input {}

    /**
     * This node has entered later epochs of some slots (Rule M2), and the record of that is
     * durable. From now on it says and takes nothing under those before. Of a slot in which it is a
     * newcomer (Rule M4) no record is on its way ({@link Leaving}), every {@link Loaded} from now
     * on says that it is amnesiac, and, if it voted there before in this incarnation, a later one
     * has begun.
     *
     * @param placement the configurations in which this node stands from now on; none is earlier
     *     than before
     */
    record Entered(Placement placement) implements Input {}

    /** Whether a peer's connection is up. A hint for whom to ask first, never for safety. */
    record PeerState(int nodeId, boolean up) implements OfPeer {}

    /**
     * A node holds an entity at this version. If it is behind it is told what is chosen, though it
     * has not asked (Rule C3): what would have told it may be lost.
     */
    record Behind(int nodeId, EntityKey key, long version) implements OfPeer {}

    /** Time has passed; wanted at {@code Replica.nextWakeNanos} and {@code nextLateNanos}. */
    record Tick() implements Input {}
}
