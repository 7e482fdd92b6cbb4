package io.paxosstore.protocol.wire;

import io.paxosstore.protocol.model.KvOperation;
import io.paxosstore.protocol.model.ModelLimits;
import io.paxosstore.protocol.model.ReadMode;
import io.paxosstore.protocol.model.TraceContext;
import io.paxosstore.protocol.topology.TopologyPage;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/**
 * Requests as bytes; see {@link Wire} for the frame around these bodies.
 *
 * <pre>
 *  name  = u8 length, UTF-8        key = u16 length, bytes       bytes = u32 length, bytes
 *  write = u64 stamp, u64 settled floor, u8 attempt
 *
 *  HELLO        1   u32 magic, u16 version, u64 client id, name
 *  PING         2
 *  FEATURES     4
 *  CREATE_SPACE 16  write, u32 deadline ms, name, u8 kind, u8 if-not-exists
 *  LIST_SPACES  17  u32 deadline ms
 *  DROP_SPACE   18  write, u32 deadline ms, name
 *  OPEN_SPACE   19  u32 deadline ms, name
 *  OPEN_SPACE_LOCAL 20  u32 deadline ms, name
 *  FOLLOW_CATALOG   21
 *  FOLLOW_TOPOLOGY  22  u64 version of the head, 64 times u64 version of a page
 *  JOIN         23  u32 deadline ms, 128 bits store UUID or zeros,
 *                   bytes list of nodes with this one (see TopologyCodec)
 *  CHANGE_MEMBERS 24  u32 deadline ms, u8 trial, u8 repeat, bytes change
 *                     change: see io.paxosstore.protocol.topology.ClusterChangeCodec
 *  SHOW_TOPOLOGY  25  u32 deadline ms
 *  BALANCE        26  u32 deadline ms, u8 trial, u8 repeat
 *
 *  KV_READ      32
 *  0          4       5              9
 *  +----------+-------+--------------+--------
 *  | space    | mode  | deadline ms  | key
 *  +----------+-------+--------------+--------
 *
 *  KV_WRITE     33
 *  0          4        12              20        21            25    26
 *  +----------+--------+---------------+---------+-------------+-----+-----+-----------
 *  | space    | stamp  | settled floor | attempt | deadline ms | op  | key | arguments
 *  +----------+--------+---------------+---------+-------------+-----+-----+-----------
 *  op 1 PUT                u64 ttl ms, bytes value
 *  op 2 PUT_IF_ABSENT      u64 ttl ms, bytes value
 *  op 3 CAS_VALUE          u64 ttl ms, bytes expected, bytes value
 *  op 4 CAS_VERSION        u64 ttl ms, u64 expected version, bytes value
 *  op 5 DELETE
 *  op 6 DELETE_IF_VERSION  u64 expected version
 *  op 7 INCREMENT          u64 ttl ms, u64 delta
 *  op 8 CAS_VERSION_UNTIL  u64 expires at ms, u64 expected version, bytes value
 *
 *  ENTITY_READ  34
 *  0          4       5              9
 *  +----------+-------+--------------+---------------+----------------
 *  | space    | mode  | deadline ms  | key entity id | bytes MultiOp
 *  +----------+-------+--------------+---------------+----------------
 *
 *  ENTITY_WRITE 35
 *  0          4        12              20        21            25
 *  +----------+--------+---------------+---------+-------------+---------------+---------------
 *  | space    | stamp  | settled floor | attempt | deadline ms | key entity id | bytes MultiOp
 *  +----------+--------+---------------+---------+-------------+---------------+---------------
 *  MultiOp: see io.paxosstore.protocol.codec.ModelCodec; at most MULTI_OP_BYTES_MAX
 *
 *  WATCH        36  u32 space, u64 from version, key entity id
 *  UNWATCH      37
 *  LIST_KEYS    38  u32 deadline ms, u32 space, u16 place, u32 names at most,
 *                   key from, key prefix
 *  READ_KEYS    39  the same, u32 bytes of values at most
 *  WATCH_RANGE  40  u32 space, u8 exact, key prefix, position
 *                   (u64 lineage, u64 place, u32 offset)
 *
 *  Traced: type + 64, its body, then the trace context it belongs to
 *                   (u128 trace id, u64 span id, u8 flags)
 * </pre>
 */
public final class RequestCodec {
    /** By how much {@link #addTrace} makes a frame longer. */
    public static final int TRACE_BYTES = TraceFields.BYTES;

