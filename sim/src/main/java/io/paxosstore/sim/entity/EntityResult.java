package io.paxosstore.sim.entity;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/**
 * What a command is answered.
 *
 * @param version the entry it was executed in
 * @param held whether all guards held
 * @param answers one for each change of the branch that was taken
 */
public record EntityResult(long version, boolean held, List<Long> answers) {
    /** As bytes. */
    public byte[] encode() {
        ByteBuffer out = ByteBuffer.allocate(Long.BYTES + 2 + Long.BYTES * answers.size());
        out.putLong(version).put((byte) (held ? 1 : 0)).put((byte) answers.size());
        answers.forEach(out::putLong);
        return out.array();
    }

    /** From bytes. */
    public static EntityResult decode(byte[] bytes) {
        ByteBuffer in = ByteBuffer.wrap(bytes);
        long version = in.getLong();
        boolean held = in.get() == 1;
        int count = in.get();
        List<Long> answers = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            answers.add(in.getLong());
        }
        return new EntityResult(version, held, List.copyOf(answers));
    }
}
