package io.paxosstore.bench.experiment;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class RatiosTest {
    private static final double NEARLY = 1e-12;

    private static Ratios of(double... all) {
        Ratios ratios = new Ratios();
        for (double each : all) {
            ratios.add(each);
        }
        return ratios;
    }

    @Test
    void meanMedianAndErrorAreThoseOfTheTextbook() {
        Ratios odd = of(1.2, 0.9, 1.1, 0.8, 1.0);
        assertEquals(1.0, odd.mean(), NEARLY);
        assertEquals(1.0, odd.spread().median(), NEARLY);
        assertEquals(Math.sqrt(0.1 / 4 / 5), odd.standardError(), NEARLY);
        assertEquals(1.5, of(1, 2).spread().median(), NEARLY);
        assertEquals(
                "mean 1.0000, standard error 0.1000, median 1.0000, from 0.9000 to 1.1000",
                of(1.1, 0.9).toString());
    }
}
