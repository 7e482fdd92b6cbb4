package io.paxosstore.bench.hostile;

import io.paxosstore.bench.process.ClusterLayout;
import io.paxosstore.core.RandomSource;
import io.paxosstore.log.identity.Lives;
import io.paxosstore.node.peer.PeerFrames;
import io.paxosstore.node.peer.PeerHello;
import io.paxosstore.protocol.bytes.ByteWriter;
import io.paxosstore.server.config.Configuration;
import io.paxosstore.server.config.ConfigurationException;
import io.paxosstore.server.config.ConfigurationLoader;
import io.paxosstore.server.config.Settings;
import io.paxosstore.server.front.binary.ClientPort;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.zip.CRC32C;

/**
 * First frames to a node's peer port, by docs/peer-protocol.md: those of a stranger who knows all
 * that can be known from outside, and the same with a fault. Most faults are behind what a node
 * looks at first: length, type, magic, version and checksum are right, so that the rest is read.
 */
final class PeerGreetings {
    private static final int WHOLE = 2;
    private static final int KNOWN = 1;

    /** How many fields come first that no node reads on behind when they are wrong. */
    private static final int FIRST_FIELDS = 3;

    /** Longer than a node takes before the handshake. */
    private static final int TEXT_BYTES_MAX = 5_000;

    private static final int FRAME_BYTES = 512;

    /** How a field is written. */
    private enum Form {
        FIXED,
        VARINT,
        TEXT
    }

    @SuppressWarnings("ArrayRecordComponent") // never compared
    private record Field(Form form, byte[] bytes) {
        static Field fixed(ByteWriter bytes) {
            return new Field(Form.FIXED, bytes.toBytes());
        }

        static Field u8(int value) {
            return fixed(new ByteWriter(1).putByte(value));
        }

        static Field u32(int value) {
            return fixed(new ByteWriter(Integer.BYTES).putInt(value));
        }

        static Field u64(long value) {
            return fixed(new ByteWriter(Long.BYTES).putLong(value));
        }

        static Field varint(long value) {
            return new Field(Form.VARINT, new ByteWriter(1).putVarint(value).toBytes());
        }

        static Field text(String value) {
            return new Field(Form.TEXT, new ByteWriter(value.length()).putText(value).toBytes());
        }

        /** Another value; mostly one that can be read. */
        Field other(RandomSource random) {
            if (random.chance(0.1)) {
                return new Field(form, Garbage.bytes(random));
            }
            return switch (form) {
                case FIXED -> new Field(form, Garbage.exactly(bytes.length, random));
                case VARINT -> varint(Garbage.number(random));
                case TEXT -> {
                    byte[] text = Garbage.exactly(random.nextInt(TEXT_BYTES_MAX), random);
                    byte[] few = random.chance(0.9) ? Garbage.altered(bytes, 1, random) : text;
                    yield random.chance(0.5)
                            ? new Field(form, few)
                            : new Field(form, new ByteWriter(1).putBytes(few).toBytes());
                }
            };
        }
    }

    private final String clusterId;
    private final SortedMap<String, String> settings;
    private final int shards;
    private final int sender;

    private PeerGreetings(Configuration sender) {
        this.clusterId = sender.get(Settings.CLUSTER_ID);
        this.settings = sender.clusterSettings();
        this.shards = sender.get(Settings.SHARDS);
        this.sender = sender.get(Settings.NODE_ID);
    }

    /**
     * Of somebody who says that it is another node of a cluster with default settings.
     *
     * @param receiver the node that is to be greeted
     */
    static PeerGreetings of(ClusterLayout layout, int receiver) {
        int sender = receiver == 1 ? 2 : 1;
        try {
            return new PeerGreetings(
                    new ConfigurationLoader()
                            .yaml(layout.configuration(sender, Path.of("nowhere")), "a stranger")
                            .environment(System.getenv()) // as the nodes have it
                            .load());
        } catch (ConfigurationException e) {
            throw new IllegalStateException("the replicas' configuration is none", e);
        }
    }

    /** A HELLO without a fault. */
    byte[] hello(RandomSource random) {
        return frame(joined(helloFields(random)));
    }

    /** A CONFIRM without a fault, of a greeting that nobody has sent. */
    byte[] confirm(RandomSource random) {
        return frame(joined(confirmFields(random)));
    }