    private static final int WRITE_ID_BYTES = 17;
    private static final int KV_READ_FIXED_BYTES = 11;
    private static final int KV_WRITE_FIXED_BYTES = 28;
    private static final int ENTITY_READ_FIXED_BYTES = 15;
    private static final int ENTITY_WRITE_FIXED_BYTES = 31;
    private static final int WATCH_FIXED_BYTES = 14;
    private static final int LIST_KEYS_FIXED_BYTES = 22;

    private RequestCodec() {}

    /** The size of a read's frame, length field included. */
    public static int kvReadBytes(byte[] key) {
        return Wire.HEADER_BYTES + KV_READ_FIXED_BYTES + key.length;
    }

    /** The size of a write's frame, length field included. */
    public static int kvWriteBytes(byte[] key, KvOperation operation) {
        return Wire.HEADER_BYTES
                + KV_WRITE_FIXED_BYTES
                + key.length
                + OperationFields.bytes(operation);
    }

    /** The size of an entity read's frame, length field included. */
    public static int entityReadBytes(byte[] entity, byte[] multiOp) {
        return Wire.HEADER_BYTES + ENTITY_READ_FIXED_BYTES + entity.length + multiOp.length;
    }

    /** The size of an entity write's frame, length field included. */
    public static int entityWriteBytes(byte[] entity, byte[] multiOp) {
        return Wire.HEADER_BYTES + ENTITY_WRITE_FIXED_BYTES + entity.length + multiOp.length;
    }

    /**
     * The size of the frame of a READ_KEYS, which is more than that of a LIST_KEYS, length field
     * included.
     */
    public static int listKeysBytes(byte[] from, byte[] prefix) {
        return Wire.HEADER_BYTES + LIST_KEYS_FIXED_BYTES + from.length + prefix.length;
    }

    /** The size of a watch's frame, length field included; that of an UNWATCH is less. */
    public static int watchBytes(byte[] entity) {
        return Wire.HEADER_BYTES + WATCH_FIXED_BYTES + entity.length;
    }

    /** The size of the frame of a WATCH_RANGE, length field included. */
    public static int watchRangeBytes(byte[] prefix) {
        return Wire.HEADER_BYTES + RangeFields.WATCH_FIXED_BYTES + prefix.length;
    }

    /**
     * Appends a read's frame; the buffer must have {@link #kvReadBytes} left.
     *
     * @throws IllegalArgumentException if the key is longer than {@link Wire#KEY_BYTES_LIMIT}
     */
    public static void encodeKvRead(
            ByteBuffer out,
            long correlation,
            int deadlineMillis,
            int space,
            ReadMode mode,
            byte[] key) {
        Fields.putHeader(out, FrameType.KV_READ, correlation, KV_READ_FIXED_BYTES + key.length);
        out.putInt(space).put(Codes.of(mode)).putInt(deadlineMillis);
        Fields.putShort(out, key);
    }

    /**
     * Has the frame that begins at {@code start} and ends at the buffer's position say which span
     * it belongs to; the buffer must have {@link #TRACE_BYTES} left.
     *
     * @throws IllegalArgumentException if it is a request that nobody waits for
     */
    public static void addTrace(ByteBuffer out, int start, TraceContext context) {
        TraceFields.append(out, start, context);
    }

