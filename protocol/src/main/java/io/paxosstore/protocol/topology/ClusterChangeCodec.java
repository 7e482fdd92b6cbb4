package io.paxosstore.protocol.topology;

import io.paxosstore.protocol.bytes.ByteReader;
import io.paxosstore.protocol.bytes.ByteWriter;
import io.paxosstore.protocol.bytes.MalformedBytesException;

/**
 * An operator's wish as bytes, on its way to a node; nothing of it is stored.
 *
 * <pre>
 *  wish = u8 format (1), u8 which, what it says
 *
 *  ADD       1  node, as HeadCodec has it
 *  REPLACE   2  varint leaving, varint joining
 *  DRAIN     3  varint node
 *  KEEP      4  varint node
 *  REMOVE    5  varint node
 *  REWEIGH   6  varint node, varint weight
 *  RELOCATE  7  varint node, text zone, varint mini-cluster
 *  READDRESS 8  varint node, text host, varint client port, varint peer port, varint admin port
 *  VOTERS    9  varint count
 *  SPREAD   10
 *  STEER    11  u8 course
 * </pre>
 */
public final class ClusterChangeCodec {
    private static final int FORMAT = 1;
    private static final int INITIAL_BYTES = 64;

    private static final int ADD = 1;
    private static final int REPLACE = 2;
    private static final int DRAIN = 3;
    private static final int KEEP = 4;
    private static final int REMOVE = 5;
    private static final int REWEIGH = 6;
    private static final int RELOCATE = 7;
    private static final int READDRESS = 8;
    private static final int VOTERS = 9;
    private static final int SPREAD = 10;
    private static final int STEER = 11;

    private ClusterChangeCodec() {}

    /**
     * The bytes of a wish; less than a thousand.
     *
     * @throws IllegalArgumentException when a number in it is negative, or a host or a zone longer
     *     than that of any node
     */
    public static byte[] encode(ClusterChange change) {
        ByteWriter out = new ByteWriter(INITIAL_BYTES).putByte(FORMAT);
        if (change instanceof ClusterChange.Add add) {
            HeadCodec.putNode(add.node(), out.putByte(ADD));
        } else if (change instanceof ClusterChange.Replace replace) {
            out.putByte(REPLACE).putVarint(number(replace.leaving()));
            out.putVarint(number(replace.joining()));
        } else if (change instanceof ClusterChange.Drain drain) {
            out.putByte(DRAIN).putVarint(number(drain.node()));
        } else if (change instanceof ClusterChange.Keep keep) {
            out.putByte(KEEP).putVarint(number(keep.node()));
        } else if (change instanceof ClusterChange.Remove remove) {
            out.putByte(REMOVE).putVarint(number(remove.node()));
        } else if (change instanceof ClusterChange.Reweigh reweigh) {
            out.putByte(REWEIGH).putVarint(number(reweigh.node()));
            out.putVarint(number(reweigh.weight()));
        } else if (change instanceof ClusterChange.Relocate relocate) {
            out.putByte(RELOCATE).putVarint(number(relocate.node()));
            out.putText(zone(relocate.zone())).putVarint(number(relocate.miniCluster()));
        } else if (change instanceof ClusterChange.Readdress address) {
            out.putByte(READDRESS).putVarint(number(address.node()));
            out.putText(host(address.host()));
            out.putVarint(number(address.clientPort())).putVarint(number(address.peerPort()));
            out.putVarint(number(address.adminPort()));
        } else if (change instanceof ClusterChange.Voters voters) {
            out.putByte(VOTERS).putVarint(number(voters.count()));
        } else if (change instanceof ClusterChange.Spread) {
            out.putByte(SPREAD);
        } else if (change instanceof ClusterChange.Steer steer) {
            out.putByte(STEER).putByte(steer.course().code());
        }
        return out.toBytes();
    }

    private static String host(String given) {
        return text("host", given, ClusterNode.HOST_LENGTH_MAX);
    }

    private static String zone(String given) {
        return text("zone", given, ClusterNode.ZONE_LENGTH_MAX);
    }

    private static String text(String what, String given, int lengthMax) {
        Check.that(
                given.length() <= lengthMax,
                () ->
                        "The %s has %d characters; write at most %d."
                                .formatted(what, given.length(), lengthMax));
        return given;
    }

    private static int number(int given) {
        Check.that(given >= 0, () -> given + " is out of range; name a number from 0.");
        return given;
    }

    /**
     * Reads a wish.
     *
     * @throws MalformedBytesException with a sentence when the bytes are none, or say what cannot
     *     be, such as a port of 0
     */
    public static ClusterChange decode(byte[] bytes) {
        ByteReader in = ByteReader.of(bytes);
        int format = in.getByte();
        if (format != FORMAT) {
            throw new MalformedBytesException(
                    "A change of the cluster has the format "
                            + format
                            + "; this version reads format "
                            + FORMAT
                            + ".");
        }
        try {
            ClusterChange change = change(in);
            in.end();
            return change;
        } catch (IllegalArgumentException e) { // a node, or a course, that cannot be
            throw new MalformedBytesException(String.valueOf(e.getMessage()));
        }
    }

    private static ClusterChange change(ByteReader in) {
        int which = in.getByte();
        return switch (which) {
            case ADD -> new ClusterChange.Add(HeadCodec.getNode(in));
            case REPLACE -> new ClusterChange.Replace(in.getIntVarint(), in.getIntVarint());
            case DRAIN -> new ClusterChange.Drain(in.getIntVarint());
            case KEEP -> new ClusterChange.Keep(in.getIntVarint());
            case REMOVE -> new ClusterChange.Remove(in.getIntVarint());
            case REWEIGH -> new ClusterChange.Reweigh(in.getIntVarint(), in.getIntVarint());
            case RELOCATE ->
                    new ClusterChange.Relocate(in.getIntVarint(), in.getText(), in.getIntVarint());
            case READDRESS ->
                    new ClusterChange.Readdress(
                            in.getIntVarint(),
                            in.getText(),
                            in.getIntVarint(),
                            in.getIntVarint(),
                            in.getIntVarint());
            case VOTERS -> new ClusterChange.Voters(in.getIntVarint());
            case SPREAD -> new ClusterChange.Spread();
            case STEER -> new ClusterChange.Steer(Course.of(in.getByte()));
            default ->
                    throw new MalformedBytesException(
                            "No change of the cluster has the number "
                                    + which
                                    + "; this version knows 1 to "
                                    + STEER
                                    + ".");
        };
    }
}
