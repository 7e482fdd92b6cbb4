package io.paxosstore.protocol.wire;

import io.paxosstore.protocol.model.SpaceInfo;
import io.paxosstore.protocol.model.SpaceKind;
import io.paxosstore.protocol.model.WriteStatus;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/**
 * Responses as bytes; see {@link Wire} for the frame around these bodies.
 *
 * <pre>
 *  name  = u8 length, UTF-8    sentence = u16 length, UTF-8    bytes = u32 length, bytes
 *  space = u32 id, u8 kind, name
 *
 *  WELCOME       129  u32 magic, u16 version, name cluster id, u32 node id, u64 config epoch,
 *                     u32 key bytes max, u32 value bytes max,
 *                     u16 count, count times (u32 node id, name host, u16 port)
 *  PONG          130
 *  FEATURES_KNOWN  134  u64 bits: 1 takes trace contexts
 *  GOODBYE       131  u32 magic, u8 code, sentence
 *  FAILURE       132  u8 code, u64 detail, sentence
 *  SPACE         144  space
 *  SPACE_LIST    145  u32 count, count times space
 *  SPACE_DROPPED 146
 *  CATALOG_VERSION 147  u64 version
 *  TOPOLOGY_NEWS 148  u16 count, count times bytes part
 *  JOINED        149  bytes list of the founders, bytes head (see TopologyCodec)
 *  MEMBERS_CHANGED 150  u64 version, u32 slots, u32 orders, u32 copies,
 *                       u16 count, count times (u32 node, u32 before, u32 gained, u32 lost)
 *  TOPOLOGY_SHOWN  151  bytes JSON
 *  BALANCED        152  bytes JSON
 *
 *  VALUE         160
 *  0        1           9                17             25
 *  +--------+-----------+----------------+--------------+--------
 *  | found  | version   | entry version  | expires at   | bytes
 *  +--------+-----------+----------------+--------------+--------
 *
 *  WRITTEN       161
 *  0        1           9          17
 *  +--------+-----------+----------+
 *  | status | version   | number   |
 *  +--------+-----------+----------+
 *
 *  ENTITY_RESULT 162
 *  0                8
 *  +----------------+---------------
 *  | entry version  | bytes result
 *  +----------------+---------------
 *  result: see io.paxosstore.protocol.codec.ModelCodec
 *
 *  WATCHED       163  u64 version, u32 interval ms
 *  CHANGED       164  u64 version, u8 complete, u16 count,
 *                     count times (u8 kind, u8 type or 0, name)
 *  COMPACTED     165  u64 version
 *  KEYS_LISTED   166  u16 next place, key next from, u32 count, count times key
 *                     (key = u16 length, bytes)
 *  KEYS_READ     167  u16 next place, key next from, u32 count, count times
 *                     (key, u8 read, if it is 1: u64 version, u64 expires at, bytes value)
 *  RANGE_WATCHED 168  u8 resumed, position, u32 interval ms
 *                     (position = u64 lineage, u64 place, u32 offset)
 *  RANGE_CHANGED 169  position next, u16 count, count times (key, u64 version,
 *                     u8 flags: 1 skipped, 2 complete,
 *                     u16 count, count times (u8 kind, u8 type or 0, name))
 * </pre>
 */
public final class ResponseCodec {
    private static final int VALUE_FIXED_BYTES = 29;
    private static final int FAILURE_FIXED_BYTES = 11;
    private static final int ENTITY_RESULT_FIXED_BYTES = 12;
    private static final int CHANGED_FIXED_BYTES = 11;
    private static final int PARTS_MAX = 0xffff;

    /** The size of every WRITTEN frame, length field included. */
    public static final int WRITTEN_BYTES = Wire.HEADER_BYTES + 17;

    private ResponseCodec() {}

    /** The size of a VALUE frame with a value of that many bytes, length field included. */
    public static int valueBytes(int bytes) {
        return Wire.HEADER_BYTES + VALUE_FIXED_BYTES + bytes;
    }

