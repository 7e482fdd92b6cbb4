package io.paxosstore.server.peer;

import io.paxosstore.core.EntityKey;
import io.paxosstore.server.net.ByteReader;
import io.paxosstore.server.net.ByteWriter;
import io.paxosstore.server.net.MalformedFrameException;
import io.paxosstore.server.recovery.Listing;

import java.util.ArrayList;
import java.util.List;

/** Questions for entities and their answers as bytes; docs/peer-protocol.md draws them. */
final class ListingCodec {
    private static final int WITH_CHECKSUMS = 1;
    private static final int ONE_KEY = 2;

    /** Of a page: the answering node is whole. */
    private static final int WHOLE = 1;

    private ListingCodec() {}

    static void write(ByteWriter out, Listing.Request request) {
        EntityKey only = request.only();
        out.varint(request.id()).varint(request.cursor());
        out.u8((request.withChecksums() ? WITH_CHECKSUMS : 0) | (only != null ? ONE_KEY : 0));
        if (only != null) {
            out.varint(only.space()).blob(only.key());
        }
    }

    static Listing.Request readRequest(ByteReader in) throws MalformedFrameException {
        long id = in.varint();
        long cursor = in.varint();
        int flags = in.u8();
        EntityKey only = (flags & ONE_KEY) == 0 ? null : new EntityKey(in.smallVarint(), in.blob());
        return new Listing.Request(id, cursor, (flags & WITH_CHECKSUMS) != 0, only);
    }

    static void write(ByteWriter out, Listing.Page page) {
        out.varint(page.id()).u8(page.isWhole() ? WHOLE : 0);
        out.varint(page.next()).varint(page.keys());
        out.varint(page.items().size());
        for (Listing.Item item : page.items()) {
            out.varint(item.key().space()).blob(item.key().key());
            out.varint(item.version()).u32(item.checksum());
        }
    }

    static Listing.Page readPage(ByteReader in) throws MalformedFrameException {
        long id = in.varint();
        boolean isWhole = (in.u8() & WHOLE) != 0;
        long next = in.varint();
        long keys = in.varint();
        int count = in.smallVarint();
        List<Listing.Item> items = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            items.add(
                    new Listing.Item(
                            new EntityKey(in.smallVarint(), in.blob()), in.varint(), in.u32()));
        }
        return new Listing.Page(id, isWhole, next, keys, items);
    }
}
