package io.paxosstore.server.peer;

import io.paxosstore.log.StorageEngine.Standing;
import io.paxosstore.server.net.ByteReader;
import io.paxosstore.server.net.ByteWriter;
import io.paxosstore.server.net.MalformedFrameException;

import java.util.UUID;

/**
 * What a node says of itself when it connects to another, or is connected to.
 *
 * @param clusterId the name of its cluster
 * @param configEpoch the version of the membership it knows (Rule M1)
 * @param fingerprint of its cluster-wide settings
 * @param nodeId its id
 * @param storeId marks its data directory, made when the directory was first used
 * @param incarnation of its present life (Rule A3)
 * @param shard which shard the connection belongs to
 * @param shardCount how many shards it has
 * @param socket which of the connections of this pair and shard, from 0
 * @param standing what it knows of its store's completeness
 * @param remembered what it remembers of the node it speaks to (Rule A1)
 * @param features what it knows beyond the version, one bit each, see {@link #FEATURES}
 */
public record PeerHello(
        String clusterId,
        long configEpoch,
        String fingerprint,
        int nodeId,
        UUID storeId,
        int incarnation,
        int shard,
        int shardCount,
        int socket,
        Standing standing,
        Remembered remembered,
        long features) {
    /** It takes the frames of digests. */
    static final long DIGESTS = 1;

    /** What this release knows. */
    public static final long FEATURES = DIGESTS;

    /** "PXPR". */
    static final int MAGIC = 0x50585052;

    /** Raised when the handshake or the messages change. */
    static final int VERSION = 2;

    /** Longest frame before the connection is open. */
    static final int FRAME_BYTES_MAX = 4096;

    private static final int KNOWN = 1;
    private static final int LOST = 2;

    /** The same node, for another connection, at another moment. */
    PeerHello forConnection(
            int newShard,
            int newSocket,
            int newIncarnation,
            Standing newStanding,
            Remembered newRemembered) {
        return new PeerHello(
                clusterId,
                configEpoch,
                fingerprint,
                nodeId,
                storeId,
                newIncarnation,
                newShard,
                shardCount,
                newSocket,
                newStanding,
                newRemembered,
                features);
    }

    /** Appends magic, version and fields. */
    void write(ByteWriter out) {
        out.u32(MAGIC).varint(VERSION);
        out.text(clusterId).varint(configEpoch).text(fingerprint).varint(nodeId);
        out.u64(storeId.getMostSignificantBits()).u64(storeId.getLeastSignificantBits());
        out.varint(incarnation).varint(shard).varint(shardCount).varint(socket);
        out.u8(
                switch (standing) {
                    case NEW -> 0;
                    case REBUILDING -> 1;
                    case WHOLE -> 2;
                });
        out.u8((remembered.known() ? KNOWN : 0) | (remembered.lost() ? LOST : 0));
        out.u64(remembered.storeId().getMostSignificantBits());
        out.u64(remembered.storeId().getLeastSignificantBits());
        out.varint(remembered.incarnation());
        out.varint(features);
    }

    /** Reads what follows the magic and the version. */
    static PeerHello readFields(ByteReader in) throws MalformedFrameException {
        return new PeerHello(
                in.text(),
                in.varint(),
                in.text(),
                in.smallVarint(),
                new UUID(in.u64(), in.u64()),
                in.smallVarint(),
                in.smallVarint(),
                in.smallVarint(),
                in.smallVarint(),
                readStanding(in),
                readRemembered(in),
                in.remaining() > 0 ? in.varint() : 0); // releases before there were any say nothing
    }

    private static Standing readStanding(ByteReader in) throws MalformedFrameException {
        int code = in.u8();
        return switch (code) {
            case 0 -> Standing.NEW;
            case 1 -> Standing.REBUILDING;
            case 2 -> Standing.WHOLE;
            default -> throw new MalformedFrameException("unknown standing " + code);
        };
    }

    private static Remembered readRemembered(ByteReader in) throws MalformedFrameException {
        int flags = in.u8();
        return new Remembered(
                (flags & KNOWN) != 0,
                new UUID(in.u64(), in.u64()),
                in.smallVarint(),
                (flags & LOST) != 0);
    }
}
