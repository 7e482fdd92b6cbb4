package io.paxosstore.bench.hostile;

import io.paxosstore.core.RandomSource;
import io.paxosstore.protocol.model.HistoryPosition;
import io.paxosstore.protocol.model.KvOperation;
import io.paxosstore.protocol.model.ReadMode;
import io.paxosstore.protocol.model.SpaceKind;
import io.paxosstore.protocol.model.TraceContext;
import io.paxosstore.protocol.wire.Request;
import io.paxosstore.protocol.wire.Wire;
import io.paxosstore.protocol.wire.WriteId;

import java.util.List;
import java.util.stream.Stream;

/** Frames to the client port: of each request, and with faults of different depths. */
final class FuzzRequests {
    private static final int DEADLINE_MILLIS = 100;
    private static final int FRAME_BYTES_MAX = 16 << 10;
    private static final byte[] KEY = {'f'};

    private final int entitySpace;
    private final List<byte[]> frames;
    private final List<byte[]> multiOps = FuzzMultiOps.sound();

    FuzzRequests(Target target) {
        this.entitySpace = target.entitySpace();
        this.frames =
                requests(target.keySpace(), entitySpace, id(0)).map(FuzzRequests::frame).toList();
    }

    /** A greeting without a fault. */
    static byte[] hello() {
        return frame(new Request.Hello(1, Wire.PROTOCOL_VERSION, 0x68L, "hostile"));
    }

    /** One of each request without a fault. */
    private static Stream<Request> requests(int keySpace, int entitySpace, WriteId id) {
        byte[] value = new byte[100];
        return Stream.of(
                new Request.Hello(1, Wire.PROTOCOL_VERSION, 0x68L, "hostile"),
                new Request.Ping(2),
                new Request.Status(2),
                new Request.Features(2),
                new Request.CreateSpace(
                        3, id, DEADLINE_MILLIS, Target.KEYS, SpaceKind.KEY_VALUE, true),
                new Request.ListSpaces(4, DEADLINE_MILLIS),
                new Request.OpenSpace(5, DEADLINE_MILLIS, Target.KEYS, ReadMode.LINEARIZABLE),
                new Request.OpenSpace(5, DEADLINE_MILLIS, Target.ENTITIES, ReadMode.LOCAL),
                new Request.KvRead(6, DEADLINE_MILLIS, keySpace, ReadMode.LINEARIZABLE, KEY),
                new Request.KvWrite(
                        7, id, DEADLINE_MILLIS, keySpace, KEY, new KvOperation.Put(value, 0)),
                new Request.KvWrite(
                        7, id, DEADLINE_MILLIS, keySpace, KEY, new KvOperation.Increment(1, 0)),
                new Request.Traced(
                        new TraceContext(1, 2, 3, TraceContext.SAMPLED),
                        new Request.KvRead(
                                6, DEADLINE_MILLIS, keySpace, ReadMode.LINEARIZABLE, KEY)),
                // Of the other kind: refused for that.
                new Request.EntityWrite(8, id, DEADLINE_MILLIS, keySpace, KEY, value),
                new Request.KvRead(6, DEADLINE_MILLIS, entitySpace, ReadMode.LOCAL, KEY),
                new Request.Watch(9, entitySpace, 1, KEY),
                new Request.WatchRange(10, keySpace, false, KEY, HistoryPosition.NOW),
                new Request.WatchRange(
                        10, entitySpace, true, KEY, new HistoryPosition(1, Long.MAX_VALUE, 1)),
                new Request.Unwatch(9));
    }

    /** A frame: garbage, a request with a few bytes altered, or one with a strange MultiOp. */
    byte[] draw(RandomSource random) {
        int percent = random.nextInt(100);
        if (percent < 15) {
            return Garbage.bytes(random);
        } else if (percent < 40) {
            return Garbage.altered(frames.get(random.nextInt(frames.size())), 0, random);
        } else if (percent < 60) {
            // The length is right: the connection goes on.
            return Garbage.altered(
                    frames.get(random.nextInt(frames.size())), Wire.LENGTH_BYTES, random);
        }
        return frame(entityRequest(FuzzMultiOps.draw(multiOps, random), random));
    }

    /** The frame is sound, whatever the MultiOp is. */
    private Request entityRequest(byte[] multiOp, RandomSource random) {
        byte[] entity = {'f', (byte) random.nextInt(100)};
        return random.chance(0.7)
                ? new Request.EntityWrite(
                        10,
                        id(random.nextInt(Integer.MAX_VALUE)),
                        DEADLINE_MILLIS,
                        entitySpace,
                        entity,
                        multiOp)
                : new Request.EntityRead(
                        10, DEADLINE_MILLIS, entitySpace, ReadMode.LINEARIZABLE, entity, multiOp);
    }

    /** Of now: what is old is refused before anybody looks at it. */
    private static WriteId id(int low) {
        return new WriteId((System.currentTimeMillis() / 1_000) << 32 | low, 0, 1);
    }

    private static byte[] frame(Request request) {
        return RawConnection.frame(request, FRAME_BYTES_MAX);
    }
}
