package io.paxosstore.node.peer;

import io.paxosstore.log.ContentDigest.State;
import io.paxosstore.node.repair.ContentFrame;
import io.paxosstore.protocol.bytes.ByteReader;
import io.paxosstore.protocol.bytes.ByteWriter;
import io.paxosstore.protocol.bytes.MalformedBytesException;

/** Questions for digests and their answers as bytes; docs/peer-protocol.md draws them. */
final class ContentCodec {
    private static final int FOR_VERSION = 0;
    private static final int FOR_READING = 1;
    private static final int READY = 2;
    private static final int PAST = 3;
    private static final int NOTHING = 4;

    private ContentCodec() {}

    static void write(ByteWriter out, ContentFrame.Ask ask) {
        out.putVarint(ask.id()).putVarint(ask.key().space()).putBytes(ask.key().key());
        out.putVarint(ask.version());
    }

    static ContentFrame.Ask readAsk(ByteReader in) {
        return new ContentFrame.Ask(in.getVarint(), FormatBounds.readKey(in), in.getVarint());
    }

    static void write(ByteWriter out, ContentFrame.Answer answer) {
        out.putVarint(answer.id());
        switch (answer.state()) {
            case State.Waiting.FOR_VERSION -> out.putByte(FOR_VERSION);
            case State.Waiting.FOR_READING -> out.putByte(FOR_READING);
            case State.Ready(long digest) -> out.putByte(READY).putLong(digest);
            case State.Past(long version) -> out.putByte(PAST).putVarint(version);
            case State.Nothing.INSTANCE -> out.putByte(NOTHING);
        }
    }

    static ContentFrame.Answer readAnswer(ByteReader in) {
        long id = in.getVarint();
        int state = in.getByte();
        return new ContentFrame.Answer(
                id,
                switch (state) {
                    case FOR_VERSION -> State.Waiting.FOR_VERSION;
                    case FOR_READING -> State.Waiting.FOR_READING;
                    case READY -> new State.Ready(in.getLong());
                    case PAST -> new State.Past(in.getVarint());
                    case NOTHING -> State.Nothing.INSTANCE;
                    default ->
                            throw new MalformedBytesException(
                                    "Unknown state of a digest " + state + ".");
                });
    }

    static void write(ByteWriter out, ContentFrame.Suspect suspect) {
        out.putVarint(suspect.key().space()).putBytes(suspect.key().key());
    }

    static ContentFrame.Suspect readSuspect(ByteReader in) {
        return new ContentFrame.Suspect(FormatBounds.readKey(in));
    }
}
