package io.paxosstore.server.peer;

import io.paxosstore.core.EntityKey;
import io.paxosstore.log.ContentDigest.State;
import io.paxosstore.server.net.ByteReader;
import io.paxosstore.server.net.ByteWriter;
import io.paxosstore.server.net.MalformedFrameException;
import io.paxosstore.server.recovery.ContentFrame;

/** Questions for digests and their answers as bytes; docs/peer-protocol.md draws them. */
final class ContentCodec {
    private static final int FOR_VERSION = 0;
    private static final int FOR_READING = 1;
    private static final int READY = 2;
    private static final int PAST = 3;
    private static final int NOTHING = 4;

    private ContentCodec() {}

    static void write(ByteWriter out, ContentFrame.Ask ask) {
        out.varint(ask.id()).varint(ask.key().space()).blob(ask.key().key());
        out.varint(ask.version());
    }

    static ContentFrame.Ask readAsk(ByteReader in) throws MalformedFrameException {
        return new ContentFrame.Ask(
                in.varint(), new EntityKey(in.smallVarint(), in.blob()), in.varint());
    }

    static void write(ByteWriter out, ContentFrame.Answer answer) {
        out.varint(answer.id());
        switch (answer.state()) {
            case State.Waiting.FOR_VERSION -> out.u8(FOR_VERSION);
            case State.Waiting.FOR_READING -> out.u8(FOR_READING);
            case State.Ready(long digest) -> out.u8(READY).u64(digest);
            case State.Past(long version) -> out.u8(PAST).varint(version);
            case State.Nothing.INSTANCE -> out.u8(NOTHING);
        }
    }

    static ContentFrame.Answer readAnswer(ByteReader in) throws MalformedFrameException {
        long id = in.varint();
        int state = in.u8();
        return new ContentFrame.Answer(
                id,
                switch (state) {
                    case FOR_VERSION -> State.Waiting.FOR_VERSION;
                    case FOR_READING -> State.Waiting.FOR_READING;
                    case READY -> new State.Ready(in.u64());
                    case PAST -> new State.Past(in.varint());
                    case NOTHING -> State.Nothing.INSTANCE;
                    default ->
                            throw new MalformedFrameException("unknown state of a digest " + state);
                });
    }

    static void write(ByteWriter out, ContentFrame.Suspect suspect) {
        out.varint(suspect.key().space()).blob(suspect.key().key());
    }

    static ContentFrame.Suspect readSuspect(ByteReader in) throws MalformedFrameException {
        return new ContentFrame.Suspect(new EntityKey(in.smallVarint(), in.blob()));
    }
}
