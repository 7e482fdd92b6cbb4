package io.paxosstore.protocol.wire;

import io.paxosstore.protocol.model.HistoryPosition;
import io.paxosstore.protocol.model.KvOperation;
import io.paxosstore.protocol.model.ReadMode;
import io.paxosstore.protocol.model.SpaceKind;
import io.paxosstore.protocol.model.TraceContext;
import io.paxosstore.protocol.topology.ClusterNode;
import io.paxosstore.protocol.topology.TopologyPage;

import java.util.List;
import java.util.UUID;

/**
 * What a client sends. Arrays are not copied and must not be changed afterwards.
 *
 * <p>Deadlines are the milliseconds that remain when the request is sent, so that clocks need not
 * agree.
 */
public sealed interface Request {
    /** Chosen by the client, unique among its requests without an answer on the connection. */
    long correlation();

    /**
     * The first frame of a connection; answered by WELCOME or GOODBYE.
     *
     * @param protocolVersion what the client speaks, {@link Wire#PROTOCOL_VERSION}
     * @param clientId random, chosen once per client instance, the same on all its connections
     * @param clientName for logs, at most {@link Wire#NAME_BYTES_MAX} bytes in UTF-8
     */
    record Hello(long correlation, int protocolVersion, long clientId, String clientName)
            implements Request {}

    /** Asks whether the node answers at all; answered by PONG. */
    record Ping(long correlation) implements Request {}

    /** How the node is and what it sees of the others; answered even when it does not serve. */
    record Status(long correlation) implements Request {}

    /** What the server can do beyond this protocol's first form; answered by FEATURES_KNOWN. */
    record Features(long correlation) implements Request {}

    /**
     * A request with the span that it belongs to; only for a server whose {@link
     * Response.FeaturesKnown} takes that.
     *
     * @param request what is asked: something that its sender waits for
     */
    record Traced(TraceContext context, Request request) implements Request {
        @Override
        public long correlation() {
            return request.correlation();
        }
    }

    /**
     * Creates a space; answered by SPACE. A repeat with the same id gets the same answer.
     *
     * @param ifNotExists whether a present space of this name and kind is a success too
     */
    record CreateSpace(
            long correlation,
            WriteId id,
            int deadlineMillis,
            String name,
            SpaceKind kind,
            boolean ifNotExists)
            implements Request {}

    /** Asks for all spaces; answered by SPACE_LIST. */
    record ListSpaces(long correlation, int deadlineMillis) implements Request {}

    /** Drops a space and all its data; answered by SPACE_DROPPED. */
    record DropSpace(long correlation, WriteId id, int deadlineMillis, String name)
            implements Request {}

    /**
     * Asks for the number of a space; answered by SPACE.
     *
     * @param mode LOCAL for what the node's own copy of the catalog says, which needs no majority
     */
    record OpenSpace(long correlation, int deadlineMillis, String name, ReadMode mode)
            implements Request {}

    /**
     * Asks for the version of the node's copy of the catalog; answered by CATALOG_VERSION, and
     * again, with the same correlation id, whenever the copy has changed, until the connection
     * ends.
     */
    record FollowCatalog(long correlation) implements Request {}

    /**
     * Asks for what the node's copy of the topology has beyond what the client holds; answered by
     * TOPOLOGY_NEWS, and again, with the same correlation id, whenever the copy has changed, until
     * the connection ends.
     *
     * @param headVersion of the head that the client holds; 0 for none
     * @param pageVersions the same of all {@link TopologyPage#COUNT} pages, in order
     */
    record FollowTopology(long correlation, long headVersion, List<Long> pageVersions)
            implements Request {
        /** Takes a copy of the versions. */
        public FollowTopology {
            pageVersions = List.copyOf(pageVersions);
            if (pageVersions.size() != TopologyPage.COUNT) {
                throw new IllegalArgumentException(
                        "Versions of "
                                + pageVersions.size()
                                + " pages are given; a topology has "
                                + TopologyPage.COUNT
                                + ".");
            }
        }
    }

    /**
     * A node that starts with an empty directory asks to be one of the cluster's; answered by
     * JOINED, also when it is one already, at the same address. One whose directory is not empty,
     * but is reached elsewhere now, asks in the same way.
     *
     * @param store the id of its store, by which the others know it again; zeros if it has none
     * @param node as it is to be in the list of nodes
     */
    record Join(long correlation, int deadlineMillis, UUID store, ClusterNode node)
            implements Request {
        /** The id of no store. */
        public static final UUID NO_STORE = new UUID(0, 0);
    }