    /**
     * Appends a frame.
     *
     * @throws java.nio.BufferOverflowException if the buffer is too small
     * @throws IllegalArgumentException if a key or name is longer than the format allows
     */
    public static void encode(Request request, ByteBuffer out) {
        int start = out.position();
        if (request instanceof Request.Traced traced) {
            encode(traced.request(), out);
            addTrace(out, start, traced.context());
        } else if (request instanceof Request.KvRead read) {
            encodeKvRead(
                    out,
                    read.correlation(),
                    read.deadlineMillis(),
                    read.space(),
                    read.mode(),
                    read.key());
        } else if (request instanceof Request.KvWrite write) {
            header(out, FrameType.KV_WRITE, request);
            out.putInt(write.space());
            putWriteId(out, write.id());
            out.putInt(write.deadlineMillis());
            OperationFields.put(out, write.key(), write.operation());
        } else if (request instanceof Request.EntityRead read) {
            header(out, FrameType.ENTITY_READ, request);
            out.putInt(read.space()).put(Codes.of(read.mode())).putInt(read.deadlineMillis());
            putMultiOp(out, read.entity(), read.multiOp());
        } else if (request instanceof Request.EntityWrite write) {
            header(out, FrameType.ENTITY_WRITE, request);
            out.putInt(write.space());
            putWriteId(out, write.id());
            out.putInt(write.deadlineMillis());
            putMultiOp(out, write.entity(), write.multiOp());
        } else if (request instanceof Request.Watch watch) {
            header(out, FrameType.WATCH, request);
            out.putInt(watch.space()).putLong(watch.from());
            Fields.putShort(out, watch.entity());
        } else if (request instanceof Request.WatchRange watch) {
            header(out, FrameType.WATCH_RANGE, request);
            RangeFields.put(out, watch);
        } else if (request instanceof Request.ListKeys list) {
            boolean isRead = list.valueBytesMax() > 0;
            header(out, isRead ? FrameType.READ_KEYS : FrameType.LIST_KEYS, request);
            KeysFields.put(out, list);
        } else if (request instanceof Request.Unwatch) {
            header(out, FrameType.UNWATCH, request);
        } else if (request instanceof Request.Hello hello) {
            header(out, FrameType.HELLO, request);
            out.putInt(Wire.MAGIC).putShort((short) hello.protocolVersion());
            out.putLong(hello.clientId());
            Fields.putName(out, Fields.name(hello.clientName()));
        } else if (request instanceof Request.Ping) {
            header(out, FrameType.PING, request);
        } else if (request instanceof Request.Status) {
            header(out, FrameType.STATUS, request);
        } else if (request instanceof Request.Features) {
            header(out, FrameType.FEATURES, request);
        } else if (request instanceof Request.CreateSpace create) {
            header(out, FrameType.CREATE_SPACE, request);
            putWriteId(out, create.id());
            out.putInt(create.deadlineMillis());
            Fields.putName(out, Fields.name(create.name()));
            out.put(Codes.of(create.kind())).put((byte) (create.ifNotExists() ? 1 : 0));
        } else if (request instanceof Request.ListSpaces list) {
            header(out, FrameType.LIST_SPACES, request);
            out.putInt(list.deadlineMillis());
        } else if (request instanceof Request.DropSpace drop) {
            header(out, FrameType.DROP_SPACE, request);
            putWriteId(out, drop.id());
            out.putInt(drop.deadlineMillis());
            Fields.putName(out, Fields.name(drop.name()));
        } else if (request instanceof Request.OpenSpace open) {
            header(
                    out,
                    open.mode() == ReadMode.LOCAL
                            ? FrameType.OPEN_SPACE_LOCAL
                            : FrameType.OPEN_SPACE,
                    request);
            out.putInt(open.deadlineMillis());
            Fields.putName(out, Fields.name(open.name()));
        } else if (request instanceof Request.FollowCatalog) {
            header(out, FrameType.FOLLOW_CATALOG, request);
        } else if (request instanceof Request.FollowTopology follow) {
            header(out, FrameType.FOLLOW_TOPOLOGY, request);
            out.putLong(follow.headVersion());
            follow.pageVersions().forEach(out::putLong);
        } else if (request instanceof Request.Join join) {
            header(out, FrameType.JOIN, request);
            out.putInt(join.deadlineMillis());
            out.putLong(join.store().getMostSignificantBits());
            out.putLong(join.store().getLeastSignificantBits());
            NodeFields.put(out, List.of(join.node()));
        } else if (request instanceof Request.ChangeMembers change) {
            header(out, FrameType.CHANGE_MEMBERS, request);
            out.putInt(change.deadlineMillis());
            out.put((byte) (change.isTrial() ? 1 : 0)).put((byte) (change.isRepeat() ? 1 : 0));
            Fields.putLong(out, change.change());
        } else if (request instanceof Request.ShowTopology show) {
            header(out, FrameType.SHOW_TOPOLOGY, request);
            out.putInt(show.deadlineMillis());
        } else if (request instanceof Request.Balance balance) {
            header(out, FrameType.BALANCE, request);
            out.putInt(balance.deadlineMillis());
            out.put((byte) (balance.isTrial() ? 1 : 0)).put((byte) (balance.isRepeat() ? 1 : 0));
        }
        out.putInt(start, out.position() - start - Wire.LENGTH_BYTES);
    }

    /**
     * Reads the frame at the buffer's position and moves behind it, also when it is malformed: then
     * the connection can go on with the next frame. Call {@link Wire#completeFrameBytes} before.
     * Keys and values are fresh arrays.
     *
     * @throws MalformedFrameException if the frame is no request; it carries the correlation id
     */
    public static Request decode(ByteBuffer in) throws MalformedFrameException {
        int outerLimit = in.limit();
        int end = in.position() + Wire.LENGTH_BYTES + in.getInt(in.position());
        long correlation = Wire.correlationOf(in);
        byte type = in.get(in.position() + Wire.LENGTH_BYTES);
        in.limit(end).position(in.position() + Wire.HEADER_BYTES);
        try {
            Request request =
                    TraceFields.isTraced(type)
                            ? traced(type, correlation, in)
                            : decodeBody(type, correlation, in);
            Fields.end(in);
            return request;
        } catch (MalformedFrameException e) {
            throw e.withCorrelation(correlation);
        } finally {
            in.limit(outerLimit).position(end);
        }
    }