    /** Appends a WRITTEN frame; the buffer must have {@link #WRITTEN_BYTES} left. */
    public static void encodeWritten(
            ByteBuffer out, long correlation, WriteStatus status, long version, long number) {
        Fields.putHeader(out, FrameType.WRITTEN, correlation, WRITTEN_BYTES - Wire.HEADER_BYTES);
        out.put(Codes.of(status)).putLong(version).putLong(number);
    }

    /**
     * Appends a VALUE frame of a present key; the buffer must have {@link #valueBytes} left.
     *
     * @param value its remaining bytes are the value; read to its end
     */
    public static void encodeFound(
            ByteBuffer out,
            long correlation,
            long version,
            long entryVersion,
            long expiresAtMillis,
            ByteBuffer value) {
        int bytes = value.remaining();
        Fields.putHeader(out, FrameType.VALUE, correlation, VALUE_FIXED_BYTES + bytes);
        out.put((byte) 1).putLong(version).putLong(entryVersion).putLong(expiresAtMillis);
        out.putInt(bytes).put(value);
    }

    /** Appends a VALUE frame of an absent key; the buffer must have {@code valueBytes(0)} left. */
    public static void encodeNotFound(ByteBuffer out, long correlation, long entryVersion) {
        Fields.putHeader(out, FrameType.VALUE, correlation, VALUE_FIXED_BYTES);
        out.put((byte) 0).putLong(0).putLong(entryVersion).putLong(0).putInt(0);
    }

    /**
     * An upper bound of a response's frame size, length field included; exact for data responses.
     */
    public static int encodedBytesMax(Response response) {
        if (response instanceof Response.Value value) {
            return valueBytes(value.value().length);
        } else if (response instanceof Response.Written) {
            return WRITTEN_BYTES;
        } else if (response instanceof Response.EntityResult entity) {
            return Wire.HEADER_BYTES + ENTITY_RESULT_FIXED_BYTES + entity.result().length;
        } else if (response instanceof Response.NodeStatus status) {
            return Wire.HEADER_BYTES + 4 + status.json().length;
        } else if (response instanceof Response.TopologyShown shown) {
            return Wire.HEADER_BYTES + 4 + shown.json().length;
        } else if (response instanceof Response.Balanced balanced) {
            return Wire.HEADER_BYTES + 4 + balanced.json().length;
        } else if (response instanceof Response.MembersChanged changed) {
            return Wire.HEADER_BYTES + MovesFields.bytes(changed.moves());
        } else if (response instanceof Response.Changed changed) {
            return Wire.HEADER_BYTES
                    + CHANGED_FIXED_BYTES
                    + changed.objects().size() * (3 + Wire.NAME_BYTES_MAX);
        } else if (response instanceof Response.TopologyNews news) {
            return Wire.HEADER_BYTES
                    + 2
                    + news.parts().stream().mapToInt(part -> 4 + part.length).sum();
        } else if (response instanceof Response.KeysListed listed) {
            return Wire.HEADER_BYTES + KeysFields.bytes(listed);
        } else if (response instanceof Response.KeysRead read) {
            return Wire.HEADER_BYTES + KeysFields.bytes(read);
        } else if (response instanceof Response.RangeChanged changed) {
            return Wire.HEADER_BYTES + RangeFields.bytes(changed);
        } else if (response instanceof Response.SpaceList list) {
            return Wire.HEADER_BYTES + 4 + list.spaces().size() * (6 + Wire.NAME_BYTES_MAX);
        } else if (response instanceof Response.Joined joined) {
            return Wire.HEADER_BYTES + NodeFields.bytes(joined.founders(), joined.head());
        } else if (response instanceof Response.Welcome welcome) {
            return Wire.HEADER_BYTES
                    + 28
                    + Wire.NAME_BYTES_MAX
                    + welcome.nodes().size() * (7 + Wire.NAME_BYTES_MAX);
        }
        return Wire.HEADER_BYTES + FAILURE_FIXED_BYTES + Wire.SENTENCE_BYTES_MAX;
    }

