package io.paxosstore.node.peer;

import io.paxosstore.log.identity.Remembered;
import io.paxosstore.log.identity.Room;
import io.paxosstore.node.balance.LoadReport;
import io.paxosstore.node.host.ClusterRoom;
import io.paxosstore.node.repair.ContentFrame;
import io.paxosstore.node.repair.ImageFrame;
import io.paxosstore.node.repair.Listing;
import io.paxosstore.node.scan.RangeFrame;
import io.paxosstore.node.slot.SlotFrame;
import io.paxosstore.node.topology.SlotReports;
import io.paxosstore.protocol.bytes.ByteReader;
import io.paxosstore.protocol.bytes.ByteWriter;
import io.paxosstore.protocol.bytes.MalformedBytesException;
import io.paxosstore.protocol.topology.SlotChange;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.zip.CRC32C;

/** The frames of the peer protocol: their types, and those that are made as a whole. */
public final class PeerFrames {
    // The types of frames, see docs/peer-protocol.md.

    public static final int HELLO = 1;
    public static final int WELCOME = 2;
    public static final int REFUSED = 3;
    public static final int BATCH = 4;
    static final int LIST = 5;
    static final int PAGE = 6;
    static final int IMAGE_PAGE = 7;
    static final int IMAGE_NEXT = 8;
    public static final int CONFIRM = 9;
    public static final int CONFIRMED = 10;
    static final int DIGEST_ASK = 11;
    static final int DIGEST_ANSWER = 12;
    static final int DIGEST_SUSPECT = 13;
    static final int ROOM = 14;
    static final int INCARNATIONS = 15;
    static final int FORWARD = 16;
    static final int FORWARDED = 17;
    static final int SLOT_ASK = 18;
    static final int SLOT_TOLD = 19;
    static final int SLOT_REPORT = 20;
    static final int SLOT_LOAD = 21;
    static final int NOTICE = 22;
    static final int RANGE_ASK = 23;
    static final int RANGE_ANSWER = 24;

    /** Every frame ends with the CRC32C of its type and body. */
    public static final int CHECKSUM_BYTES = Integer.BYTES;

    /** Longest frame of an open connection. */
    public static final int FRAME_BYTES_MAX = 64 << 20;

    private static final int SMALL_BYTES = 256;

    /** Where the number of a BATCH stands: behind its length and its type. */
    private static final int NUMBER_AT = Integer.BYTES + 1;

    /** Where the number of the vector stands that it rests on. */
    private static final int RESTS_ON_AT = NUMBER_AT + Integer.BYTES;

