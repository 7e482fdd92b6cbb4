package io.paxosstore.protocol.topology;

import io.paxosstore.protocol.bytes.ByteReader;
import io.paxosstore.protocol.bytes.ByteWriter;
import io.paxosstore.protocol.bytes.MalformedBytesException;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.zip.CRC32C;

/**
 * The topology as bytes.
 *
 * <pre>
 *  part     = u8 format (1), u8 what it is, body, u32 CRC32C of all before
 *  page     = varint number, varint version, slot x 256
 *  slot     = varint versions of the page since its change, configuration
 *  delta    = varint number of the page, varint from, varint to, varint count, change ...
 *  change   = varint slot, configuration
 *  topology = bytes of the head, bytes of a page x 64
 * </pre>
 *
 * <p>A number is an unsigned LEB128 varint unless its size is given; a configuration is what {@link
 * ConfigurationCodec} says; nodes, head and plan are what {@link HeadCodec} says. Every method that
 * takes bytes ends in a {@link MalformedBytesException} when one of them is not what was written.
 */
public final class TopologyCodec {
    private static final int FORMAT = 1;
    private static final int NODES = 1;
    private static final int PAGE = 2;
    private static final int DELTA = 3;
    private static final int CHANGE = 4;
    private static final int TOPOLOGY = 5;
    private static final int HEAD = 6;
    private static final int PLAN = 7;
    private static final int PART_BYTES = 4 << 10;

    private TopologyCodec() {}

    /** The bytes of a list of nodes. */
    public static byte[] encode(NodeList list) {
        ByteWriter out = begin(NODES);
        HeadCodec.putNodes(list, out);
        return sealed(out);
    }

    /** The list of nodes that these bytes are. */
    public static NodeList decodeNodes(byte[] bytes) {
        return decoded(bytes, NODES, HeadCodec::getNodes);
    }

    /** The bytes of what stands beside the pages. */
    public static byte[] encode(TopologyHead head) {
        ByteWriter out = begin(HEAD);
        HeadCodec.putHead(head, out);
        return sealed(out);
    }

    /** The head that these bytes are. */
    public static TopologyHead decodeHead(byte[] bytes) {
        return decoded(bytes, HEAD, HeadCodec::getHead);
    }

    /** The bytes of a plan. */
    public static byte[] encode(MovePlan plan) {
        ByteWriter out = begin(PLAN);
        HeadCodec.putPlan(plan, out);
        return sealed(out);
    }

    /** The plan that these bytes are. */
    public static MovePlan decodePlan(byte[] bytes) {
        return decoded(bytes, PLAN, HeadCodec::getPlan);
    }

    /** The bytes of a page. */
    public static byte[] encode(TopologyPage page) {
        ByteWriter out = begin(PAGE);
        out.putVarint(page.number()).putVarint(page.version());
        for (int slot = page.firstSlot(); slot < page.firstSlot() + TopologyPage.SLOTS; slot++) {
            out.putVarint(page.version() - page.changedIn(slot));
            ConfigurationCodec.put(page.slot(slot), out);
        }
        return sealed(out);
    }

    /** The page that these bytes are. */
    public static TopologyPage decodePage(byte[] bytes) {
        return decoded(bytes, PAGE, TopologyCodec::getPage);
    }

    /** The bytes of what changed in a page. */
    public static byte[] encode(PageDelta delta) {
        ByteWriter out = begin(DELTA);
        out.putVarint(delta.page()).putVarint(delta.from()).putVarint(delta.to());
        out.putVarint(delta.changes().size());
        for (SlotChange change : delta.changes()) {
            putChange(change, out);
        }
        return sealed(out);
    }

    /** The change of a page that these bytes are. */
    public static PageDelta decodeDelta(byte[] bytes) {
        return decoded(bytes, DELTA, TopologyCodec::getDelta);
    }

