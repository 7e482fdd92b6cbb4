package io.paxosstore.server.peer;

import io.paxosstore.core.EntityKey;
import io.paxosstore.server.net.ByteReader;
import io.paxosstore.server.net.ByteWriter;
import io.paxosstore.server.net.MalformedFrameException;
import io.paxosstore.server.recovery.ImageFrame;

import java.util.zip.CRC32C;

/** Parts of images as bytes; docs/peer-protocol.md draws them. */
final class ImageCodec {
    private ImageCodec() {}

    static void write(ByteWriter out, ImageFrame.Page page) {
        out.varint(page.id()).varint(page.key().space()).blob(page.key().key());
        out.varint(page.index()).blob(page.bytes()).u32(checksum(page.bytes()));
    }

    static ImageFrame.Page readPage(ByteReader in) throws MalformedFrameException {
        long id = in.varint();
        EntityKey key = new EntityKey(in.smallVarint(), in.blob());
        int index = in.smallVarint();
        byte[] bytes = in.blob();
        if (in.u32() != checksum(bytes)) {
            throw new MalformedFrameException("a page of an image does not match its checksum");
        }
        return new ImageFrame.Page(id, key, index, bytes);
    }

    static void write(ByteWriter out, ImageFrame.Next next) {
        out.varint(next.id()).varint(next.index());
    }

    static ImageFrame.Next readNext(ByteReader in) throws MalformedFrameException {
        return new ImageFrame.Next(in.varint(), in.smallVarint());
    }

    private static int checksum(byte[] bytes) {
        CRC32C crc = new CRC32C();
        crc.update(bytes);
        return (int) crc.getValue();
    }
}