    /**
     * Appends a frame.
     *
     * @throws java.nio.BufferOverflowException if the buffer is too small
     * @throws IllegalArgumentException if a name or list is longer than the format allows
     */
    public static void encode(Response response, ByteBuffer out) {
        int start = out.position();
        if (response instanceof Response.Value value) {
            header(out, FrameType.VALUE, response);
            out.put((byte) (value.found() ? 1 : 0)).putLong(value.version());
            out.putLong(value.entryVersion()).putLong(value.expiresAtMillis());
            Fields.putLong(out, value.value());
        } else if (response instanceof Response.Written written) {
            encodeWritten(
                    out,
                    written.correlation(),
                    written.status(),
                    written.version(),
                    written.number());
        } else if (response instanceof Response.EntityResult entity) {
            header(out, FrameType.ENTITY_RESULT, response);
            out.putLong(entity.entryVersion());
            Fields.putLong(out, entity.result());
        } else if (response instanceof Response.Changed changed) {
            header(out, FrameType.CHANGED, response);
            out.putLong(changed.version()).put((byte) (changed.complete() ? 1 : 0));
            ObjectFields.put(out, changed.objects());
        } else if (response instanceof Response.Watched watched) {
            header(out, FrameType.WATCHED, response);
            out.putLong(watched.version()).putInt(watched.intervalMillis());
        } else if (response instanceof Response.Compacted compacted) {
            header(out, FrameType.COMPACTED, response);
            out.putLong(compacted.version());
        } else if (response instanceof Response.KeysListed listed) {
            header(out, FrameType.KEYS_LISTED, response);
            KeysFields.put(out, listed);
        } else if (response instanceof Response.KeysRead read) {
            header(out, FrameType.KEYS_READ, response);
            KeysFields.put(out, read);
        } else if (response instanceof Response.RangeWatched watched) {
            header(out, FrameType.RANGE_WATCHED, response);
            RangeFields.put(out, watched);
        } else if (response instanceof Response.RangeChanged changed) {
            header(out, FrameType.RANGE_CHANGED, response);
            RangeFields.put(out, changed);
        } else if (response instanceof Response.Failure failure) {
            header(out, FrameType.FAILURE, response);
            out.put(failure.code().code()).putLong(failure.detail());
            Fields.putShort(out, Fields.sentence(failure.sentence()));
        } else if (response instanceof Response.Welcome welcome) {
            header(out, FrameType.WELCOME, response);
            putWelcome(out, welcome);
        } else if (response instanceof Response.Pong) {
            header(out, FrameType.PONG, response);
        } else if (response instanceof Response.FeaturesKnown known) {
            header(out, FrameType.FEATURES_KNOWN, response);
            out.putLong(known.bits());
        } else if (response instanceof Response.NodeStatus status) {
            header(out, FrameType.NODE_STATUS, response);
            Fields.putLong(out, status.json());
        } else if (response instanceof Response.Goodbye goodbye) {
            header(out, FrameType.GOODBYE, response);
            out.putInt(Wire.MAGIC).put(goodbye.code().code());
            Fields.putShort(out, Fields.sentence(goodbye.sentence()));
        } else if (response instanceof Response.Space space) {
            header(out, FrameType.SPACE, response);
            putSpace(out, space.space());
        } else if (response instanceof Response.SpaceList list) {
            header(out, FrameType.SPACE_LIST, response);
            limit("spaces", list.spaces().size(), Wire.SPACES_MAX);
            out.putInt(list.spaces().size());
            list.spaces().forEach(space -> putSpace(out, space));
        } else if (response instanceof Response.CatalogVersion catalog) {
            header(out, FrameType.CATALOG_VERSION, response);
            out.putLong(catalog.version());
        } else if (response instanceof Response.TopologyNews news) {
            header(out, FrameType.TOPOLOGY_NEWS, response);
            limit("parts of the topology", news.parts().size(), PARTS_MAX);
            out.putShort((short) news.parts().size());
            news.parts().forEach(part -> Fields.putLong(out, part));
        } else if (response instanceof Response.SpaceDropped) {
            header(out, FrameType.SPACE_DROPPED, response);
        } else if (response instanceof Response.Joined joined) {
            header(out, FrameType.JOINED, response);
            NodeFields.put(out, joined.founders());
            NodeFields.put(out, joined.head());
        } else if (response instanceof Response.MembersChanged changed) {
            header(out, FrameType.MEMBERS_CHANGED, response);
            MovesFields.put(changed.moves(), out);
        } else if (response instanceof Response.TopologyShown shown) {
            header(out, FrameType.TOPOLOGY_SHOWN, response);
            Fields.putLong(out, shown.json());
        } else if (response instanceof Response.Balanced balanced) {
            header(out, FrameType.BALANCED, response);
            Fields.putLong(out, balanced.json());
        }
        out.putInt(start, out.position() - start - Wire.LENGTH_BYTES);
    }

