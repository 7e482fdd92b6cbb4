package io.paxosstore.node.peer;

import io.paxosstore.node.scan.KeyRange;
import io.paxosstore.node.scan.RangeFrame;
import io.paxosstore.node.scan.SlotDigest;
import io.paxosstore.node.slot.SlotEpochs;
import io.paxosstore.protocol.bytes.ByteReader;
import io.paxosstore.protocol.bytes.ByteWriter;
import io.paxosstore.protocol.bytes.MalformedBytesException;

import java.util.ArrayList;
import java.util.List;

/** Questions for digests of ranges of keys, and answers; docs/peer-protocol.md draws them. */
final class RangeCodec {
    private RangeCodec() {}

    static void write(ByteWriter out, RangeFrame.Ask ask) {
        KeyRange range = ask.range();
        out.putVarint(ask.id()).putLong(ask.seed());
        out.putVarint(range.space()).putBytes(range.prefix());
        out.putVarint(range.first()).putBytes(range.from());
        out.putVarint(range.last()).putBytes(range.to());
        ask.slots().write(out);
        out.putVarint(ask.place()).putVarint(ask.cursor());
        write(out, ask.without());
    }

    static RangeFrame.Ask readAsk(ByteReader in) {
        long id = in.getVarint();
        long seed = in.getLong();
        int space = in.getIntVarint();
        byte[] prefix = in.getBytes();
        int first = in.getIntVarint();
        byte[] from = in.getBytes();
        KeyRange range = new KeyRange(space, prefix, first, from, in.getIntVarint(), in.getBytes());
        SlotEpochs slots = SlotEpochs.read(in);
        int place = in.getIntVarint();
        if (!range.isValid() || !range.hasPlace(place)) {
            throw new MalformedBytesException(
                    "A range of keys from place %d to place %d is asked for from place %d on."
                            .formatted(first, range.last(), place));
        }
        return new RangeFrame.Ask(id, seed, range, slots, place, in.getVarint(), readNames(in));
    }

    static void write(ByteWriter out, RangeFrame.Answer answer) {
        out.putVarint(answer.id());
        answer.refused().write(out);
        out.putVarint(answer.nextPlace()).putVarint(answer.nextCursor());
        out.putVarint(answer.digests().size());
        for (SlotDigest digest : answer.digests()) {
            out.putVarint(digest.count()).putLong(digest.sum());
        }
        write(out, answer.unsettled());
    }

    static RangeFrame.Answer readAnswer(ByteReader in) {
        long id = in.getVarint();
        SlotEpochs refused = SlotEpochs.read(in);
        int nextPlace = in.getIntVarint();
        long nextCursor = in.getVarint();
        int count = in.getIntVarint();
        List<SlotDigest> digests = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            digests.add(new SlotDigest(in.getVarint(), in.getLong()));
        }
        return new RangeFrame.Answer(id, refused, nextPlace, nextCursor, digests, readNames(in));
    }

    private static void write(ByteWriter out, List<byte[]> names) {
        out.putVarint(names.size());
        names.forEach(out::putBytes);
    }

    private static List<byte[]> readNames(ByteReader in) {
        int count = in.getIntVarint();
        List<byte[]> names = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            names.add(in.getBytes());
        }
        return names;
    }
}
