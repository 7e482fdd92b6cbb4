package io.paxosstore.node.peer;

import io.paxosstore.node.repair.ImageFrame;
import io.paxosstore.protocol.bytes.ByteReader;
import io.paxosstore.protocol.bytes.ByteWriter;
import io.paxosstore.protocol.bytes.MalformedBytesException;
import io.paxosstore.protocol.key.EntityKey;

import java.util.zip.CRC32C;

/** Parts of images as bytes; docs/peer-protocol.md draws them. */
final class ImageCodec {
    private ImageCodec() {}

    static void write(ByteWriter out, ImageFrame.Page page) {
        out.putVarint(page.id()).putVarint(page.key().space()).putBytes(page.key().key());
        out.putVarint(page.index()).putBytes(page.bytes()).putInt(checksum(page.bytes()));
    }

    static ImageFrame.Page readPage(ByteReader in) {
        long id = in.getVarint();
        EntityKey key = FormatBounds.readKey(in);
        int index = in.getIntVarint();
        byte[] bytes = in.getBytes();
        if (in.getInt() != checksum(bytes)) {
            throw new MalformedBytesException("A page of an image does not match its checksum.");
        }
        return new ImageFrame.Page(id, key, index, bytes);
    }

    static void write(ByteWriter out, ImageFrame.Next next) {
        out.putVarint(next.id()).putVarint(next.index());
    }

    static ImageFrame.Next readNext(ByteReader in) {
        return new ImageFrame.Next(in.getVarint(), in.getIntVarint());
    }

    private static int checksum(byte[] bytes) {
        CRC32C crc = new CRC32C();
        crc.update(bytes);
        return (int) crc.getValue();
    }
}
