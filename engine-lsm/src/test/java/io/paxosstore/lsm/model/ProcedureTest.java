package io.paxosstore.lsm.model;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.paxosstore.protocol.model.EntityObjects;
import io.paxosstore.protocol.model.Failure;
import io.paxosstore.protocol.model.MultiOp;
import io.paxosstore.protocol.model.MultiOpResult;
import io.paxosstore.protocol.model.ObjectOperation;
import io.paxosstore.protocol.model.OperationFailedException;
import io.paxosstore.protocol.model.Procedure;
import io.paxosstore.protocol.model.Result;
import io.paxosstore.protocol.model.SetOperation;
import io.paxosstore.protocol.model.ValueOperation;

import org.junit.jupiter.api.Test;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Function;

/** What procedures may rely on, and what the engine may rely on whatever a procedure does. */
class ProcedureTest {
    private static final long NOW = 1_000_000;

    private final MemoryState state = new MemoryState();

    /** A procedure that is this function. */
    private record Does(Function<EntityObjects, byte[]> what) implements Procedure {
        @Override
        public int language() {
            return 255;
        }

        @Override
        public boolean isReadOnly() {
            return false;
        }

        @Override
        public boolean mayTakeLong() {
            return false;
        }

        @Override
        public byte[] run(EntityObjects objects) {
            return what.apply(objects);
        }

        @Override
        public byte[] failed(RuntimeException why) {
            return bytes("failed: " + why.getMessage());
        }

        @Override
        public byte[] encoded() {
            return new byte[0];
        }
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static void put(EntityObjects objects, String name, String value) {
        objects.execute(new ValueOperation.Put(name, bytes(value), 0));
    }

    private String run(Function<EntityObjects, byte[]> what) {
        EntryBuilder entry = new EntryBuilder(state, NOW);
        byte[] result = entry.executeWithin(new Does(what), Long.MAX_VALUE);
        if (entry.hasChanges()) {
            state.apply(entry.changes(), NOW);
        }
        return result == null ? "left out" : new String(result, StandardCharsets.UTF_8);
    }

    private String value(String name) {
        MultiOpResult.Executed read =
                (MultiOpResult.Executed)
                        new EntryBuilder(state, NOW)
                                .execute(MultiOp.of(new ValueOperation.Get(name)));
        byte[] value = ((Result.Value) read.results().getFirst()).value();
        return value == null ? "" : new String(value, StandardCharsets.UTF_8);
    }

    @Test
    void itSeesWhatItDidAndAllOfItTakesEffect() {
        String result =
                run(objects -> {
                    put(objects, "a", "1");
                    Result.Value read = (Result.Value) objects.execute(new ValueOperation.Get("a"));
                    put(objects, "b", new String(read.value(), StandardCharsets.UTF_8) + "2");
                    assertEquals(NOW, objects.nowMillis());
                    assertEquals(0, objects.version());
                    return bytes("done");
                });
        assertEquals("done", result);
        assertEquals("12", value("b"));
        run(objects -> {
            assertTrue(objects.version() > 0);
            return bytes("");
        });
    }

    @Test
    void whatEndsByAnExceptionHasDoneNothing() {
        String result =
                run(objects -> {
                    put(objects, "a", "1");
                    throw new IllegalStateException("no");
                });
        assertEquals("failed: no", result);
        assertEquals("", value("a"));
    }

    @Test
    void aPartThatFailsIsUndoneAndTheOthersAreNot() {
        String result =
                run(objects -> {
                    put(objects, "a", "1");
                    assertThrows(
                            OperationFailedException.class,
                            () ->
                                    objects.together(() -> {
                                        put(objects, "b", "1");
                                        objects.execute(
                                                new SetOperation.Add("a", List.of(bytes("m"))));
                                    }));
                    assertEquals(
                            new Result.Info(null, 0, 0),
                            objects.execute(new ObjectOperation.Describe("b")));
                    objects.together(() -> put(objects, "c", "1"));
                    return bytes("done");
                });
        assertEquals("done", result);
        assertEquals("1", value("a"));
        assertEquals("", value("b"));
        assertEquals("1", value("c"));
    }

    /** Else one that goes on after the end of its time would keep its shard's thread for ever. */
    @Test
    void aFaultOfTheStoreIsNotForTheProcedureToHide() {
        RuntimeException fault = new IllegalStateException("the disk");
        EntityState broken = new FailingState(state, fault);
        Does hiding =
                new Does(objects -> {
                    try {
                        objects.execute(new ValueOperation.Get("a"));
                    } catch (IllegalStateException e) {
                        return bytes("hidden");
                    }
                    return bytes("no fault");
                });
        EntryBuilder entry = new EntryBuilder(broken, NOW);
        assertEquals(
                fault,
                assertThrows(
                        IllegalStateException.class,
                        () -> entry.executeWithin(hiding, Long.MAX_VALUE)));
    }

    @Test
    void theChangesAndTheObjectsOfOneAreLimited() {
        String large =
                run(objects -> {
                    for (int i = 0; i < 10; i++) {
                        int number = i;
                        objects.together(() ->
                                objects.execute(
                                        new ValueOperation.Put(
                                                "v" + number, new byte[500_000], 0)));
                    }
                    return bytes("done");
                });
        assertTrue(large.contains("CHANGES_BYTES_MAX"), large);
        String many =
                run(objects -> {
                    for (int i = 0; i < 2000; i++) {
                        put(objects, "v" + i, "");
                    }
                    return bytes("done");
                });
        assertTrue(many.contains("OPERATIONS_MAX"), many);
        assertEquals("", value("v1"));
    }

    @Test
    void whatDoesNotFitIntoTheEntryIsLeftOut() {
        EntryBuilder entry = new EntryBuilder(state, NOW);
        Does first =
                new Does(objects -> {
                    put(objects, "a", "1");
                    return bytes("first");
                });
        Does second =
                new Does(objects -> {
                    put(objects, "b", "0123456789");
                    return bytes("second");
                });
        assertArrayEquals(bytes("first"), entry.executeWithin(first, 50));
        assertNull(entry.executeWithin(second, 50));
        state.apply(entry.changes(), NOW);
        assertEquals("1", value("a"));
        assertEquals("", value("b"));
    }

    @Test
    void whatChangesNothingMakesNoEntry() {
        EntryBuilder entry = new EntryBuilder(state, NOW);
        entry.executeWithin(
                new Does(objects -> {
                    Failure failure = new Failure.NotANumber("x");
                    assertEquals(failure, new OperationFailedException(failure).failure());
                    return bytes("nothing");
                }),
                Long.MAX_VALUE);
        assertFalse(entry.hasChanges());
    }
}
