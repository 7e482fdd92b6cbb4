package io.paxosstore.node.repair;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.paxosstore.log.DueObject;

import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;

/** Whoever looks for objects whose time is over is answered, whatever happens: then it goes on. */
final class PassedObjectsTest {
    private final List<List<DueObject>> answers = new ArrayList<>();

    @Test
    void aLookThatFailsFindsNothing() {
        PassedObjects passed =
                new PassedObjects(
                        (_, _, _) -> {
                            throw new IllegalStateException("a defect");
                        },
                        Runnable::run);
        assertThrows(IllegalStateException.class, () -> passed.find(0, 1, 10, answers::add));
        assertEquals(List.of(List.of()), answers);
    }

    @Test
    void aLookThatThereIsNoTimeForFindsNothing() {
        PassedObjects passed =
                new PassedObjects(
                        (_, _, _) -> List.of(),
                        _ -> {
                            throw new RejectedExecutionException("busy");
                        });
        passed.find(0, 1, 10, answers::add);
        assertEquals(List.of(List.of()), answers);
    }
}
