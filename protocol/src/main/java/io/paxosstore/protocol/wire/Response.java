package io.paxosstore.protocol.wire;

import io.paxosstore.protocol.model.HistoryPosition;
import io.paxosstore.protocol.model.ObjectChange;
import io.paxosstore.protocol.model.RangeChange;
import io.paxosstore.protocol.model.SpaceInfo;
import io.paxosstore.protocol.model.WriteStatus;
import io.paxosstore.protocol.topology.ClusterMoves;
import io.paxosstore.protocol.topology.ClusterNode;
import io.paxosstore.protocol.topology.TopologyHead;

import java.util.List;

/** What a server sends. Arrays are not copied and must not be changed afterwards. */
public sealed interface Response {
    /** The correlation id of the request this answers. */
    long correlation();

    /**
     * Answers HELLO: the connection is open.
     *
     * @param protocolVersion what the server will speak on this connection
     * @param clusterId names the cluster
     * @param nodeId the answering node
     * @param configEpoch the version of the topology
     * @param nodes all nodes of the cluster, the answering one included
     * @param keyBytesMax longest key the cluster takes
     * @param valueBytesMax longest value the cluster takes
     */
    record Welcome(
            long correlation,
            int protocolVersion,
            String clusterId,
            int nodeId,
            long configEpoch,
            List<NodeAddress> nodes,
            int keyBytesMax,
            int valueBytesMax)
            implements Response {
        /** Takes a copy of the nodes. */
        public Welcome {
            nodes = List.copyOf(nodes);
        }
    }

    /** Answers PING. */
    record Pong(long correlation) implements Response {}

    /**
     * How a node is, as a JSON object in UTF-8; docs/wire-protocol.md lists its fields. The array
     * is not copied.
     */
    @SuppressWarnings("ArrayRecordComponent")
    record NodeStatus(long correlation, byte[] json) implements Response {}

    /**
     * Says what the server can do beyond this protocol's first form.
     *
     * @param bits each one thing; clients pass over those that they do not know
     */
    record FeaturesKnown(long correlation, long bits) implements Response {
        /** The server has use for the trace contexts of requests. */
        public static final long TRACES = 1;

        /** Whether requests may be {@link Request.Traced}. */
        public boolean takesTraces() {
            return (bits & TRACES) != 0;
        }
    }

    /**
     * The server closes the connection; no frame follows. The correlation id is 0.
     *
     * @param sentence why, for people
     */
    record Goodbye(long correlation, GoodbyeCode code, String sentence) implements Response {}

    /**
     * The request has no result.
     *
     * @param detail a number that goes with the code; else 0
     * @param sentence why, for people; may be empty
     */
    record Failure(long correlation, FailureCode code, long detail, String sentence)
            implements Response {}

    /** The space created or opened. */
    record Space(long correlation, SpaceInfo space) implements Response {}

    /** All spaces, in ascending order of their names. */
    record SpaceList(long correlation, List<SpaceInfo> spaces) implements Response {
        /** Takes a copy of the spaces. */
        public SpaceList {
            spaces = List.copyOf(spaces);
        }
    }

    /**
     * The node's copy of the catalog of spaces has this version; what was known of spaces at an
     * earlier one may be out of date. Versions only grow.
     */
    record CatalogVersion(long correlation, long version) implements Response {}

    /**
     * What the node's copy of the topology has and the client has not been told yet.
     *
     * @param parts each as {@link TopologyPart} reads it; none when the client holds everything
     */
    record TopologyNews(long correlation, List<byte[]> parts) implements Response {
        /** Takes a copy of the list. */
        public TopologyNews {
            parts = List.copyOf(parts);
        }
    }

    /**
     * The node that asked is one of the cluster's.
     *
     * @param founders the nodes that voted in every slot before its first change
     * @param head the newest that is known of the nodes; the one that asked is among them
     */
    record Joined(long correlation, List<ClusterNode> founders, TopologyHead head)
            implements Response {
        /** Takes a copy of the founders. */
        public Joined {
            founders = List.copyOf(founders);
        }
    }

    /** The space is gone. */
    record SpaceDropped(long correlation) implements Response {}

    /** The cluster is changed as wanted, or could be. */
    record MembersChanged(long correlation, ClusterMoves moves) implements Response {}

    /**
     * The topology as a node knows it, as a JSON object in UTF-8; docs/wire-protocol.md lists its
     * fields. The array is not copied.
     */
    @SuppressWarnings("ArrayRecordComponent")
    record TopologyShown(long correlation, byte[] json) implements Response {}

