package io.paxosstore.lsm.model;

import io.paxosstore.log.record.RecordCursor;
import io.paxosstore.protocol.model.Result;

import java.util.ArrayList;
import java.util.List;

/**
 * Gives an object another name: its header moves, and its elements, which know its number only,
 * stay where they are. Deadlines have the name in their records and are written anew: that of the
 * object, those of a map's fields and those of a table's rows. Used once.
 */
final class ObjectRename {
    /** What a deadline of a field costs at least, besides the name. */
    private static final int DEADLINE_BYTES = 26;

    private final Evaluation evaluation;
    private final String from;
    private final String to;

    ObjectRename(Evaluation evaluation, String from, String to) {
        this.evaluation = evaluation;
        this.from = from;
        this.to = to;
    }

    Result execute() {
        ObjectHeader header = evaluation.find(from);
        if (header != null && !from.equals(to)) {
            checkSize(header);
            evaluation.clear(to);
            move(header);
        }
        return new Result.Flag(header != null);
    }

    /** Before anything is read that could be much. */
    private void checkSize(ObjectHeader header) {
        ChangesLimit.check(expiring(header) * (DEADLINE_BYTES + KeyLayout.utf8(to).length));
    }

    private static long expiring(ObjectHeader header) {
        return switch (header) {
            case ObjectHeader.Map map -> map.expiring();
            case ObjectHeader.Table table -> table.expiring();
            default -> 0;
        };
    }

    private void move(ObjectHeader header) {
        Overlay state = evaluation.state();
        state.delete(KeyLayout.header(from));
        state.putMoved(KeyLayout.header(to), ObjectHeader.encode(renamed(header)));
        byte[] name = KeyLayout.utf8(to);
        if (header.deadlineMillis() != Deadlines.NEVER) {
            state.put(KeyLayout.expiry(header.deadlineMillis(), header.generation()), name);
        }
        if (header instanceof ObjectHeader.Map || header instanceof ObjectHeader.Table) {
            for (byte[] deadline : deadlines(header.generation(), name)) {
                state.put(deadline, name);
            }
        }
    }

    /** No version that a value of the new name has had before must come again. */
    private ObjectHeader renamed(ObjectHeader header) {
        return header instanceof ObjectHeader.Value value
                ? new ObjectHeader.Value(
                        value.generation(),
                        value.deadlineMillis(),
                        evaluation.version(),
                        value.value())
                : header;
    }

    private List<byte[]> deadlines(long generation, byte[] name) {
        List<byte[]> keys = new ArrayList<>();
        long bytes = 0;
        try (RecordCursor cursor =
                evaluation
                        .state()
                        .scan(
                                KeyLayout.fieldDeadlines(generation),
                                KeyLayout.fieldDeadlinesEnd(generation))) {
            while (cursor.next()) {
                byte[] key = cursor.key();
                bytes += Overlay.bytesOf(key, name);
                ChangesLimit.check(bytes); // names of fields may be long
                keys.add(key);
            }
        }
        return keys;
    }
}
