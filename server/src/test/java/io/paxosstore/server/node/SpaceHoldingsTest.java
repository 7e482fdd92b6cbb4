package io.paxosstore.server.node;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.paxosstore.console.SpacesHeld.Held;
import io.paxosstore.log.SpaceCells;
import io.paxosstore.log.SpaceSizes;
import io.paxosstore.protocol.model.SpaceInfo;
import io.paxosstore.protocol.model.SpaceKind;
import io.paxosstore.protocol.wire.Response;
import io.paxosstore.server.embedded.EmbeddedCluster;
import io.prometheus.metrics.expositionformats.PrometheusTextFormatWriter;

import org.junit.jupiter.api.Test;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/** What a node holds of its spaces: summed up, named, and shown. */
final class SpaceHoldingsTest {
    private static final int ENTITIES = SpaceKind.ENTITY_FROM;

    private static SpaceSizes sizes(int space, int entities, long bytes) {
        SpaceSizes sizes = new SpaceSizes();
        sizes.addEntities(space, entities);
        sizes.addBytes(space, bytes);
        return sizes;
    }

    @Test
    void shardsAreSummedUp() {
        List<SpaceSizes> shards = List.of(sizes(1, 2, 10), sizes(1, 3, 20), sizes(ENTITIES, 7, 0));
        SpaceHoldings before = SpaceHoldings.of(shards, Map.of());
        assertEquals(new Held(5, 30L), before.of(1));
        assertEquals(new Held(7, null), before.of(ENTITIES), "nobody has looked yet");
        assertEquals(new Held(0, 0L), before.of(2));
        SpaceHoldings after = SpaceHoldings.of(shards, Map.of(ENTITIES, 1_000L));
        assertEquals(new Held(7, 1_000L), after.of(ENTITIES));
    }

    @Test
    void aSpaceAmongTheOthersHasNoFigure() {
        SpaceSizes many = new SpaceSizes();
        for (int space = 1; space <= SpaceCells.SPACES_MAX + 2; space++) {
            many.addEntities(space, 1);
        }
        SpaceHoldings held = SpaceHoldings.of(List.of(many), Map.of());
        assertNull(held.of(SpaceCells.SPACES_MAX + 1));
        assertEquals(new Held(2, 0L), held.bySpace().get(SpaceCells.OTHERS));
    }

    @Test
    void seriesHaveTheNamesOfSpaces() throws IOException {
        SpaceSizes shard = sizes(1, 2, 10);
        shard.addEntities(2, 9);
        SpaceHoldings held = SpaceHoldings.of(List.of(shard, sizes(ENTITIES, 1, 0)), Map.of());
        HoldingsCollector collector =
                new HoldingsCollector(
                        () -> held,
                        new SpaceNames(space ->
                                space == 2
                                        ? null
                                        : new SpaceInfo(
                                                space,
                                                "space \"" + space + "\"",
                                                SpaceKind.of(space))));
        ByteArrayOutputStream text = new ByteArrayOutputStream();
        PrometheusTextFormatWriter.create().write(text, collector.collect());
        List<String> lines =
                text.toString(StandardCharsets.UTF_8)
                        .lines()
                        .filter(line -> !line.startsWith("#"))
                        .toList();
        assertEquals(
                List.of(
                        "paxosstore_space_bytes{space=\"space \\\"1\\\"\"} 10.0",
                        "paxosstore_space_keys{space=\"space \\\"1\\\"\"} 2.0",
                        "paxosstore_space_keys{space=\"space \\\"16777216\\\"\"} 1.0"),
                lines);
    }

    /** On real files; the walk over the entities takes longer than this test. */
    @Test
    void aNodeTellsWhatItHolds() throws Exception {
        try (EmbeddedCluster cluster = EmbeddedCluster.builder(1).start();
                WireClient client = WireClient.connect(cluster, 1)) {
            int id = ((Response.Space) client.create("held")).space().id();
            for (int i = 0; i < 10; i++) {
                client.put(id, "key " + i % 5, "value");
            }
            List<String> lines = cluster.node(1).metrics().lines().toList();
            Predicate<String> keys = "paxosstore_space_keys{space=\"held\"} 5.0"::equals;
            assertTrue(lines.stream().anyMatch(keys), "five keys");
            double bytes =
                    lines.stream()
                            .filter(line ->
                                    line.startsWith("paxosstore_space_bytes{space=\"held\"}"))
                            .mapToDouble(line ->
                                    Double.parseDouble(line.substring(line.lastIndexOf(' '))))
                            .sum();
            assertTrue(bytes > 5 * 20 && bytes < 5 * 1_000, "of five records: " + bytes);
        }
    }
}
