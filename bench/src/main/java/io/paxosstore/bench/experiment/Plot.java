package io.paxosstore.bench.experiment;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Lines over places on a common axis, drawn as SVG. Not thread-safe. */
final class Plot {
    private static final int WIDTH = 720;
    private static final int HEIGHT = 360;
    private static final int LEFT = 70;
    private static final int RIGHT = 20;
    private static final int TOP = 40;
    private static final int BOTTOM = 60;
    private static final int GRID_LINES = 5;
    private static final int LEGEND_STEP = 160;

    /** With more places not all are named, and the points are not marked. */
    private static final int NAMED_MAX = 20;

    private static final List<String> COLOURS =
            List.of("#1f77b4", "#d62728", "#2ca02c", "#9467bd", "#ff7f0e", "#8c564b");

    private final String across;
    private final String up;
    private final List<String> places = new ArrayList<>();
    private final Map<String, Map<String, Double>> lines = new LinkedHashMap<>();

    /**
     * @param across what the places are
     * @param up what the values are, with their unit
     */
    Plot(String across, String up) {
        this.across = across;
        this.up = up;
    }

    /** Adds a point; places appear in the order in which they come first. */
    void add(String line, String place, double value) {
        if (!places.contains(place)) {
            places.add(place);
        }
        lines.computeIfAbsent(line, name -> new LinkedHashMap<>()).put(place, value);
    }

    void write(Path file) throws IOException {
        Files.writeString(file, svg());
    }

    String svg() {
        double top = roundUp(greatest());
        StringBuilder svg = new StringBuilder();
        svg.append(
                """
                <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" font-family="sans-serif" font-size="12">
                <rect width="100%%" height="100%%" fill="white"/>
                """
                        .formatted(WIDTH, HEIGHT));
        for (int i = 0; i <= GRID_LINES; i++) {
            double value = top * i / GRID_LINES;
            double y = y(value, top);
            append(
                    svg,
                    "<line x1=\"%d\" y1=\"%.1f\" x2=\"%d\" y2=\"%.1f\" stroke=\"#ddd\"/>",
                    LEFT,
                    y,
                    WIDTH - RIGHT,
                    y);
            text(svg, LEFT - 8, y + 4, "end", Report.figure(value));
        }
        int step = (places.size() + NAMED_MAX - 1) / NAMED_MAX;
        for (int i = 0; i < places.size(); i += step) {
            text(svg, x(i), HEIGHT - BOTTOM + 18, "middle", places.get(i));
        }
        text(svg, WIDTH / 2.0, HEIGHT - 12, "middle", across);
        text(svg, LEFT, TOP - 22, "start", up);
        int number = 0;
        for (Map.Entry<String, Map<String, Double>> line : lines.entrySet()) {
            draw(svg, line.getKey(), line.getValue(), number++, top);
        }
        return svg.append("</svg>\n").toString();
    }

    private void draw(
            StringBuilder svg, String name, Map<String, Double> points, int number, double top) {
        String colour = COLOURS.get(number % COLOURS.size());
        StringBuilder path = new StringBuilder();
        for (Map.Entry<String, Double> point : points.entrySet()) {
            double x = x(places.indexOf(point.getKey()));
            double y = y(point.getValue(), top);
            path.append(String.format(Locale.ROOT, "%.1f,%.1f ", x, y));
            if (places.size() <= NAMED_MAX) {
                append(svg, "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"3\" fill=\"%s\"/>", x, y, colour);
            }
        }
        append(
                svg,
                "<polyline points=\"%s\" fill=\"none\" stroke=\"%s\" stroke-width=\"2\"/>",
                path.toString().trim(),
                colour);
        int x = LEFT + number * LEGEND_STEP;
        append(
                svg,
                "<rect x=\"%d\" y=\"%d\" width=\"10\" height=\"10\" fill=\"%s\"/>",
                x,
                TOP - 16,
                colour);
        text(svg, x + 15, TOP - 7, "start", name);
    }

    private static void append(StringBuilder svg, String format, Object... arguments) {
        svg.append(String.format(Locale.ROOT, format + "%n", arguments));
    }

    private static void text(StringBuilder svg, double x, double y, String anchor, String text) {
        append(
                svg,
                "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\">%s</text>",
                x,
                y,
                anchor,
                text.replace("&", "&amp;").replace("<", "&lt;"));
    }

    private double x(int place) {
        double step = (WIDTH - LEFT - RIGHT) / (double) Math.max(1, places.size());
        return LEFT + step * (place + 0.5);
    }

    private static double y(double value, double top) {
        return HEIGHT - BOTTOM - (HEIGHT - BOTTOM - TOP) * value / top;
    }

    private double greatest() {
        return lines.values().stream()
                .flatMap(points -> points.values().stream())
                .mapToDouble(Double::doubleValue)
                .max()
                .orElse(1);
    }

    /** The next of 1, 2, 5, 10, 20 ... that is not less. */
    private static double roundUp(double value) {
        double power = Math.pow(10, Math.floor(Math.log10(Math.max(value, Double.MIN_NORMAL))));
        for (double step : new double[] {1, 2, 5, 10}) {
            if (value <= step * power) {
                return step * power;
            }
        }
        return 10 * power;
    }
}