    private static final VarHandle INT =
            MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);

    private PeerFrames() {}

    /** HELLO, WELCOME or CONFIRMED. */
    public static byte[] greeting(int type, PeerHello self) {
        ByteWriter out = new ByteWriter(SMALL_BYTES).putInt(0).putByte(type);
        self.write(out);
        return finish(out);
    }

    /**
     * REFUSED with its sentence.
     *
     * @param remembered what is remembered of the node that is refused
     */
    public static byte[] refused(String sentence, Remembered remembered) {
        ByteWriter out = new ByteWriter(SMALL_BYTES).putInt(0).putByte(REFUSED).putText(sentence);
        RememberedCodec.write(out, remembered);
        return finish(out);
    }

    /**
     * CONFIRM: asks a node whether it has greeted the asking one so.
     *
     * @param asker the node that asks
     */
    public static byte[] confirm(String clusterId, int asker, long nonce) {
        return finish(
                new ByteWriter(SMALL_BYTES)
                        .putInt(0)
                        .putByte(CONFIRM)
                        .putInt(PeerHello.MAGIC)
                        .putVarint(PeerHello.VERSION)
                        .putText(clusterId)
                        .putVarint(asker)
                        .putLong(nonce));
    }

    /**
     * Checks a frame, given without its length.
     *
     * @return how many of its bytes are type and body
     */
    public static int checked(CRC32C crc, byte[] bytes, int offset, int length) {
        int body = length - CHECKSUM_BYTES;
        if (body < 1 || (int) INT.get(bytes, offset + body) != sum(crc, bytes, offset, body)) {
            throw new MalformedBytesException("A frame does not match its checksum.");
        }
        return body;
    }

    /** ROOM: what is free on the sender's disk. */
    static byte[] room(ClusterRoom.Told told) {
        int room =
                switch (told.room()) {
                    case ENOUGH -> 0;
                    case LOW -> 1;
                    case NONE -> 2;
                };
        return finish(
                new ByteWriter(SMALL_BYTES)
                        .putInt(0)
                        .putByte(ROOM)
                        .putByte(room)
                        .putVarint(told.usableBytes()));
    }

    /** Reads what follows the type of a ROOM. */
    static ClusterRoom.Told readRoom(ByteReader in) {
        int code = in.getByte();
        Room room =
                switch (code) {
                    case 0 -> Room.ENOUGH;
                    case 1 -> Room.LOW;
                    case 2 -> Room.NONE;
                    default -> throw new MalformedBytesException("Unknown room " + code + ".");
                };
        return new ClusterRoom.Told(room, in.getVarint());
    }

    private static int sum(CRC32C crc, byte[] bytes, int offset, int length) {
        crc.reset();
        crc.update(bytes, offset, length);
        return (int) crc.getValue();
    }

    /** A BATCH without messages: says that the sender lives. */
    static byte[] heartbeat() {
        return finish(beginBatch(new ByteWriter(SMALL_BYTES)).putInt(0));
    }

    /** Begins a BATCH, up to the count of its messages; {@link #number} fills in its numbers. */
    static ByteWriter beginBatch(ByteWriter out) {
        return out.putInt(0).putByte(BATCH).putInt(0).putInt(0);
    }

    /**
     * INCARNATIONS: what the sender knows from here on (Rule A3).
     *
     * @param number counts what was told on this connection, from 1
     * @param vector the incarnations, encoded
     */
    static byte[] incarnations(int number, byte[] vector) {
        return finish(
                new ByteWriter(SMALL_BYTES)
                        .putInt(0)
                        .putByte(INCARNATIONS)
                        .putInt(number)
                        .putRaw(vector));
    }

    /**
     * Numbers BATCH frames that follow each other, so that the receiver sees when one is missing,
     * and gives them their checksums.
     *
     * @param first the number of the first
     * @param restsOn the number of the vector that was told last
     * @return the number after the last one's
     */
    static int number(CRC32C crc, byte[] frames, int length, int first, int restsOn) {
        int number = first;
        int at = 0;
        while (at < length) {
            int end = at + Integer.BYTES + (int) INT.get(frames, at);
            INT.set(frames, at + NUMBER_AT, number);
            INT.set(frames, at + RESTS_ON_AT, restsOn);
            close(crc, frames, at, end);
            number++;
            at = end;
        }
        return number;
    }

    private static void close(CRC32C crc, byte[] bytes, int frame, int end) {
        int from = frame + Integer.BYTES;
        int sumAt = end - CHECKSUM_BYTES;
        INT.set(bytes, sumAt, sum(crc, bytes, from, sumAt - from));
    }

    /** LIST or PAGE. */
    static byte[] listing(Listing listing) {
        ByteWriter out = new ByteWriter(SMALL_BYTES).putInt(0);
        switch (listing) {
            case Listing.Request request -> ListingCodec.write(out.putByte(LIST), request);
            case Listing.Page page -> ListingCodec.write(out.putByte(PAGE), page);
        }
        return finish(out);
    }

    /** IMAGE_PAGE or IMAGE_NEXT. */
    static byte[] image(ImageFrame frame) {
        ByteWriter out = new ByteWriter(SMALL_BYTES).putInt(0);
        switch (frame) {
            case ImageFrame.Page page -> ImageCodec.write(out.putByte(IMAGE_PAGE), page);
            case ImageFrame.Next next -> ImageCodec.write(out.putByte(IMAGE_NEXT), next);
        }
        return finish(out);
    }

    /** SLOT_ASK or SLOT_TOLD. */
    static byte[] slot(SlotFrame frame) {
        ByteWriter out = new ByteWriter(SMALL_BYTES).putInt(0);
        switch (frame) {
            case SlotFrame.Ask(int slot) -> out.putByte(SLOT_ASK).putVarint(slot);
            case SlotFrame.Told(SlotChange entered) ->
                    SlotCodec.write(out.putByte(SLOT_TOLD), entered);
        }
        return finish(out);
    }

    /** SLOT_REPORT: a question or an answer. */
    static byte[] report(SlotReports report) {
        return finish(begin(SLOT_REPORT).putRaw(report.encode()));
    }

    /** SLOT_LOAD: a question or an answer. */
    static byte[] load(LoadReport report) {
        return finish(begin(SLOT_LOAD).putRaw(report.encode()));
    }

    /** RANGE_ASK or RANGE_ANSWER. */
    static byte[] range(RangeFrame frame) {
        ByteWriter out = new ByteWriter(SMALL_BYTES).putInt(0);
        switch (frame) {
            case RangeFrame.Ask ask -> RangeCodec.write(out.putByte(RANGE_ASK), ask);
            case RangeFrame.Answer answer -> RangeCodec.write(out.putByte(RANGE_ANSWER), answer);
        }
        return finish(out);
    }

    /** NOTICE: something for those who listen at the other node. */
    static byte[] notice(Notice notice) {
        return finish(
                begin(NOTICE)
                        .putByte(notice.kind())
                        .putBytes(notice.subject())
                        .putBytes(notice.content()));
    }

    /** Reads what follows the type of a NOTICE. */
    static Notice readNotice(ByteReader in) {
        return new Notice(in.getByte(), in.getBytes(), in.getBytes());
    }

    /** DIGEST_ASK, DIGEST_ANSWER or DIGEST_SUSPECT. */
    static byte[] content(ContentFrame frame) {
        ByteWriter out = new ByteWriter(SMALL_BYTES).putInt(0);
        switch (frame) {
            case ContentFrame.Ask ask -> ContentCodec.write(out.putByte(DIGEST_ASK), ask);
            case ContentFrame.Answer answer ->
                    ContentCodec.write(out.putByte(DIGEST_ANSWER), answer);
            case ContentFrame.Suspect suspect ->
                    ContentCodec.write(out.putByte(DIGEST_SUSPECT), suspect);
        }
        return finish(out);
    }

    /** Begins a frame; {@link #finish} ends it. */
    static ByteWriter begin(int type) {
        return new ByteWriter(SMALL_BYTES).putInt(0).putByte(type);
    }

    /** A whole frame: its length and its checksum are filled in. */
    static byte[] finish(ByteWriter out) {
        out.putInt(0).putIntAt(0, out.size() - Integer.BYTES);
        byte[] frame = out.toBytes();
        close(new CRC32C(), frame, 0, frame.length);
        return frame;
    }
}