    /**
     * Reads the frame at the buffer's position and moves behind it, also when it is malformed. Call
     * {@link Wire#completeFrameBytes} before. Values are fresh arrays.
     *
     * @throws MalformedFrameException if the frame is no response; it carries the correlation id
     */
    public static Response decode(ByteBuffer in) throws MalformedFrameException {
        int outerLimit = in.limit();
        int end = in.position() + Wire.LENGTH_BYTES + in.getInt(in.position());
        long correlation = Wire.correlationOf(in);
        byte type = in.get(in.position() + Wire.LENGTH_BYTES);
        in.limit(end).position(in.position() + Wire.HEADER_BYTES);
        try {
            Response response = decodeBody(type, correlation, in);
            Fields.end(in);
            return response;
        } catch (MalformedFrameException e) {
            throw e.withCorrelation(correlation);
        } finally {
            in.limit(outerLimit).position(end);
        }
    }

    private static Response decodeBody(byte type, long correlation, ByteBuffer in)
            throws MalformedFrameException {
        return switch (type) {
            case FrameType.VALUE ->
                    new Response.Value(
                            correlation,
                            Fields.getBoolean(in),
                            Fields.getLong(in),
                            Fields.getLong(in),
                            Fields.getLong(in),
                            Fields.getLongBytes(in));
            case FrameType.WRITTEN ->
                    new Response.Written(
                            correlation,
                            Codes.writeStatus(Fields.getByte(in)),
                            Fields.getLong(in),
                            Fields.getLong(in));
            case FrameType.ENTITY_RESULT ->
                    new Response.EntityResult(
                            correlation, Fields.getLong(in), Fields.getLongBytes(in));
            case FrameType.CHANGED ->
                    new Response.Changed(
                            correlation,
                            Fields.getLong(in),
                            Fields.getBoolean(in),
                            ObjectFields.get(in));
            case FrameType.WATCHED ->
                    new Response.Watched(
                            correlation, Fields.getLong(in), Fields.getCount(in, "interval"));
            case FrameType.COMPACTED -> new Response.Compacted(correlation, Fields.getLong(in));
            case FrameType.KEYS_LISTED -> KeysFields.getListed(correlation, in);
            case FrameType.KEYS_READ -> KeysFields.getRead(correlation, in);
            case FrameType.RANGE_WATCHED -> RangeFields.getWatched(correlation, in);
            case FrameType.RANGE_CHANGED -> RangeFields.getChanged(correlation, in);
            case FrameType.FAILURE ->
                    new Response.Failure(
                            correlation,
                            FailureCode.of(Fields.getByte(in)),
                            Fields.getLong(in),
                            Fields.getSentence(in));
            case FrameType.WELCOME -> getWelcome(correlation, in);
            case FrameType.PONG -> new Response.Pong(correlation);
            case FrameType.FEATURES_KNOWN ->
                    new Response.FeaturesKnown(correlation, Fields.getLong(in));
            case FrameType.NODE_STATUS ->
                    new Response.NodeStatus(correlation, Fields.getLongBytes(in));
            case FrameType.GOODBYE -> {
                magic(in);
                yield new Response.Goodbye(
                        correlation, GoodbyeCode.of(Fields.getByte(in)), Fields.getSentence(in));
            }
            case FrameType.SPACE -> new Response.Space(correlation, getSpace(in));
            case FrameType.SPACE_LIST -> getSpaceList(correlation, in);
            case FrameType.SPACE_DROPPED -> new Response.SpaceDropped(correlation);
            case FrameType.CATALOG_VERSION ->
                    new Response.CatalogVersion(correlation, Fields.getLong(in));
            case FrameType.TOPOLOGY_NEWS -> getTopologyNews(correlation, in);
            case FrameType.JOINED ->
                    new Response.Joined(
                            correlation, NodeFields.getNodes(in), NodeFields.getHead(in));
            case FrameType.MEMBERS_CHANGED ->
                    new Response.MembersChanged(correlation, MovesFields.get(in));
            case FrameType.TOPOLOGY_SHOWN ->
                    new Response.TopologyShown(correlation, Fields.getLongBytes(in));
            case FrameType.BALANCED -> new Response.Balanced(correlation, Fields.getLongBytes(in));
            default -> throw new MalformedFrameException("Unknown response type " + type + ".");
        };
    }

