package io.paxosstore.console.live;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import java.util.Map;

/** What is shown of a second is what has happened in it. */
class RecorderTest {
    private static final double[] BOUNDS = {100, 200, 400, Double.POSITIVE_INFINITY};

    private final Recorder recorder = new Recorder(BOUNDS);

    private static Reading reading(long millis, double counter, double gauge, long... buckets) {
        return new Reading(
                millis,
                Map.of("counter", counter),
                Map.of("gauge", gauge),
                Map.of("write.map", buckets));
    }

    private JsonNode after(long millis) {
        return JsonMapper.builder().build().readTree(recorder.after(millis));
    }

    @Test
    void ratesAndQuantilesAreThoseOfTheTimeBetween() {
        recorder.add(reading(1_000, 500, 1, 1_000, 0, 0, 0));
        recorder.add(reading(3_000, 700, 7, 1_050, 40, 9, 1));
        JsonNode sample = after(0).get(0);
        assertEquals(3_000, sample.get("t").asLong());
        assertEquals(100, sample.get("r").get("counter").asDouble());
        assertEquals(7, sample.get("g").get("gauge").asDouble());
        for (String kind : new String[] {"write.map", "write"}) {
            JsonNode figures = sample.get("q").get(kind);
            assertEquals(50, figures.get(0).asDouble(), "for each second");
            assertEquals(100, figures.get(1).asDouble(), "the 50th of 100");
            assertEquals(400, figures.get(2).asDouble(), "the 99th");
            assertEquals(400, figures.get(3).asDouble(), "of which only the lower bound is known");
        }
    }

    @Test
    void whatDidNotHappenIsLeftOutAndACounterThatBeginsAnewGivesNothingNegative() {
        recorder.add(reading(1_000, 500, 1, 10, 0, 0, 0));
        recorder.add(reading(2_000, 3, 1, 10, 0, 0, 0));
        JsonNode sample = after(0).get(0);
        assertEquals(0, sample.get("r").get("counter").asDouble());
        assertTrue(sample.get("q").isEmpty());
    }

    @Test
    void noMoreIsKeptThanIsSaidAndOnlyLaterOnesAreTold() {
        for (int second = 0; second <= Recorder.KEPT + 50; second++) {
            recorder.add(reading(second * 1000L, second, second, second, 0, 0, 0));
        }
        assertEquals(Recorder.KEPT, after(0).size());
        assertEquals(3, after((Recorder.KEPT + 47) * 1000L).size());
        recorder.add(reading(5, 1, 1, 1, 0, 0, 0)); // a clock that was set back
        assertEquals(0, after(0).size());
        recorder.add(reading(1_005, 1, 1, 1, 0, 0, 0));
        assertEquals(1, after(0).size());
    }

    @Test
    void quantilesLieWithinTheirBuckets() {
        LatencyShape shape = new LatencyShape(BOUNDS);
        assertEquals(50, shape.quantile(new long[] {10, 0, 0, 0}, 0.5));
        assertEquals(150, shape.quantile(new long[] {0, 10, 0, 0}, 0.5));
        assertEquals(400, shape.quantile(new long[] {0, 0, 0, 3}, 0.5));
        assertThrows(
                IllegalArgumentException.class, () -> shape.quantile(new long[] {0, 0, 0, 0}, 1));
    }
}
