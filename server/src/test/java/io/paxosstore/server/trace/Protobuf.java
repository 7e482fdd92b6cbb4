package io.paxosstore.server.trace;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A message in the encoding of Protocol Buffers, its fields by their numbers. */
record Protobuf(Map<Integer, List<Object>> fields) {
    private static final int VARINT = 0;
    private static final int FIXED_64 = 1;
    private static final int BYTES = 2;
    private static final int FIXED_32 = 5;

    static Protobuf of(byte[] bytes) {
        Map<Integer, List<Object>> fields = new HashMap<>();
        ByteBuffer in = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
        while (in.hasRemaining()) {
            int tag = (int) varint(in);
            fields.computeIfAbsent(tag >>> 3, number -> new ArrayList<>()).add(value(tag & 7, in));
        }
        return new Protobuf(fields);
    }

    private static Object value(int type, ByteBuffer in) {
        return switch (type) {
            case VARINT -> varint(in);
            case FIXED_64 -> in.getLong();
            case FIXED_32 -> (long) in.getInt();
            case BYTES -> {
                byte[] bytes = new byte[(int) varint(in)];
                in.get(bytes);
                yield bytes;
            }
            default -> throw new AssertionError("a field of type " + type);
        };
    }

    private static long varint(ByteBuffer in) {
        long value = 0;
        for (int shift = 0; ; shift += 7) {
            byte next = in.get();
            value |= (long) (next & 0x7f) << shift;
            if (next >= 0) {
                return value;
            }
        }
    }

    private List<Object> field(int number) {
        return fields.getOrDefault(number, List.of());
    }

    boolean has(int number) {
        return fields.containsKey(number);
    }

    List<Protobuf> messages(int number) {
        return field(number).stream().map(bytes -> of((byte[]) bytes)).toList();
    }

    /** Empty if it is not there. */
    byte[] bytes(int number) {
        List<Object> values = field(number);
        return values.isEmpty() ? new byte[0] : (byte[]) values.getFirst();
    }

    String text(int number) {
        return new String(bytes(number), StandardCharsets.UTF_8);
    }

    /** 0 if it is not there. */
    long number(int number) {
        List<Object> values = field(number);
        return values.isEmpty() ? 0 : (Long) values.getFirst();
    }
}
