package io.paxosstore.test;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import io.paxosstore.client.NotDoneException;
import io.paxosstore.client.PaxosStore;
import io.paxosstore.server.embedded.EmbeddedCluster;
import io.paxosstore.server.embedded.EmbeddedNode;

import org.junit.jupiter.api.Test;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.platform.launcher.listeners.SummaryGeneratingListener;
import org.junit.platform.launcher.listeners.TestExecutionSummary;

import java.nio.file.Files;
import java.util.concurrent.CompletableFuture;

/** What is left when a test class has ended, and what mistakes are told as. */
final class ClosedAndRefusedTest {
    private static final CompletableFuture<EmbeddedCluster> CLUSTER = new CompletableFuture<>();
    private static final CompletableFuture<PaxosStore> STORE = new CompletableFuture<>();

    private static TestExecutionSummary run(Class<?> tests) {
        SummaryGeneratingListener summary = new SummaryGeneratingListener();
        LauncherFactory.create()
                .execute(
                        LauncherDiscoveryRequestBuilder.request()
                                .selectors(selectClass(tests))
                                .build(),
                        summary);
        return summary.getSummary();
    }

    private static String failure(Class<?> tests) {
        TestExecutionSummary summary = run(tests);
        assertEquals(1, summary.getTotalFailureCount());
        return String.valueOf(summary.getFailures().get(0).getException().getMessage());
    }

    /** Run by a test. */
    @PaxosStoreCluster(nodes = 1)
    static final class Keeps {
        @Test
        void keeps(PaxosStore store, EmbeddedCluster cluster) {
            STORE.complete(store);
            CLUSTER.complete(cluster);
            assertTrue(Files.isDirectory(cluster.directory()));
        }
    }

    @Test
    void nothingRunsWhenTheClassHasEnded() {
        assertEquals(1, run(Keeps.class).getTestsSucceededCount());
        assertTrue(CLUSTER.join().nodes().stream().noneMatch(EmbeddedNode::isRunning));
        assertFalse(Files.exists(CLUSTER.join().directory()));
        assertEquals(
                NotDoneException.Reason.CLOSED,
                assertThrows(NotDoneException.class, () -> STORE.join().listSpaces()).reason());
    }

    /** Run by a test. */
    @PaxosStoreCluster(nodes = 2)
    static final class TwoNodes {
        @Test
        void neverRuns() {}
    }

    /** Run by a test. */
    @PaxosStoreCluster(settings = "shards 3")
    static final class NoSetting {
        @Test
        void neverRuns() {}
    }

    @Test
    void mistakesAreToldInASentence() {
        assertTrue(
                failure(TwoNodes.class).contains("2 nodes are given; a cluster has 1, 3 or 5."),
                () -> failure(TwoNodes.class));
        assertEquals(
                "\"shards 3\" in the settings of @PaxosStoreCluster is no setting; write its name,"
                        + " = and its value.",
                failure(NoSetting.class));
    }
}
