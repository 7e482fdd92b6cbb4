package io.paxosstore.bench.hostile;

import io.paxosstore.bench.process.ClusterLayout;
import io.paxosstore.client.model.ReadMode;
import io.paxosstore.client.model.SpaceKind;
import io.paxosstore.client.wire.KvOperation;
import io.paxosstore.client.wire.Request;
import io.paxosstore.client.wire.Wire;
import io.paxosstore.client.wire.WriteId;
import io.paxosstore.core.RandomSource;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Function;
import java.util.function.ToIntFunction;
import java.util.stream.Stream;

/** Bytes that make no sense, or nearly make sense. */
final class Fuzz {
    private static final int CLIENTS = 4;
    private static final int FRAMES_MAX = 20;
    private static final int ALTERED_MAX = 4;
    private static final int GARBAGE_BYTES_MAX = 2_000;
    private static final int DEADLINE_MILLIS = 100;
    private static final long PAUSE_MILLIS = 2;

    private static final String GREETING_OF_PEERS =
            "\0\0\0\60\1PXPR\2\5local\1\0\1\0\0\0\0\0\0\0\1\0\0\0\0\0\0\0\1\1\0\1\0\0\0";

    private static final String HTTP =
            "GET /api/topology HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\n\r\nhello";

    private Fuzz() {}

    static Attack ofClients() {
        return attack(ClusterLayout.Node::clientPort, Fuzz::requests);
    }

    static Attack ofPeers() {
        return attack(
                ClusterLayout.Node::peerPort,
                target -> List.of(GREETING_OF_PEERS.getBytes(StandardCharsets.ISO_8859_1)));
    }

    static Attack ofAdmin() {
        return attack(
                ClusterLayout.Node::adminPort,
                target -> List.of(HTTP.getBytes(StandardCharsets.ISO_8859_1)));
    }

    private static Attack attack(
            ToIntFunction<ClusterLayout.Node> port, Function<Target, List<byte[]>> sound) {
        return (target, random, until) -> {
            List<byte[]> frames = sound.apply(target);
            List<RandomSource> own = Stream.generate(random::fork).limit(CLIENTS).toList();
            Crowd.run(
                    CLIENTS,
                    until,
                    number -> {
                        RandomSource choices = own.get(number);
                        send(port.applyAsInt(target.node(choices)), frames, choices);
                    });
        };
    }

    /** One of each request, the greeting first. */
    private static List<byte[]> requests(Target target) {
        byte[] key = {'f'};
        byte[] value = new byte[100];
        WriteId id = new WriteId(1L << 32, 0, 1);
        int space = target.keySpace();
        return List.of(
                RawConnection.frame(new Request.Hello(1, Wire.PROTOCOL_VERSION, 0x68L, "hostile")),
                RawConnection.frame(new Request.Ping(2)),
                RawConnection.frame(
                        new Request.CreateSpace(
                                3, id, DEADLINE_MILLIS, Target.KEYS, SpaceKind.KEY_VALUE, true)),
                RawConnection.frame(new Request.ListSpaces(4, DEADLINE_MILLIS)),
                RawConnection.frame(
                        new Request.OpenSpace(
                                5, DEADLINE_MILLIS, Target.KEYS, ReadMode.LINEARIZABLE)),
                RawConnection.frame(
                        new Request.KvRead(6, DEADLINE_MILLIS, space, ReadMode.LINEARIZABLE, key)),
                RawConnection.frame(
                        new Request.KvWrite(
                                7, id, DEADLINE_MILLIS, space, key, new KvOperation.Put(value, 0))),
                RawConnection.frame(
                        new Request.EntityWrite(8, id, DEADLINE_MILLIS, space, key, value)),
                RawConnection.frame(new Request.Watch(9, space, 1, key)));
    }

    private static void send(int port, List<byte[]> frames, RandomSource random)
            throws IOException, InterruptedException {
        try (RawConnection connection = RawConnection.open(port)) {
            if (random.chance(0.8)) {
                connection.send(frames.getFirst());
            }
            int count = 1 + random.nextInt(FRAMES_MAX);
            for (int number = 0; number < count; number++) {
                boolean isGarbage = random.chance(0.2);
                connection.send(
                        isGarbage
                                ? garbage(random)
                                : altered(frames.get(random.nextInt(frames.size())), random));
                Thread.sleep(PAUSE_MILLIS);
            }
        }
    }

    private static byte[] garbage(RandomSource random) {
        byte[] bytes = new byte[1 + random.nextInt(GARBAGE_BYTES_MAX)];
        for (int at = 0; at < bytes.length; at++) {
            bytes[at] = (byte) random.nextInt(256);
        }
        return bytes;
    }

    private static byte[] altered(byte[] frame, RandomSource random) {
        byte[] bytes = frame.clone();
        int count = random.nextInt(ALTERED_MAX);
        for (int number = 0; number < count; number++) {
            bytes[random.nextInt(bytes.length)] = (byte) random.nextInt(256);
        }
        return bytes;
    }
}
