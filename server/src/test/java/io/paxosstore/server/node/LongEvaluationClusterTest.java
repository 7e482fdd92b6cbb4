package io.paxosstore.server.node;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.paxosstore.client.CallOptions;
import io.paxosstore.client.ClientOptions;
import io.paxosstore.client.Codec;
import io.paxosstore.client.Entity;
import io.paxosstore.client.EntityValue;
import io.paxosstore.client.KeyValue;
import io.paxosstore.client.NotDoneException;
import io.paxosstore.client.PaxosStore;
import io.paxosstore.client.RejectedException;
import io.paxosstore.client.RowUpdate;
import io.paxosstore.client.sql.SqlResult;
import io.paxosstore.protocol.model.Condition;
import io.paxosstore.protocol.model.SpaceKind;
import io.paxosstore.server.embedded.EmbeddedCluster;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.function.Executable;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/**
 * Requests that take long do not make the others of their shard wait (there is one shard), end at
 * their deadline, and are worked on by one node only.
 */
@Timeout(120)
final class LongEvaluationClusterTest {
    private static final int ROWS = 1000;
    private static final Duration FOR_EVER = Duration.ofMinutes(1);
    private static final String LONG_METRIC = "paxosstore_entities_evaluations_long_total";

    /** A condition that is true for no row, and takes minutes for all. */
    private static final Condition ENDLESS =
            new Condition.Or(
                    IntStream.range(0, 1500)
                            .<Condition>mapToObj(
                                    i -> new Condition.Like("v", "%aaaaaaaaaaaaaaaaaaab" + i))
                            .toList());

    /** Some requests are still under way at the end of a test: nobody waits for them. */
    private static EmbeddedCluster start(String workMax) throws StartException {
        return EmbeddedCluster.builder(3)
                .set("entities.work-max", workMax)
                .set("server.drain-timeout", "0s")
                .start();
    }

    /** A client that does not take a busy machine for a dead node. */
    private static PaxosStore connect(EmbeddedCluster cluster) {
        return PaxosStore.connect(
                cluster.connectString(),
                ClientOptions.builder()
                        .deadline(Duration.ofSeconds(60))
                        .silenceTimeout(Duration.ofSeconds(20))
                        .closeTimeout(Duration.ofMillis(1))
                        .build());
    }

    private static Entity alice(PaxosStore store) {
        store.createSpaceIfAbsent("inbox", SpaceKind.ENTITY);
        return store.entity("inbox", "alice");
    }

    private static Entity withTable(PaxosStore store) {
        Entity alice = alice(store);
        alice.sql("CREATE TABLE t (k BIGINT PRIMARY KEY, v VARCHAR, n BIGINT)");
        String text = "a".repeat(1000);
        for (int from = 0; from < ROWS; from += 250) {
            alice.sql(
                    IntStream.range(from, from + 250)
                            .mapToObj(k -> "(" + k + ", '" + text + "', 0)")
                            .collect(
                                    Collectors.joining(
                                            ", ", "INSERT INTO t (k, v, n) VALUES ", "")));
        }
        return alice;
    }

    private static RowUpdate update(Entity entity) {
        return entity.table("t").update().set("n", 1).where(ENDLESS.not());
    }

    private static Entity within(Entity entity, Duration deadline) {
        return entity.with(CallOptions.DEFAULT.deadline(deadline));
    }

    /** What each node has evaluated for long so far: on a busy machine inserts may be among it. */
    private static double[] longEvaluations(EmbeddedCluster cluster) {
        return cluster.nodes().stream()
                .mapToDouble(node -> EntityClusterTest.count(node, LONG_METRIC))
                .toArray();
    }

    private static double longSince(EmbeddedCluster cluster, double[] before) {
        return DoubleStream.of(longEvaluations(cluster)).sum() - DoubleStream.of(before).sum();
    }

    /** What takes longer than an attempt's timeout is not begun at the next node too. */
    private static void isDoneByOneNode(EmbeddedCluster cluster, double[] before) {
        double[] now = longEvaluations(cluster);
        assertEquals(
                1, IntStream.range(0, now.length).filter(node -> now[node] > before[node]).count());
    }

    private static void await(String what, BooleanSupplier condition) throws InterruptedException {
        RejoinTest.await(what, condition);
    }

