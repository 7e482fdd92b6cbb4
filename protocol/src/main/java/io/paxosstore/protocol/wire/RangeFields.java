package io.paxosstore.protocol.wire;

import io.paxosstore.protocol.model.HistoryPosition;
import io.paxosstore.protocol.model.RangeChange;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/** The bodies of WATCH_RANGE, RANGE_WATCHED and RANGE_CHANGED. */
final class RangeFields {
    private static final int POSITION_BYTES = 20;
    static final int WATCH_FIXED_BYTES = 7 + POSITION_BYTES;

    /** Length of the key, version, flags. */
    private static final int CHANGE_FIXED_BYTES = 11;

    private static final int SKIPPED_FLAG = 1;
    private static final int COMPLETE_FLAG = 2;

    private RangeFields() {}

    static void put(ByteBuffer out, Request.WatchRange watch) {
        out.putInt(watch.space()).put((byte) (watch.isExact() ? 1 : 0));
        Fields.putShort(out, watch.prefix());
        put(out, watch.from());
    }

    static Request getWatch(long correlation, ByteBuffer in) throws MalformedFrameException {
        return new Request.WatchRange(
                correlation,
                Fields.getInt(in),
                Fields.getBoolean(in),
                Fields.getShortBytes(in),
                getPosition(in));
    }

    private static void put(ByteBuffer out, HistoryPosition position) {
        out.putLong(position.lineage()).putLong(position.place()).putInt(position.offset());
    }

    private static HistoryPosition getPosition(ByteBuffer in) throws MalformedFrameException {
        long lineage = Fields.getLong(in);
        long place = Fields.getLong(in);
        int offset = Fields.getInt(in);
        if (lineage < 0 || place < 0 || offset < 0) {
            throw new MalformedFrameException(
                    "A position in a history is %d/%d/%d; its parts are not negative."
                            .formatted(lineage, place, offset));
        }
        return new HistoryPosition(lineage, place, offset);
    }

    static void put(ByteBuffer out, Response.RangeWatched watched) {
        out.put((byte) (watched.isResumed() ? 1 : 0));
        put(out, watched.position());
        out.putInt(watched.intervalMillis());
    }

    static Response getWatched(long correlation, ByteBuffer in) throws MalformedFrameException {
        return new Response.RangeWatched(
                correlation,
                Fields.getBoolean(in),
                getPosition(in),
                Fields.getCount(in, "interval"));
    }

    static int bytes(Response.RangeChanged changed) {
        int bytes = POSITION_BYTES + Short.BYTES;
        for (RangeChange change : changed.changes()) {
            bytes += CHANGE_FIXED_BYTES + change.key().length;
            bytes += ObjectFields.bytesMax(change.objects());
        }
        return bytes;
    }

    static void put(ByteBuffer out, Response.RangeChanged changed) {
        if (changed.changes().size() > Wire.RANGE_CHANGES_MAX) {
            throw new IllegalArgumentException(
                    "%d changes do not fit; the limit is %d."
                            .formatted(changed.changes().size(), Wire.RANGE_CHANGES_MAX));
        }
        put(out, changed.next());
        out.putShort((short) changed.changes().size());
        for (RangeChange change : changed.changes()) {
            Fields.putShort(out, change.key());
            int skipped = change.isSkipped() ? SKIPPED_FLAG : 0;
            int complete = change.complete() ? COMPLETE_FLAG : 0;
            out.putLong(change.version()).put((byte) (skipped | complete));
            ObjectFields.put(out, change.objects());
        }
    }

    static Response getChanged(long correlation, ByteBuffer in) throws MalformedFrameException {
        HistoryPosition next = getPosition(in);
        int count = Fields.getUnsignedShort(in);
        List<RangeChange> changes = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            byte[] key = Fields.getShortBytes(in);
            long version = Fields.getLong(in);
            byte flags = Fields.getByte(in);
            if ((flags & ~(SKIPPED_FLAG | COMPLETE_FLAG)) != 0) {
                throw new MalformedFrameException("A change has the flags " + flags + ".");
            }
            changes.add(
                    new RangeChange(
                            key,
                            version,
                            (flags & SKIPPED_FLAG) != 0,
                            (flags & COMPLETE_FLAG) != 0,
                            ObjectFields.get(in)));
        }
        return new Response.RangeChanged(correlation, next, changes);
    }
}
