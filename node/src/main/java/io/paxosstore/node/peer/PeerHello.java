package io.paxosstore.node.peer;

import io.paxosstore.log.identity.Lives;
import io.paxosstore.log.identity.Remembered;
import io.paxosstore.log.identity.Standing;
import io.paxosstore.protocol.bytes.ByteReader;
import io.paxosstore.protocol.bytes.ByteWriter;
import io.paxosstore.protocol.bytes.MalformedBytesException;

import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.UUID;

/**
 * What a node says of itself when it connects to another, or is connected to.
 *
 * @param clusterId the name of its cluster
 * @param configEpoch the version of the membership it knows (Rule M0)
 * @param settings its cluster-wide settings, which must be the same on all nodes
 * @param nodeId its id
 * @param storeId marks its data directory, made when the directory was first used
 * @param incarnation of its present life (Rule A3)
 * @param shard which shard the connection belongs to
 * @param shardCount how many shards it has
 * @param socket which of the connections of this pair and shard, from 0
 * @param nonce drawn by the dialler for this greeting alone; the acceptor repeats it, and asks for
 *     it when it has the greeting confirmed
 * @param standing what it knows of its store's completeness
 * @param remembered what it remembers of the node it speaks to (Rule A1)
 * @param features what it knows beyond the version, one bit each, see {@link #FEATURES}, and
 *     whether it {@linkplain #CHANGED has entered a change}
 * @param lives the last ones of its store; none of a release that does not know of them
 */
public record PeerHello(
        String clusterId,
        long configEpoch,
        SortedMap<String, String> settings,
        int nodeId,
        UUID storeId,
        int incarnation,
        int shard,
        int shardCount,
        int socket,
        long nonce,
        Standing standing,
        Remembered remembered,
        long features,
        Lives lives) {
    /** It takes the frames of digests. */
    static final long DIGESTS = 1;

    /** It executes calls for other nodes. */
    static final long FORWARDS = 2;

    /** It has entered a change of voters, in whatever slot (Rule M8). */
    static final long CHANGED = 4;

    /** Takes questions for the loads of slots. */
    static final long LOADS = 8;

    /** The node takes NOTICE frames. */
    static final long NOTICES = 32;

    /** Takes reports that say that a store is being rebuilt. */
    static final long REBUILDING = 16;

    /** The node tells digests of ranges of keys. */
    static final long RANGES = 64;

    /** The greeting ends with the lives of the node's store. */
    static final long LIVES = 128;

    /** What this release knows. */
    public static final long FEATURES =
            DIGESTS | FORWARDS | LOADS | REBUILDING | NOTICES | RANGES | LIVES;

    /** "PXPR". */
    public static final int MAGIC = 0x50585052;

    /**
     * Raised when the handshake or the messages change, or what nodes must agree on without saying
     * it: the shard of an entity, the order of its voters.
     */
    public static final int VERSION = 7;

    /** Longest frame before the connection is open. */
    public static final int FRAME_BYTES_MAX = 4096;

    private static final int SETTINGS_MAX = 256;

    /** The same node, for another connection, at another moment. */
    PeerHello forConnection(
            int newShard,
            int newSocket,
            long newNonce,
            int newIncarnation,
            Lives newLives,
            Standing newStanding,
            Remembered newRemembered,
            boolean hasChanged) {
        return new PeerHello(
                clusterId,
                configEpoch,
                settings,
                nodeId,
                storeId,
                newIncarnation,
                newShard,
                shardCount,
                newSocket,
                newNonce,
                newStanding,
                newRemembered,
                hasChanged ? features | CHANGED : features,
                newLives);
    }

    /** Whether the node has entered a change of voters, in whatever slot (Rule M8). */
    boolean hasChanged() {
        return (features & CHANGED) != 0;
    }

    /** Appends magic, version and fields. */
    void write(ByteWriter out) {
        out.putInt(MAGIC).putVarint(VERSION);
        out.putText(clusterId).putVarint(configEpoch).putVarint(settings.size());
        settings.forEach((key, value) -> out.putText(key).putText(value));
        out.putVarint(nodeId);
        out.putLong(storeId.getMostSignificantBits()).putLong(storeId.getLeastSignificantBits());
        out.putVarint(incarnation).putVarint(shard).putVarint(shardCount).putVarint(socket);
        out.putLong(nonce);
        out.putByte(
                switch (standing) {
                    case NEW -> 0;
                    case REBUILDING -> 1;
                    case WHOLE -> 2;
                });
        RememberedCodec.write(out, remembered);
        out.putVarint(features);
        if ((features & LIVES) != 0) { // a release that does not know of them reads no further
            out.putVarint(lives.newestFirst().size());
            lives.newestFirst()
                    .forEach(life -> out.putVarint(life.incarnation()).putLong(life.mark()));
        }
    }

    /** Reads what follows the magic and the version. */
    public static PeerHello readFields(ByteReader in) {
        PeerHello read = readFirstFields(in);
        return (read.features & LIVES) == 0
                ? read
                : read.forConnection(
                        read.shard,
                        read.socket,
                        read.nonce,
                        read.incarnation,
                        readLives(in),
                        read.standing,
                        read.remembered,
                        read.hasChanged());
    }

    private static PeerHello readFirstFields(ByteReader in) {
        return new PeerHello(
                in.getText(),
                in.getVarint(),
                readSettings(in),
                in.getIntVarint(),
                new UUID(in.getLong(), in.getLong()),
                in.getIntVarint(),
                in.getIntVarint(),
                in.getIntVarint(),
                in.getIntVarint(),
                in.getLong(),
                readStanding(in),
                RememberedCodec.read(in),
                in.getVarint(),
                Lives.NONE);
    }

    private static Lives readLives(ByteReader in) {
        int count = in.getIntVarint();
        if (count > Lives.COUNT_MAX) {
            throw new MalformedBytesException("A greeting has " + count + " lives.");
        }
        List<Lives.Life> lives = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            lives.add(new Lives.Life(in.getIntVarint(), in.getLong()));
        }
        return new Lives(lives);
    }

    private static SortedMap<String, String> readSettings(ByteReader in) {
        int count = in.getIntVarint();
        if (count > SETTINGS_MAX) {
            throw new MalformedBytesException("A greeting has " + count + " settings.");
        }
        SortedMap<String, String> settings = new TreeMap<>();
        for (int i = 0; i < count; i++) {
            settings.put(in.getText(), in.getText());
        }
        return settings;
    }

    private static Standing readStanding(ByteReader in) {
        int code = in.getByte();
        return switch (code) {
            case 0 -> Standing.NEW;
            case 1 -> Standing.REBUILDING;
            case 2 -> Standing.WHOLE;
            default -> throw new MalformedBytesException("Unknown standing " + code + ".");
        };
    }
}