    @Test
    void keysAndOtherRequestsOfTheEntityAreServedMeanwhile() throws Exception {
        try (EmbeddedCluster cluster = start("2000000000");
                PaxosStore store = connect(cluster)) {
            store.createSpace("kv", SpaceKind.KEY_VALUE);
            KeyValue<String, String> kv = RejoinTest.open(store, "kv");
            Entity alice = withTable(store);
            EntityValue<String> profile = alice.value("profile", Codec.utf8());
            profile.put("hi");
            kv.put("k", "v");
            double[] before = longEvaluations(cluster);
            List<CompletableFuture<Long>> endless = new ArrayList<>();
            for (int i = 0; i < 8; i++) {
                endless.add(within(alice, FOR_EVER).table("t").query().where(ENDLESS).countAsync());
            }
            await("long evaluations", () -> longSince(cluster, before) >= 8);
            long attemptsEnded = System.nanoTime() + TimeUnit.SECONDS.toNanos(1);
            for (int i = 0; i < 1000 || System.nanoTime() < attemptsEnded; i++) {
                assertEquals(Optional.of("v"), kv.get("k"));
            }
            // Before short requests of the entity, which may be long on a busy machine.
            isDoneByOneNode(cluster, before);
            for (int i = 0; i < 100; i++) {
                profile.put("hi" + i);
                assertEquals(Optional.of("hi" + i), profile.get());
            }
            for (CompletableFuture<Long> one : endless) {
                assertFalse(one.isDone(), "it must take longer than 1,200 short requests");
            }
        }
    }

    @Test
    void aWriteEndsAtItsDeadlineAndIsNeverDone() throws Exception {
        try (EmbeddedCluster cluster = start("2000000000");
                PaxosStore store = connect(cluster)) {
            Entity alice = withTable(store);
            long version = alice.version();
            double[] before = longEvaluations(cluster);
            Entity hurried = within(alice, Duration.ofSeconds(1));
            NotDoneException failure =
                    assertThrows(NotDoneException.class, () -> update(hurried).execute());
            assertEquals(NotDoneException.Reason.DEADLINE, failure.reason(), failure::getMessage);
            isDoneByOneNode(cluster, before);
            alice.value("profile", Codec.utf8()).put("hi");
            assertEquals(version >> 16, (alice.version() >> 16) - 1, "one entry, the one just now");
            assertEquals("[[0]]", rows(alice.sql("SELECT count(*) FROM t WHERE n = 1")));
        }
    }

    private static String rows(SqlResult result) {
        return assertInstanceOf(SqlResult.Rows.class, result).rows().toString();
    }

    /** Between two that take long, all others that wait have their turn. */
    @Test
    void shortWritesOfTheEntityDoNotWaitForAllLongOnes() throws Exception {
        try (EmbeddedCluster cluster = start("2000000000");
                PaxosStore store = connect(cluster)) {
            Entity alice = withTable(store);
            double[] before = longEvaluations(cluster);
            CompletableFuture<Long> first =
                    update(within(alice, Duration.ofSeconds(2))).executeAsync();
            await("a long evaluation", () -> longSince(cluster, before) >= 1);
            List<CompletableFuture<Long>> others = new ArrayList<>();
            for (int i = 0; i < 4; i++) {
                others.add(update(within(alice, FOR_EVER)).executeAsync());
            }
            alice.value("profile", Codec.utf8()).put("hi");
            others.forEach(other -> assertFalse(other.isDone()));
            // Its deadline has passed; its answer may come a moment after that of the short write.
            assertThrows(ExecutionException.class, () -> first.get(20, TimeUnit.SECONDS));
        }
    }

    @Test
    void tooMuchWorkIsRejectedWithOneSentence() throws Exception {
        try (EmbeddedCluster cluster = start("1000000");
                PaxosStore store = connect(cluster)) {
            Entity alice = withTable(store);
            double[] before = longEvaluations(cluster);
            for (Executable call :
                    List.<Executable>of(
                            () -> alice.table("t").query().where(ENDLESS).count(),
                            () -> update(alice).execute())) {
                RejectedException rejected = assertThrows(RejectedException.class, call);
                String sentence = String.valueOf(rejected.getMessage());
                assertTrue(
                        sentence.contains("The limit entities.work-max of 1000000 is exceeded"),
                        sentence);
                assertTrue(sentence.contains("Ask for less at once"), sentence);
                isDoneByOneNode(cluster, before);
            }
            assertEquals("[[0]]", rows(alice.sql("SELECT count(*) FROM t WHERE n = 1")));
        }
    }
}