    private static Request traced(byte type, long correlation, ByteBuffer in)
            throws MalformedFrameException {
        byte plain = TraceFields.withoutTrace(type);
        TraceContext context = TraceFields.takeOff(in);
        return new Request.Traced(context, decodeBody(plain, correlation, in));
    }

    private static Request decodeBody(byte type, long correlation, ByteBuffer in)
            throws MalformedFrameException {
        return switch (type) {
            case FrameType.KV_READ -> kvRead(correlation, in);
            case FrameType.KV_WRITE -> kvWrite(correlation, in);
            case FrameType.ENTITY_READ -> entityRead(correlation, in);
            case FrameType.ENTITY_WRITE -> entityWrite(correlation, in);
            case FrameType.WATCH -> watch(correlation, in);
            case FrameType.WATCH_RANGE -> RangeFields.getWatch(correlation, in);
            case FrameType.UNWATCH -> new Request.Unwatch(correlation);
            case FrameType.LIST_KEYS -> KeysFields.getRequest(correlation, false, in);
            case FrameType.READ_KEYS -> KeysFields.getRequest(correlation, true, in);
            case FrameType.HELLO -> hello(correlation, in);
            case FrameType.PING -> new Request.Ping(correlation);
            case FrameType.STATUS -> new Request.Status(correlation);
            case FrameType.FEATURES -> new Request.Features(correlation);
            case FrameType.CREATE_SPACE ->
                    new Request.CreateSpace(
                            correlation,
                            getWriteId(in),
                            Fields.getCount(in, "deadline"),
                            Fields.getName(in),
                            Codes.spaceKind(Fields.getByte(in)),
                            Fields.getBoolean(in));
            case FrameType.LIST_SPACES ->
                    new Request.ListSpaces(correlation, Fields.getCount(in, "deadline"));
            case FrameType.DROP_SPACE ->
                    new Request.DropSpace(
                            correlation,
                            getWriteId(in),
                            Fields.getCount(in, "deadline"),
                            Fields.getName(in));
            case FrameType.OPEN_SPACE -> openSpace(correlation, in, ReadMode.LINEARIZABLE);
            case FrameType.OPEN_SPACE_LOCAL -> openSpace(correlation, in, ReadMode.LOCAL);
            case FrameType.FOLLOW_CATALOG -> new Request.FollowCatalog(correlation);
            case FrameType.FOLLOW_TOPOLOGY -> followTopology(correlation, in);
            case FrameType.JOIN ->
                    new Request.Join(
                            correlation,
                            Fields.getCount(in, "deadline"),
                            new UUID(Fields.getLong(in), Fields.getLong(in)),
                            NodeFields.getOne(in));
            case FrameType.CHANGE_MEMBERS ->
                    new Request.ChangeMembers(
                            correlation,
                            Fields.getCount(in, "deadline"),
                            Fields.getBoolean(in),
                            Fields.getBoolean(in),
                            Fields.getLongBytes(in));
            case FrameType.SHOW_TOPOLOGY ->
                    new Request.ShowTopology(correlation, Fields.getCount(in, "deadline"));
            case FrameType.BALANCE ->
                    new Request.Balance(
                            correlation,
                            Fields.getCount(in, "deadline"),
                            Fields.getBoolean(in),
                            Fields.getBoolean(in));
            default -> throw new MalformedFrameException("Unknown request type " + type + ".");
        };
    }

    /** A HELLO of another version keeps the fields up to its version, in every version. */
    private static Request hello(long correlation, ByteBuffer in) throws MalformedFrameException {
        int magic = Fields.getInt(in);
        if (magic != Wire.MAGIC) {
            throw new MalformedFrameException(
                    "This is no PaxosStore client: its greeting begins with 0x"
                            + Integer.toHexString(magic)
                            + ".");
        }
        int version = Fields.getUnsignedShort(in);
        if (version != Wire.PROTOCOL_VERSION) {
            in.position(in.limit());
            return new Request.Hello(correlation, version, 0, "");
        }
        return new Request.Hello(correlation, version, Fields.getLong(in), Fields.getName(in));
    }

