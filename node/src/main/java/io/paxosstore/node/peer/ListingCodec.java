package io.paxosstore.node.peer;

import io.paxosstore.node.repair.Listing;
import io.paxosstore.node.slot.SlotEpochs;
import io.paxosstore.protocol.bytes.ByteReader;
import io.paxosstore.protocol.bytes.ByteWriter;
import io.paxosstore.protocol.key.EntityKey;

import java.util.ArrayList;
import java.util.List;

/** Questions for entities and their answers as bytes; docs/peer-protocol.md draws them. */
final class ListingCodec {
    private static final int WITH_CHECKSUMS = 1;
    private static final int ONE_KEY = 2;

    private ListingCodec() {}

    static void write(ByteWriter out, Listing.Request request) {
        EntityKey only = request.only();
        out.putVarint(request.id()).putVarint(request.cursor());
        out.putByte((request.withChecksums() ? WITH_CHECKSUMS : 0) | (only != null ? ONE_KEY : 0));
        if (only != null) {
            out.putVarint(only.space()).putBytes(only.key());
        }
        request.slots().write(out);
    }

    static Listing.Request readRequest(ByteReader in) {
        long id = in.getVarint();
        long cursor = in.getVarint();
        int flags = in.getByte();
        EntityKey only = (flags & ONE_KEY) == 0 ? null : FormatBounds.readKey(in);
        SlotEpochs slots = SlotEpochs.read(in);
        return new Listing.Request(id, cursor, (flags & WITH_CHECKSUMS) != 0, only, slots);
    }

    static void write(ByteWriter out, Listing.Page page) {
        out.putVarint(page.id());
        page.refused().write(out);
        out.putVarint(page.next()).putVarint(page.keys());
        out.putVarint(page.items().size());
        for (Listing.Item item : page.items()) {
            out.putVarint(item.key().space()).putBytes(item.key().key());
            out.putVarint(item.version()).putInt(item.checksum());
        }
    }

    static Listing.Page readPage(ByteReader in) {
        long id = in.getVarint();
        SlotEpochs refused = SlotEpochs.read(in);
        long next = in.getVarint();
        long keys = in.getVarint();
        int count = in.getIntVarint();
        List<Listing.Item> items = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            items.add(new Listing.Item(FormatBounds.readKey(in), in.getVarint(), in.getInt()));
        }
        return new Listing.Page(id, refused, next, keys, items);
    }
}