    /**
     * Answers a BALANCE.
     *
     * @param json an object; docs/wire-protocol.md lists its fields, and readers pass over unknown
     *     fields. The array is not copied.
     */
    @SuppressWarnings("ArrayRecordComponent")
    record Balanced(long correlation, byte[] json) implements Response {}

    /**
     * Answers a LIST_KEYS. Every key and entity that was there when it was asked for and lies
     * before where the rest begins is listed, and some that are not there: whether one is, a read
     * of it says.
     *
     * @param nextPlace where the rest begins; {@link io.paxosstore.protocol.key.Slots#COUNT} if
     *     there is none
     * @param nextFrom of the slot at that place the names from this one on are left
     * @param keys names, in order
     */
    @SuppressWarnings("ArrayRecordComponent")
    record KeysListed(long correlation, int nextPlace, byte[] nextFrom, List<byte[]> keys)
            implements Response {
        public KeysListed {
            keys = List.copyOf(keys);
        }
    }

    /**
     * Answers a READ_KEYS: what KEYS_LISTED says holds of its keys, but that most are read.
     *
     * @param nextPlace where the rest begins
     * @param nextFrom of the slot at that place the names from this one on are left
     * @param keys in order
     */
    @SuppressWarnings("ArrayRecordComponent")
    record KeysRead(long correlation, int nextPlace, byte[] nextFrom, List<ReadKey> keys)
            implements Response {
        public KeysRead {
            keys = List.copyOf(keys);
        }
    }

    /**
     * Answers a read.
     *
     * @param found whether the key is present; else version, expiry and value are 0, 0 and empty
     * @param version of the write that made the value; each write of a key has its own
     * @param entryVersion the entry id the answer reflects; may be greater than {@code version}
     * @param expiresAtMillis when the value expires, milliseconds since 1970; 0 for never
     */
    @SuppressWarnings("ArrayRecordComponent") // the bytes are on their way to or from the network
    record Value(
            long correlation,
            boolean found,
            long version,
            long entryVersion,
            long expiresAtMillis,
            byte[] value)
            implements Response {}

    /**
     * Answers a write. Final, whatever the status and whichever attempt it answers.
     *
     * @param version of a command that changed the key, a removal too: its own; else the present
     *     value's, 0 if absent
     * @param number the new number of an increment; else 0
     */
    record Written(long correlation, WriteStatus status, long version, long number)
            implements Response {}

    /**
     * Answers a read or write of an entity. A write's answer is final, whichever attempt it
     * answers.
     *
     * @param entryVersion of a read, the entry id the answer reflects; of a write 0: its result
     *     carries the entity's version
     * @param result an encoded {@link io.paxosstore.protocol.model.MultiOpResult}
     */
    @SuppressWarnings("ArrayRecordComponent")
    record EntityResult(long correlation, long entryVersion, byte[] result) implements Response {}

    /**
     * A watch is open and has been told everything up to a version: the answer to WATCH, and a sign
     * of life in between.
     *
     * @param version the entity's version; what comes later is pushed. 0 while something is still
     *     to be told of what was there before: then it is a sign of life and no more
     * @param intervalMillis how long until the next one comes at the latest, about
     */
    record Watched(long correlation, long version, int intervalMillis) implements Response {}

    /**
     * An entry changed the watched entity.
     *
     * @param version the entity's version after it; of the same watch greater than all before
     * @param complete whether all changed objects are listed; there may be more than {@link
     *     Wire#CHANGED_OBJECTS_MAX}
     * @param objects in the order of their names' bytes
     */
    record Changed(long correlation, long version, boolean complete, List<ObjectChange> objects)
            implements Response {
        /** Takes a copy of the objects. */
        public Changed {
            objects = List.copyOf(objects);
        }
    }

    /**
     * What happened to the watched entity up to this version can no longer be told; the watch goes
     * on after it.
     */
    record Compacted(long correlation, long version) implements Response {}

    /**
     * A range is watched: what this node hears of it from the position on is pushed.
     *
     * @param isResumed whether the node goes on where it was asked to; else something may be
     *     missing before the position
     * @param intervalMillis how long until the next sign of life comes at the latest, about
     */
    record RangeWatched(
            long correlation, boolean isResumed, HistoryPosition position, int intervalMillis)
            implements Response {}

    /**
     * What the node has heard of a range, in its order; a sign of life if that is nothing.
     *
     * @param next where it goes on after them
     * @param changes at most {@link Wire#RANGE_CHANGES_MAX}
     */
    record RangeChanged(long correlation, HistoryPosition next, List<RangeChange> changes)
            implements Response {
        /** Takes a copy of the changes. */
        public RangeChanged {
            changes = List.copyOf(changes);
        }
    }
}
