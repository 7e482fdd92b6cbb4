package io.paxosstore.bench.ycsb;

import io.paxosstore.client.Codec;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * All fields of a record as one value: u32 fields, for each u32 length and name, u32 length and
 * contents.
 */
final class FieldCodec implements Codec<Map<String, byte[]>> {
    @Override
    public byte[] encode(Map<String, byte[]> fields) {
        List<byte[]> parts = new ArrayList<>();
        fields.forEach((name, value) -> {
            parts.add(name.getBytes(StandardCharsets.UTF_8));
            parts.add(value);
        });
        int bytes = parts.stream().mapToInt(part -> Integer.BYTES + part.length).sum();
        ByteBuffer out = ByteBuffer.allocate(Integer.BYTES + bytes).putInt(fields.size());
        parts.forEach(part -> out.putInt(part.length).put(part));
        return out.array();
    }

    @Override
    public Map<String, byte[]> decode(byte[] bytes) {
        ByteBuffer in = ByteBuffer.wrap(bytes);
        Map<String, byte[]> fields = new LinkedHashMap<>();
        for (int left = in.getInt(); left > 0; left--) {
            String name = new String(next(in), StandardCharsets.UTF_8);
            fields.put(name, next(in));
        }
        return fields;
    }

    private static byte[] next(ByteBuffer in) {
        byte[] part = new byte[in.getInt()];
        in.get(part);
        return part;
    }
}