    private static Request kvRead(long correlation, ByteBuffer in) throws MalformedFrameException {
        int space = Fields.getInt(in);
        ReadMode mode = Codes.readMode(Fields.getByte(in));
        int deadlineMillis = Fields.getCount(in, "deadline");
        return new Request.KvRead(
                correlation, deadlineMillis, space, mode, Fields.getShortBytes(in));
    }

    private static Request kvWrite(long correlation, ByteBuffer in) throws MalformedFrameException {
        int space = Fields.getInt(in);
        WriteId id = getWriteId(in);
        int deadlineMillis = Fields.getCount(in, "deadline");
        byte op = Fields.getByte(in);
        byte[] key = Fields.getShortBytes(in);
        return new Request.KvWrite(
                correlation, id, deadlineMillis, space, key, OperationFields.get(op, in));
    }

    private static Request openSpace(long correlation, ByteBuffer in, ReadMode mode)
            throws MalformedFrameException {
        return new Request.OpenSpace(
                correlation, Fields.getCount(in, "deadline"), Fields.getName(in), mode);
    }

    private static Request followTopology(long correlation, ByteBuffer in)
            throws MalformedFrameException {
        long headVersion = getVersion(in);
        List<Long> pageVersions = new ArrayList<>(TopologyPage.COUNT);
        for (int page = 0; page < TopologyPage.COUNT; page++) {
            pageVersions.add(getVersion(in));
        }
        return new Request.FollowTopology(correlation, headVersion, pageVersions);
    }

    private static long getVersion(ByteBuffer in) throws MalformedFrameException {
        long version = Fields.getLong(in);
        if (version < 0) {
            throw new MalformedFrameException(
                    "A part of the topology is held in version "
                            + version
                            + "; versions begin at 1, 0 stands for none.");
        }
        return version;
    }

    private static Request entityRead(long correlation, ByteBuffer in)
            throws MalformedFrameException {
        int space = Fields.getInt(in);
        ReadMode mode = Codes.readMode(Fields.getByte(in));
        int deadlineMillis = Fields.getCount(in, "deadline");
        byte[] entity = Fields.getShortBytes(in);
        return new Request.EntityRead(
                correlation, deadlineMillis, space, mode, entity, getMultiOp(in));
    }

    private static Request entityWrite(long correlation, ByteBuffer in)
            throws MalformedFrameException {
        int space = Fields.getInt(in);
        WriteId id = getWriteId(in);
        int deadlineMillis = Fields.getCount(in, "deadline");
        byte[] entity = Fields.getShortBytes(in);
        return new Request.EntityWrite(
                correlation, id, deadlineMillis, space, entity, getMultiOp(in));
    }

    private static Request watch(long correlation, ByteBuffer in) throws MalformedFrameException {
        int space = Fields.getInt(in);
        long from = Fields.getLong(in);
        if (from < 1) {
            throw new MalformedFrameException(
                    "A watch begins at version " + from + "; the first version is 1.");
        }
        return new Request.Watch(correlation, space, from, Fields.getShortBytes(in));
    }

    private static void putMultiOp(ByteBuffer out, byte[] entity, byte[] multiOp) {
        if (multiOp.length > ModelLimits.MULTI_OP_BYTES_MAX) {
            throw new IllegalArgumentException(tooLarge(multiOp.length));
        }
        Fields.putShort(out, entity);
        Fields.putLong(out, multiOp);
    }

    private static byte[] getMultiOp(ByteBuffer in) throws MalformedFrameException {
        int bytes = Fields.getCount(in, "length");
        if (bytes > ModelLimits.MULTI_OP_BYTES_MAX) {
            throw new MalformedFrameException(tooLarge(bytes));
        }
        return Fields.getBytes(in, bytes);
    }

    private static String tooLarge(int bytes) {
        return "The MultiOp has "
                + bytes
                + " bytes, allowed are "
                + ModelLimits.MULTI_OP_BYTES_MAX
                + "; split it.";
    }

    private static void header(ByteBuffer out, byte type, Request request) {
        Fields.putHeader(out, type, request.correlation(), 0);
    }

    private static void putWriteId(ByteBuffer out, WriteId id) {
        out.putLong(id.stamp()).putLong(id.settledFloor()).put((byte) id.attempt());
    }

    private static WriteId getWriteId(ByteBuffer in) throws MalformedFrameException {
        Fields.need(in, WRITE_ID_BYTES);
        return new WriteId(in.getLong(), in.getLong(), in.get() & 0xff);
    }
}
