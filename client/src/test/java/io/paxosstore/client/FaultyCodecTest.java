package io.paxosstore.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;

/** What becomes of calls, and of all others, when a codec of the user's fails. */
@Timeout(60)
final class FaultyCodecTest {
    private final FakeCluster cluster = new FakeCluster(3);
    private final PaxosStore store = cluster.connect();
    private final KeyValue<String, String> kv = FakeCluster.open(store);

    /** What a codec does as in a class that is missing, or a structure that is too deep. */
    private static String fails(String text) {
        if (text.startsWith("bad")) {
            throw new StackOverflowError("too deep");
        }
        return text;
    }

    private record TextCodec(UnaryOperator<String> before, UnaryOperator<String> after)
            implements Codec<String> {
        @Override
        public byte[] encode(String value) {
            return Codec.utf8().encode(before.apply(value));
        }

        @Override
        public String decode(byte[] bytes) {
            return after.apply(Codec.utf8().decode(bytes));
        }
    }

    private static final Codec<String> FAILS_TO_ENCODE =
            new TextCodec(FaultyCodecTest::fails, UnaryOperator.identity());
    private static final Codec<String> FAILS_TO_DECODE =
            new TextCodec(UnaryOperator.identity(), FaultyCodecTest::fails);

    @AfterEach
    void close() {
        store.close();
        cluster.close();
    }

    @Test
    void anErrorOfTheCodecIsTheResultAndNoOtherCallIsHarmed() {
        kv.put("a", "bad");
        KeyValue<String, String> faulty = store.keyValue("test", Codec.utf8(), FAILS_TO_DECODE);
        CompletableFuture<Optional<String>> read = faulty.getAsync("a");
        CompletionException failure = assertThrows(CompletionException.class, read::join);
        assertInstanceOf(StackOverflowError.class, failure.getCause());
        assertThrows(StackOverflowError.class, () -> faulty.get("a"));
        assertEquals(Optional.of("bad"), kv.get("a"));
    }

    @Test
    void aBatchEndsThoughTheCodecFailsForSomeKeys() {
        List<String> keys =
                IntStream.range(0, 4 * Batch.WINDOW)
                        .mapToObj(i -> (i % 2 == 0 ? "good" : "bad") + i)
                        .toList();
        KeyValue<String, String> faulty = store.keyValue("test", FAILS_TO_ENCODE, Codec.utf8());
        Map<String, KeyResult<Optional<String>>> results = faulty.getAllAsync(keys).join();
        assertEquals(keys, List.copyOf(results.keySet()));
        results.forEach((key, result) ->
                assertEquals(key.startsWith("good"), result instanceof KeyResult.Done<?>, key));
        NotDoneException failure =
                assertThrows(
                        NotDoneException.class,
                        () -> {
                            var unused = Objects.requireNonNull(results.get("bad1")).orThrow();
                        });
        assertEquals(
                "too deep",
                assertInstanceOf(StackOverflowError.class, failure.getCause()).getMessage());
    }

    @Test
    void aScanFailsAsAReadOfTheKeyDoes() {
        kv.put("a", "no number");
        KeyValue<String, Long> numbers = store.keyValue("test", Codec.utf8(), Codec.longs());
        String message =
                assertThrows(IllegalArgumentException.class, () -> numbers.get("a")).getMessage();
        assertEquals(
                message,
                assertThrows(IllegalArgumentException.class, () -> numbers.scan().stream().toList())
                        .getMessage());
    }
}
