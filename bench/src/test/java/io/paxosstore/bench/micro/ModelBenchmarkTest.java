package io.paxosstore.bench.micro;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.paxosstore.protocol.codec.ModelCodec;
import io.paxosstore.protocol.model.MultiOpResult;
import io.paxosstore.protocol.model.Operation;
import io.paxosstore.protocol.model.Result;
import io.paxosstore.protocol.model.TableOperation;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;

/** What {@link ModelBenchmark} measures is really done. */
class ModelBenchmarkTest {
    @TempDir
    @SuppressWarnings("NullAway.Init") // set by JUnit
    private Path directory;

    @Test
    void everyOperationIsExecutedAgainAndAgain() throws Exception {
        try (EntityBenchmarkStore store = new EntityBenchmarkStore(directory, 3)) {
            for (long call = 0; call < 250; call++) {
                for (ModelOperation operation : ModelOperation.values()) {
                    List<Operation> operations = operation.of(call);
                    boolean isRead = operations.stream().noneMatch(Operation::isUpdate);
                    byte[] answer =
                            isRead ? store.read(1, operations) : store.change(1, operations);
                    var executed =
                            assertInstanceOf(
                                    MultiOpResult.Executed.class,
                                    ModelCodec.decodeResult(ByteBuffer.wrap(answer)),
                                    operation::toString);
                    assertTrue(hasFound(executed.results().getFirst()), operation::toString);
                    if (operation.of(0).getFirst() instanceof TableOperation table
                            && table.isUpdate()) {
                        // One row was inserted or updated, and one removed.
                        executed.results()
                                .forEach(result -> assertEquals(new Result.Count(1), result));
                    }
                }
                store.commit();
            }
            store.background();
        }
    }

    /** A read that finds nothing would be too cheap. */
    private static boolean hasFound(Result result) {
        return switch (result) {
            case Result.Elements elements -> elements.elements().size() > 0;
            case Result.Values values -> values.values().getFirst() != null;
            case Result.Value value -> value.value() != null;
            case Result.Rows rows -> rows.rows().size() > 0;
            default -> true;
        };
    }
}
