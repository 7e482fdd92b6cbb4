package io.paxosstore.bench.experiment;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;

class ReportTest {
    private final StringWriter text = new StringWriter();

    @Test
    void rowsAreMarkdown() {
        Report report = new Report(new PrintWriter(text), List.of("a", "b"));
        report.row(List.of("1", "2"));
        assertEquals(
                List.of("| a | b |", "| --- | --- |", "| 1 | 2 |"),
                text.toString().lines().toList());
        assertThrows(IllegalArgumentException.class, () -> report.row(List.of("1")));
    }

    @Test
    void figuresHaveThreeDigits() {
        assertEquals("0.12", Report.figure(0.1234));
        assertEquals("12.3", Report.figure(12.34));
        assertEquals("123", Report.figure(123.4));
        assertEquals("12,340", Report.figure(12_340));
    }

    @Test
    void aPlotHasItsLinesPlacesAndAScaleAboveAllPoints() {
        Plot plot = new Plot("share of writes", "ms");
        plot.add("on", "0 %", 1);
        plot.add("on", "100 %", 3);
        plot.add("off", "0 %", 2);
        plot.add("off", "100 %", 4.5);
        String svg = plot.svg();
        assertTrue(svg.startsWith("<svg "), svg);
        assertEquals(2, svg.split("<polyline", -1).length - 1);
        assertEquals(4, svg.split("<circle", -1).length - 1);
        for (String shown : List.of("share of writes", "ms", "on", "off", "100 %", ">5.00<")) {
            assertTrue(svg.contains(shown), shown + " in " + svg);
        }
    }
}
