package io.paxosstore.bench.micro;

import io.paxosstore.bench.load.LoadKeys;
import io.paxosstore.core.EntryValue;
import io.paxosstore.core.LogRecord;
import io.paxosstore.core.ValueId;
import io.paxosstore.protocol.key.EntityKey;

import java.util.SplittableRandom;

/** Records as a replica writes them: an accept with a value of 100 bytes, entities in turn. */
final class BenchmarkRecords {
    static final int VALUE_BYTES = 100;
    private static final int SPACE = 1;
    private static final int NODE = 3;

    private final EntityKey[] keys;
    private final EntryValue value;
    private long next;

    BenchmarkRecords(int entities) {
        keys = new EntityKey[entities];
        for (int i = 0; i < entities; i++) {
            keys[i] = new EntityKey(SPACE, LoadKeys.key(i));
        }
        byte[] payload = new byte[VALUE_BYTES];
        new SplittableRandom(1).nextBytes(payload);
        value = EntryValue.of(new ValueId(NODE, 1, 1), payload);
    }

    /** The next entity's next entry. */
    LogRecord next() {
        long entry = next / keys.length + 1;
        LogRecord record =
                new LogRecord(
                        keys[(int) (next % keys.length)], entry, 1, 1, value, false, entry - 1);
        next++;
        return record;
    }
}