    /**
     * Changes the cluster, or says what that would move; answered by MEMBERS_CHANGED. Where
     * something is against it, the FAILURE is {@link FailureCode#REFUSED}.
     *
     * @param isTrial whether it is only judged
     * @param isRepeat whether it may have been done already, because it was sent before: then it is
     *     done, too, if the cluster is as wanted
     * @param change an encoded {@link io.paxosstore.protocol.topology.ClusterChange}
     */
    @SuppressWarnings("ArrayRecordComponent") // the bytes are on their way to or from the network
    record ChangeMembers(
            long correlation, int deadlineMillis, boolean isTrial, boolean isRepeat, byte[] change)
            implements Request {}

    /** What the node knows of the topology; answered by TOPOLOGY_SHOWN. */
    record ShowTopology(long correlation, int deadlineMillis) implements Request {}

    /**
     * Evens out loads, or says how that would be done; answered by BALANCED.
     *
     * @param isTrial whether nothing is changed
     * @param isRepeat whether it was sent before, and may be done
     */
    record Balance(long correlation, int deadlineMillis, boolean isTrial, boolean isRepeat)
            implements Request {}

    /** Reads a key; answered by VALUE. */
    @SuppressWarnings("ArrayRecordComponent") // the bytes are on their way to or from the network
    record KvRead(long correlation, int deadlineMillis, int space, ReadMode mode, byte[] key)
            implements Request {}

    /**
     * Asks for names of keys or entities that may be there; answered by KEYS_LISTED, or, where
     * values are wanted, by KEYS_READ. They come in the order of their slots' places ({@link
     * io.paxosstore.protocol.key.Slots#place}), those of one slot in the order of their bytes.
     *
     * @param place where the answer begins
     * @param from of the slot at that place names below this one are not wanted
     * @param prefix what all names that are wanted begin with
     * @param keysMax most names of the answer, 1 to {@link Wire#KEYS_MAX}
     * @param valueBytesMax 0 for names alone; else about how many bytes of names and values the
     *     answer may bring, at most {@link Wire#KEYS_VALUE_BYTES_MAX}, or one key
     */
    @SuppressWarnings("ArrayRecordComponent")
    record ListKeys(
            long correlation,
            int deadlineMillis,
            int space,
            int place,
            byte[] from,
            byte[] prefix,
            int keysMax,
            int valueBytesMax)
            implements Request {}

    /** Changes a key; answered by WRITTEN. */
    @SuppressWarnings("ArrayRecordComponent")
    record KvWrite(
            long correlation,
            WriteId id,
            int deadlineMillis,
            int space,
            byte[] key,
            KvOperation operation)
            implements Request {}

    /**
     * Reads an entity; answered by ENTITY_RESULT.
     *
     * @param multiOp an encoded {@link io.paxosstore.protocol.model.MultiOp} that changes nothing
     */
    @SuppressWarnings("ArrayRecordComponent")
    record EntityRead(
            long correlation,
            int deadlineMillis,
            int space,
            ReadMode mode,
            byte[] entity,
            byte[] multiOp)
            implements Request {}

    /**
     * Changes an entity; answered by ENTITY_RESULT.
     *
     * @param multiOp an encoded {@link io.paxosstore.protocol.model.MultiOp}
     */
    @SuppressWarnings("ArrayRecordComponent")
    record EntityWrite(
            long correlation,
            WriteId id,
            int deadlineMillis,
            int space,
            byte[] entity,
            byte[] multiOp)
            implements Request {}

    /**
     * Watches an entity; answered by WATCHED, and then by any number of CHANGED, COMPACTED and
     * WATCHED, all with this correlation id, until a FAILURE, an UNWATCH or the connection's end.
     *
     * @param from the first version of interest, at least 1
     */
    @SuppressWarnings("ArrayRecordComponent")
    record Watch(long correlation, int space, long from, byte[] entity) implements Request {}

    /**
     * Watches all keys or entities of a space whose names begin with a prefix, as far as this node
     * hears of their changes; answered by RANGE_WATCHED, and then by any number of RANGE_CHANGED,
     * all with this correlation id, until a FAILURE, an UNWATCH or the connection's end.
     *
     * @param isExact whether the prefix is the whole name of the only one
     * @param from how far this node's history is known
     */
    @SuppressWarnings("ArrayRecordComponent")
    record WatchRange(
            long correlation, int space, boolean isExact, byte[] prefix, HistoryPosition from)
            implements Request {}

    /** Ends the watch of this correlation id; not answered. Frames under way may still come. */
    record Unwatch(long correlation) implements Request {}
}