    /** A greeting, mostly with a fault. */
    byte[] draw(RandomSource random) {
        List<Field> fields = random.chance(0.8) ? helloFields(random) : confirmFields(random);
        byte[] sound = joined(fields);
        int first = joined(fields.subList(0, FIRST_FIELDS)).length;
        int percent = random.nextInt(100);
        if (percent < 10) {
            return frame(sound);
        } else if (percent < 55) {
            return frame(joined(withOtherFields(fields, random)));
        } else if (percent < 70) {
            return frame(Garbage.altered(sound, first, random));
        } else if (percent < 80) {
            return frame(Garbage.resized(sound, random));
        } else if (percent < 85) {
            return frame(Garbage.altered(sound, 0, random)); // also type, magic and version
        } else if (percent < 90) {
            byte[] frame = frame(sound);
            return Garbage.altered(frame, frame.length - Integer.BYTES, random); // the checksum
        } else if (percent < 95) {
            return withLength(frame(sound), (int) Garbage.number(random));
        }
        return Garbage.bytes(random);
    }

    private List<Field> helloFields(RandomSource random) {
        List<Field> fields = new ArrayList<>(firstFields(PeerFrames.HELLO));
        fields.add(Field.text(clusterId));
        fields.add(Field.varint(ClientPort.CONFIG_EPOCH));
        fields.add(Field.varint(settings.size()));
        settings.forEach((key, value) -> {
            fields.add(Field.text(key));
            fields.add(Field.text(value));
        });
        fields.add(Field.varint(sender));
        fields.add(Field.u64(random.nextLong())); // the sender's store
        fields.add(Field.u64(random.nextLong()));
        int incarnation = Lives.COUNT_MAX + random.nextInt(1_000);
        fields.add(Field.varint(incarnation));
        fields.add(Field.varint(random.nextInt(shards)));
        fields.add(Field.varint(shards));
        fields.add(Field.varint(0)); // its socket
        fields.add(Field.u64(random.nextLong())); // its nonce
        fields.add(Field.u8(WHOLE));
        fields.add(Field.u8(KNOWN));
        fields.add(Field.u64(random.nextLong())); // the receiver's store
        fields.add(Field.u64(random.nextLong()));
        fields.add(Field.varint(1));
        fields.add(Field.varint(PeerHello.FEATURES));
        int lives = random.nextInt(Lives.COUNT_MAX + 1);
        fields.add(Field.varint(lives)); // of the sender's store, the present one first
        for (int before = 0; before < lives; before++) {
            fields.add(Field.varint(incarnation - before));
            fields.add(Field.u64(random.nextLong()));
        }
        return fields;
    }

    private List<Field> confirmFields(RandomSource random) {
        List<Field> fields = new ArrayList<>(firstFields(PeerFrames.CONFIRM));
        fields.add(Field.text(clusterId));
        fields.add(Field.varint(sender));
        fields.add(Field.u64(random.nextLong()));
        return fields;
    }

    private static List<Field> firstFields(int type) {
        return List.of(Field.u8(type), Field.u32(PeerHello.MAGIC), Field.varint(PeerHello.VERSION));
    }

    private static List<Field> withOtherFields(List<Field> fields, RandomSource random) {
        List<Field> others = new ArrayList<>(fields);
        int count = 1 + random.nextInt(2);
        for (int number = 0; number < count; number++) {
            int at = FIRST_FIELDS + random.nextInt(others.size() - FIRST_FIELDS);
            others.set(at, others.get(at).other(random));
        }
        return others;
    }

    private static byte[] joined(List<Field> fields) {
        ByteWriter out = new ByteWriter(FRAME_BYTES);
        fields.forEach(field -> out.putRaw(field.bytes()));
        return out.toBytes();
    }

    /** With the length and the checksum that type and body need. */
    private static byte[] frame(byte[] typeAndBody) {
        CRC32C crc = new CRC32C();
        crc.update(typeAndBody, 0, typeAndBody.length);
        return new ByteWriter(FRAME_BYTES)
                .putInt(typeAndBody.length + Integer.BYTES)
                .putRaw(typeAndBody)
                .putInt((int) crc.getValue())
                .toBytes();
    }

    private static byte[] withLength(byte[] frame, int length) {
        ByteWriter out = new ByteWriter(FRAME_BYTES).putRaw(frame);
        out.putIntAt(0, length);
        return out.toBytes();
    }
}
