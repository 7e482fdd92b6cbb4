package io.paxosstore.server.history;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.paxosstore.node.history.ChangeFormat;
import io.paxosstore.node.history.ChangeMedium;
import io.paxosstore.node.history.ChangeQuestion;
import io.paxosstore.node.history.ChangesFound;
import io.paxosstore.protocol.key.EntityKey;
import io.paxosstore.protocol.model.ChangedObjects;
import io.paxosstore.protocol.model.ObjectChange;
import io.paxosstore.protocol.model.ObjectType;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** The changes of one entity, as a shard gives them to the history and a watch finds them there. */
final class TestChanges {
    static final EntityKey KEY = new EntityKey(1 << 24, new byte[] {1, 2, 3});
    private static final int ALL = Integer.MAX_VALUE;

    private TestChanges() {}

    static ChangedObjects changes(long entry) {
        ObjectChange change =
                new ObjectChange("o" + entry % 10, ObjectChange.Kind.CHANGED, ObjectType.MAP);
        return new ChangedObjects(entry << 10, true, List.of(change));
    }

    static void keep(HistoryKeeper keeper, long fromEntry, long toEntry) {
        for (long entry = fromEntry; entry < toEntry; entry++) {
            ChangedObjects changes = changes(entry);
            List<byte[]> names = ChangeFormat.names(changes);
            int length = ChangeFormat.bytes(KEY, names);
            ByteBuffer bytes = ByteBuffer.allocate(length);
            ChangeFormat.put(bytes, KEY, entry, changes, names);
            keeper.keep(0, bytes, 0, length);
        }
    }

    static ChangesFound find(HistoryKeeper keeper, long from, long place, int bytesMax)
            throws Exception {
        CompletableFuture<ChangesFound> answer = new CompletableFuture<>();
        keeper.find(new ChangeQuestion(KEY, from, place, bytesMax), answer::complete);
        return answer.get(30, TimeUnit.SECONDS);
    }

    static void expect(HistoryKeeper keeper, long from, long to) throws Exception {
        List<ChangedObjects> expected = new ArrayList<>();
        for (long entry = from; entry < to; entry++) {
            expected.add(changes(entry));
        }
        assertEquals(
                expected, find(keeper, from, ChangeMedium.NOWHERE, ALL).changes(), "from " + from);
    }

    static void expect(TestFollower follower, long fromEntry, long toEntry)
            throws InterruptedException {
        for (long entry = fromEntry; entry < toEntry; entry++) {
            assertEquals(changes(entry).version(), follower.next());
        }
    }
}
