package io.paxosstore.node.peer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.paxosstore.core.EntryValue;
import io.paxosstore.core.Message;
import io.paxosstore.core.ValueId;
import io.paxosstore.log.record.RecordFormat;
import io.paxosstore.node.repair.Listing;
import io.paxosstore.node.slot.SlotEpochs;
import io.paxosstore.protocol.bytes.ByteReader;
import io.paxosstore.protocol.bytes.ByteWriter;
import io.paxosstore.protocol.bytes.MalformedBytesException;
import io.paxosstore.protocol.key.EntityKey;

import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.List;

/** What no record has room for does not get as far as the log, where it would stop the node. */
final class FormatBoundsTest {
    private static final ValueId ID = new ValueId(2, 3, 300);
    private static final EntityKey LONGEST = key(RecordFormat.KEY_BYTES_MAX);
    private static final EntityKey TOO_LONG = key(RecordFormat.KEY_BYTES_MAX + 1);
    private static final EntryValue LARGEST = value(RecordFormat.PAYLOAD_BYTES_MAX);
    private static final EntryValue TOO_LARGE = value(RecordFormat.PAYLOAD_BYTES_MAX + 1);
    private static final long LAST = RecordFormat.ENTRY_MAX;

    private static EntityKey key(int bytes) {
        return new EntityKey(7, new byte[bytes]);
    }

    private static EntryValue value(int bytes) {
        return EntryValue.of(ID, new byte[bytes]);
    }

    /** What becomes of messages: taken, or dropped. */
    private static final class Fates implements PeerCodec.Sink {
        private final List<String> fates = new ArrayList<>();

        @Override
        public void message(int epoch, EntityKey key, Message message) {
            fates.add("taken");
        }

        @Override
        public void damaged(EntityKey key) {
            fates.add("damaged");
        }

        @Override
        public void malformed(EntityKey key) {
            fates.add("malformed");
        }
    }

    private static String fate(EntityKey key, Message message) {
        ByteWriter out = new ByteWriter(64);
        PeerCodec.write(out, 1, key, message);
        PeerCodec.write(out, 1, key(1), new Message.Learn(1, 0));
        ByteReader in = ByteReader.of(out.toBytes());
        Fates sink = new Fates();
        PeerCodec.read(in, sink);
        PeerCodec.read(in, sink);
        assertEquals(0, in.remaining());
        assertEquals("taken", sink.fates.get(1), "its neighbour in the frame is none the worse");
        return sink.fates.getFirst();
    }

    private static Message accept(long entry, EntryValue value, long newestChosen) {
        return new Message.Paxos(entry, 5, 5, ID, value, 0, 0, newestChosen, ID, false);
    }

    @Test
    void whatARecordHoldsIsTaken() {
        assertEquals("taken", fate(LONGEST, accept(LAST, LARGEST, LAST)));
        assertEquals("taken", fate(LONGEST, new Message.Chosen(LAST, ID, LARGEST)));
        assertEquals("taken", fate(LONGEST, new Message.Probe(-1, true)));
        assertEquals("taken", fate(LONGEST, new Message.ProbeReply(-1, LAST, LAST, 1, true, ID)));
        assertEquals("taken", fate(LONGEST, new Message.Learn(LAST, LAST)));
    }

    @Test
    void longerKeysAreDropped() {
        for (Message message :
                List.of(
                        accept(1, value(1), 0),
                        new Message.Chosen(1, ID, null),
                        new Message.Probe(1, false),
                        new Message.ProbeReply(1, 0, 0, 0, true, null),
                        new Message.Learn(0, 0))) {
            assertEquals("malformed", fate(TOO_LONG, message), message::toString);
        }
    }

    @Test
    void largerValuesAreDropped() {
        assertEquals("malformed", fate(key(1), accept(1, TOO_LARGE, 0)));
        assertEquals("malformed", fate(key(1), new Message.Chosen(1, ID, TOO_LARGE)));
    }

    @Test
    void laterEntriesAreDropped() {
        for (long entry : new long[] {LAST + 1, Long.MAX_VALUE, -1, Long.MIN_VALUE}) {
            for (Message message :
                    List.of(
                            accept(entry, value(1), 0),
                            accept(1, value(1), entry),
                            new Message.Chosen(entry, ID, null),
                            new Message.ProbeReply(1, entry, 0, 0, true, null),
                            new Message.ProbeReply(1, 0, entry, 0, true, null),
                            new Message.Learn(entry, 0),
                            new Message.Learn(0, entry))) {
                assertEquals("malformed", fate(key(1), message), message::toString);
            }
        }
    }

    @Test
    void aListWithALongerKeyIsNone() {
        ByteWriter out = new ByteWriter(64);
        List<Listing.Item> items = List.of(new Listing.Item(TOO_LONG, 1, 0));
        ListingCodec.write(out, new Listing.Page(1, SlotEpochs.NONE, 0, 1, items));
        ByteReader in = ByteReader.of(out.toBytes());
        assertThrows(MalformedBytesException.class, () -> ListingCodec.readPage(in));
    }
}
