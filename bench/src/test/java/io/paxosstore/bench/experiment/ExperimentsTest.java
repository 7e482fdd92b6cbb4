package io.paxosstore.bench.experiment;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.paxosstore.bench.load.LoadPlan;
import io.paxosstore.server.config.ConfigurationLoader;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Experiments too short to find anything out. */
@Timeout(value = 3, unit = TimeUnit.MINUTES)
class ExperimentsTest {
    private static final int KEYS = 10_000;
    private static final int COLUMNS_OF_KEYS = 8;

    @TempDir private Path directory;

    private final StringWriter text = new StringWriter();

    private Laboratory laboratory() {
        return new Laboratory(
                8,
                KEYS,
                100,
                Duration.ZERO,
                Duration.ofSeconds(1),
                1,
                LoadPlan.UNPACED,
                directory.resolve("plot.svg"),
                new PrintWriter(text));
    }

    private List<List<String>> rows() {
        return text.toString()
                .lines()
                .filter(line -> line.startsWith("| "))
                .skip(2)
                .map(line -> List.of(line.substring(2, line.length() - 2).split(" \\| ", -1)))
                .toList();
    }

    @ParameterizedTest
    @EnumSource
    void everyVariantIsAValidConfiguration(Experiments experiment) throws Exception {
        if (experiment.experiment() instanceof Variants variants) {
            List<Variant> all = variants.all(laboratory());
            assertTrue(all.size() > 1, "something is compared");
            for (Variant variant : all) {
                String node =
                        """
                        cluster: {id: a, nodes: [{id: 1, host: localhost, client-port: 7400}]}
                        node: {id: 1, directory: '%s'}
                        %s
                        """
                                .formatted(directory, variant.settings());
                new ConfigurationLoader().yaml(node, experiment.toString()).load();
            }
        }
    }

    @Test
    void theBudgetOfAWriteHasNoHoles() throws Exception {
        assertEquals(0, Experiments.BUDGET.experiment().run(laboratory()));
        List<List<String>> rows = rows();
        for (String counted : List.of("messages between replicas", "records logged", "fsyncs")) {
            List<String> row =
                    rows.stream()
                            .filter(one -> one.getFirst().equals(counted))
                            .findAny()
                            .orElseThrow();
            assertTrue(Double.parseDouble(row.get(1).replace(",", "")) > 0, row.toString());
        }
        List<String> logged =
                rows.stream()
                        .filter(one -> one.getFirst().equals("records logged"))
                        .findAny()
                        .orElseThrow();
        assertTrue(Double.parseDouble(logged.get(1)) >= 2, "a majority logs a write: " + logged);
        assertFalse(text.toString().contains("NaN"), text.toString());
    }

    @Test
    void ratesArePartsOfThePeak() throws Exception {
        assertEquals(0, Experiments.PACED.experiment().run(laboratory()));
        List<Double> rates =
                rows().stream()
                        .map(row -> Double.parseDouble(row.get(1).replace(",", "")))
                        .toList();
        assertEquals(4, rates.size());
        assertTrue(rates.get(1) < 0.75 * rates.getFirst(), "half of the peak: " + rates);
        assertTrue(rates.get(1) > 0, rates.toString());
    }

    /** By the mean: what a dead node did falls on 2C others, 1/(2C) on each. */
    @Test
    void theMoreNodesTakeOverTheLessFallsOnEach() throws Exception {
        assertEquals(0, Experiments.FAILOVER.experiment().run(laboratory()));
        List<Double> gains = rows().stream().map(row -> Double.parseDouble(row.get(3))).toList();
        assertEquals(3, gains.size());
        assertEquals(gains.get(0) / 2, gains.get(1), 0.5, gains.toString());
        assertEquals(gains.get(0) / 3, gains.get(2), 0.5, gains.toString());
        assertTrue(Files.readString(directory.resolve("plot.svg")).contains("C = 3"));
    }

    @Test
    void aStoreThatWasKilledIsThereAgain() throws Exception {
        assertEquals(0, Experiments.KEYS.experiment().run(laboratory()));
        assertEquals(1, rows().size());
        assertEquals(COLUMNS_OF_KEYS, rows().getFirst().size());
        assertEquals("10,000", rows().getFirst().getFirst());
    }

    @Test
    void nodesThatAreStartedColdServeAtOnce() throws Exception {
        Experiment experiment = new ColdStart("write=50,read=50");
        assertEquals(0, experiment.run(laboratory().withData(100, 100)));
        double peak = Double.parseDouble(rows().getFirst().get(2).replace(",", ""));
        assertTrue(peak > 0, text.toString());
    }

    @Test
    void aNodeThatLosesItsDiskHasAllKeysAgain() throws Exception {
        assertEquals(0, Experiments.RECOVERY.experiment().run(laboratory()));
        List<String> last = rows().getLast();
        assertTrue(Double.parseDouble(last.getLast().replace(",", "")) >= KEYS, last.toString());
        assertTrue(text.toString().contains("Ready "), text.toString());
        assertTrue(Files.readString(directory.resolve("plot.svg")).contains("keys recovered"));
    }

    @Test
    void everyPassOfAScanSeesAllKeysAlsoBesideWrites() throws Exception {
        assertEquals(0, Experiments.SCANS.experiment().run(laboratory()), text.toString());
        assertEquals(2, rows().size());
        for (List<String> row : rows()) {
            assertTrue(Integer.parseInt(row.get(1)) > 0, row.toString());
        }
        assertTrue(Double.parseDouble(rows().getLast().get(6).replace(",", "")) > 0, "no load");
    }

    @Test
    void variantsAreComparedAndDrawn() throws Exception {
        Variants two =
                new Variants(
                        "replicas",
                        laboratory ->
                                List.of(
                                        Variant.of("write=100", "1", laboratory, "write=100")
                                                .withReplicas(1),
                                        Variant.of("counter=100", "1", laboratory, "counter=100")
                                                .withReplicas(1)));
        assertEquals(0, two.run(laboratory().withData(50, 100)));
        assertEquals(
                List.of("write=100, 1", "counter=100, 1"),
                rows().stream().map(List::getFirst).toList());
        assertTrue(Files.readString(directory.resolve("plot.svg")).contains("counter=100"));
    }
}
