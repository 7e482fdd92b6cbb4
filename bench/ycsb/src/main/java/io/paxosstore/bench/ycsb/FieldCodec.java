package io.paxosstore.bench.ycsb;

import io.paxosstore.client.Codec;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * All fields of a record as one value: u32 fields, for each u32 length and name, u32 length and
 * contents.
 */
final class FieldCodec implements Codec<Map<String, byte[]>> {
    @Override
    public byte[] encode(Map<String, byte[]> fields) {
        int bytes = Integer.BYTES;
        Map<byte[], byte[]> named = new LinkedHashMap<>();
        for (Map.Entry<String, byte[]> field : fields.entrySet()) {
            byte[] name = field.getKey().getBytes(StandardCharsets.UTF_8);
            named.put(name, field.getValue());
            bytes += 2 * Integer.BYTES + name.length + field.getValue().length;
        }
        ByteBuffer out = ByteBuffer.allocate(bytes).putInt(fields.size());
        named.forEach((name, value) -> {
            out.putInt(name.length).put(name);
            out.putInt(value.length).put(value);
        });
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