    private static Response getTopologyNews(long correlation, ByteBuffer in)
            throws MalformedFrameException {
        int count = Fields.getUnsignedShort(in);
        List<byte[]> parts = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            parts.add(Fields.getLongBytes(in));
        }
        return new Response.TopologyNews(correlation, parts);
    }

    private static void putWelcome(ByteBuffer out, Response.Welcome welcome) {
        limit("nodes", welcome.nodes().size(), Wire.NODES_MAX);
        out.putInt(Wire.MAGIC).putShort((short) welcome.protocolVersion());
        Fields.putName(out, Fields.name(welcome.clusterId()));
        out.putInt(welcome.nodeId()).putLong(welcome.configEpoch());
        out.putInt(welcome.keyBytesMax()).putInt(welcome.valueBytesMax());
        out.putShort((short) welcome.nodes().size());
        for (NodeAddress node : welcome.nodes()) {
            out.putInt(node.nodeId());
            Fields.putName(out, Fields.name(node.host()));
            out.putShort((short) node.port());
        }
    }

    private static Response getWelcome(long correlation, ByteBuffer in)
            throws MalformedFrameException {
        magic(in);
        int version = Fields.getUnsignedShort(in);
        String clusterId = Fields.getName(in);
        int nodeId = Fields.getInt(in);
        long configEpoch = Fields.getLong(in);
        int keyBytesMax = Fields.getCount(in, "key bytes max");
        int valueBytesMax = Fields.getCount(in, "value bytes max");
        int count = Fields.getUnsignedShort(in);
        List<NodeAddress> nodes = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            nodes.add(
                    new NodeAddress(
                            Fields.getInt(in), Fields.getName(in), Fields.getUnsignedShort(in)));
        }
        return new Response.Welcome(
                correlation,
                version,
                clusterId,
                nodeId,
                configEpoch,
                nodes,
                keyBytesMax,
                valueBytesMax);
    }

    private static Response getSpaceList(long correlation, ByteBuffer in)
            throws MalformedFrameException {
        int count = Fields.getCount(in, "count");
        List<SpaceInfo> spaces = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            spaces.add(getSpace(in));
        }
        return new Response.SpaceList(correlation, spaces);
    }

    private static void putSpace(ByteBuffer out, SpaceInfo space) {
        out.putInt(space.id()).put(Codes.of(space.kind()));
        Fields.putName(out, Fields.name(space.name()));
    }

    private static SpaceInfo getSpace(ByteBuffer in) throws MalformedFrameException {
        int id = Fields.getInt(in);
        SpaceKind kind = Codes.spaceKind(Fields.getByte(in));
        return new SpaceInfo(id, Fields.getName(in), kind);
    }

    private static void magic(ByteBuffer in) throws MalformedFrameException {
        int magic = Fields.getInt(in);
        if (magic != Wire.MAGIC) {
            throw new MalformedFrameException(
                    "This is no PaxosStore server: its greeting begins with 0x"
                            + Integer.toHexString(magic)
                            + ".");
        }
    }

    private static void header(ByteBuffer out, byte type, Response response) {
        Fields.putHeader(out, type, response.correlation(), 0);
    }

    private static void limit(String what, int count, int max) {
        if (count > max) {
            throw new IllegalArgumentException(
                    count + " " + what + " do not fit into a frame; the limit is " + max + ".");
        }
    }
}
