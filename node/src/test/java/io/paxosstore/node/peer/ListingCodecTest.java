package io.paxosstore.node.peer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.paxosstore.node.repair.Listing;
import io.paxosstore.node.slot.SlotEpochs;
import io.paxosstore.node.slot.SlotView;
import io.paxosstore.node.slot.TestSlots;
import io.paxosstore.protocol.bytes.ByteReader;
import io.paxosstore.protocol.bytes.MalformedBytesException;
import io.paxosstore.protocol.key.EntityKey;

import org.junit.jupiter.api.Test;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;

/** Questions for the entities of slots, and what is answered. */
final class ListingCodecTest {
    private static final EntityKey KEY = new EntityKey(7, "alice".getBytes(StandardCharsets.UTF_8));

    @Test
    void goldenListings() throws Exception {
        Listing.Request page = new Listing.Request(300, 0, true, null);
        assertEquals(
                "0000000a" + "05" + "ac02" + "00" + "01" + "00" + "f6024e38",
                HexFormat.of().formatHex(PeerFrames.listing(page)));
        Listing.Request one = new Listing.Request(1, -1, true, KEY);
        byte[] asked = PeerFrames.listing(one);
        assertEquals(
                one, ListingCodec.readRequest(new ByteReader().reset(asked, 5, asked.length - 9)));
        SlotView view = TestSlots.unchanged(1, 1, 2, 3);
        SlotEpochs slots = TestSlots.epochs(view, 300, 301, 303);
        Listing.Request rebuild = new Listing.Request(300, 0, false, null, slots);
        byte[] rebuilds = PeerFrames.listing(rebuild);
        assertEquals(
                "00000011" + "05" + "ac02" + "0000" + "02" + "ac020201" + "010101" + "579501c5",
                HexFormat.of().formatHex(rebuilds));
        assertEquals(
                rebuild,
                ListingCodec.readRequest(new ByteReader().reset(rebuilds, 5, rebuilds.length - 9)));
        Listing.Page answer =
                new Listing.Page(
                        300,
                        slots,
                        -5,
                        1000,
                        List.of(new Listing.Item(KEY, 9, -2), new Listing.Item(KEY, 0, 0)));
        byte[] answered = PeerFrames.listing(answer);
        assertEquals(
                answer,
                ListingCodec.readPage(new ByteReader().reset(answered, 5, answered.length - 9)));
    }

    private static byte[] body(Listing listing) {
        byte[] bytes = PeerFrames.listing(listing);
        return Arrays.copyOfRange(bytes, 5, bytes.length - PeerFrames.CHECKSUM_BYTES);
    }

    @Test
    void nothingShorterIsTaken() {
        SlotView view = TestSlots.unchanged(1, 1, 2, 3);
        SlotEpochs slots = TestSlots.epochs(view, 300, 301, 303);
        byte[] request = body(new Listing.Request(1, 2, true, KEY, slots));
        for (int length = 0; length < request.length; length++) {
            ByteReader cut = ByteReader.of(Arrays.copyOf(request, length));
            assertThrows(MalformedBytesException.class, () -> ListingCodec.readRequest(cut));
        }
        byte[] page = body(new Listing.Page(1, slots, 2, 3, List.of(new Listing.Item(KEY, 9, 1))));
        for (int length = 0; length < page.length; length++) {
            ByteReader cut = ByteReader.of(Arrays.copyOf(page, length));
            assertThrows(MalformedBytesException.class, () -> ListingCodec.readPage(cut));
        }
    }

    /** Slots that cannot be end the connection, and do not reach the sweep. */
    @Test
    void slotsThatCannotBeAreNone() {
        for (String slots : List.of("01000001", "0100828001" + "01", "ffffffff07")) {
            byte[] request = HexFormat.of().parseHex("01" + "00" + "00" + slots);
            assertThrows(
                    MalformedBytesException.class,
                    () -> ListingCodec.readRequest(ByteReader.of(request)));
            byte[] page = HexFormat.of().parseHex("01" + slots + "00" + "00" + "00");
            assertThrows(
                    MalformedBytesException.class,
                    () -> ListingCodec.readPage(ByteReader.of(page)));
        }
    }
}