    /** The bytes of what became of one slot. */
    public static byte[] encode(SlotChange change) {
        ByteWriter out = begin(CHANGE);
        putChange(change, out);
        return sealed(out);
    }

    /** What became of one slot, as these bytes say. */
    public static SlotChange decodeChange(byte[] bytes) {
        return decoded(bytes, CHANGE, TopologyCodec::getChange);
    }

    /** The bytes of everything. */
    public static byte[] encode(Topology topology) {
        ByteWriter out = begin(TOPOLOGY);
        out.putBytes(encode(topology.head()));
        topology.pages().forEach(page -> out.putBytes(encode(page)));
        return sealed(out);
    }

    /** The topology that these bytes are. */
    public static Topology decodeTopology(byte[] bytes) {
        return decoded(bytes, TOPOLOGY, TopologyCodec::getTopology);
    }

    private static TopologyPage getPage(ByteReader in) {
        int number = in.getIntVarint();
        long version = in.getVarint();
        List<SlotConfiguration> slots = new ArrayList<>(TopologyPage.SLOTS);
        long[] changedIn = new long[TopologyPage.SLOTS];
        for (int i = 0; i < TopologyPage.SLOTS; i++) {
            changedIn[i] = version - in.getVarint();
            slots.add(ConfigurationCodec.get(in));
        }
        return TopologyPage.of(number, version, slots, changedIn);
    }

    private static PageDelta getDelta(ByteReader in) {
        int page = in.getIntVarint();
        long from = in.getVarint();
        long to = in.getVarint();
        int count = in.getCount();
        List<SlotChange> changes = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            changes.add(getChange(in));
        }
        return new PageDelta(page, from, to, changes);
    }

    private static void putChange(SlotChange change, ByteWriter out) {
        out.putVarint(change.slot());
        ConfigurationCodec.put(change.configuration(), out);
    }

    private static SlotChange getChange(ByteReader in) {
        return new SlotChange(in.getIntVarint(), ConfigurationCodec.get(in));
    }

    private static Topology getTopology(ByteReader in) {
        TopologyHead head = decodeHead(in.getBytes());
        List<TopologyPage> pages = new ArrayList<>(TopologyPage.COUNT);
        for (int i = 0; i < TopologyPage.COUNT; i++) {
            pages.add(decodePage(in.getBytes()));
        }
        return new Topology(head, pages);
    }

    private static ByteWriter begin(int what) {
        return new ByteWriter(PART_BYTES).putByte(FORMAT).putByte(what);
    }

    private static byte[] sealed(ByteWriter out) {
        return out.putInt(checksum(out.array(), out.size())).toBytes();
    }

    private static <T> T decoded(byte[] bytes, int what, Function<ByteReader, T> body) {
        int end = bytes.length - Integer.BYTES;
        if (end < 2) {
            throw new MalformedBytesException(
                    "A part of the topology has " + bytes.length + " bytes; that is too few.");
        }
        ByteReader in = ByteReader.of(bytes);
        int format = in.getByte();
        if (format != FORMAT) {
            throw new MalformedBytesException(
                    "A part of the topology has the format "
                            + format
                            + "; this version reads format "
                            + FORMAT
                            + ".");
        }
        if (new ByteReader().reset(bytes, end, Integer.BYTES).getInt() != checksum(bytes, end)) {
            throw new MalformedBytesException("The checksum of a part of the topology is wrong.");
        }
        int kind = in.getByte();
        if (kind != what) {
            throw new MalformedBytesException(
                    "A part of the topology is of kind " + kind + "; " + what + " was expected.");
        }
        try {
            T value = body.apply(in.reset(bytes, 2, end - 2));
            in.end();
            return value;
        } catch (IllegalArgumentException e) {
            throw new MalformedBytesException(String.valueOf(e.getMessage()));
        }
    }

    private static int checksum(byte[] bytes, int length) {
        CRC32C checksum = new CRC32C();
        checksum.update(bytes, 0, length);
        return (int) checksum.getValue();
    }
}
