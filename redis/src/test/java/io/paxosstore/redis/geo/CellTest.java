package io.paxosstore.redis.geo;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.paxosstore.protocol.model.SortedSetRange;

import org.junit.jupiter.api.Test;

import java.util.List;
import java.util.Random;

/** Cells and their numbers, with the examples that Redis's documents and geohash.org give. */
class CellTest {
    private static final Point PALERMO = new Point(13.361389, 38.115556);
    private static final Point CATANIA = new Point(15.087269, 37.502669);

    private static Cell smallest(Point point) {
        return Cell.of(point, Cell.STEP_MAX);
    }

    @Test
    void publishedExamples() {
        assertEquals(3479099956230698.0, smallest(PALERMO).score());
        assertEquals(3479447370796909.0, smallest(CATANIA).score());
        Point palermo = Cell.ofScore(3479099956230698.0).middle();
        Point catania = Cell.ofScore(3479447370796909.0).middle();
        assertEquals(new Point(13.361389338970184, 38.1155563954963), palermo);
        assertEquals(new Point(15.087267458438873, 37.50266842333162), catania);
        assertEquals("sqc8b49rny0", GeohashText.of(palermo));
        assertEquals("sqdtr74hyu0", GeohashText.of(catania));
        assertEquals(166274.1516, palermo.metersTo(catania), 0.00005);
        assertEquals(190442.4, new Point(15, 37).metersTo(palermo), 0.05);
        assertEquals(56441.3, new Point(15, 37).metersTo(catania), 0.05);
        assertEquals("ezs42", GeohashText.of(new Point(-5.6, 42.6)).substring(0, 5));
        assertEquals("u4pruydqqv0", GeohashText.of(new Point(10.40744, 57.64911)));
    }

    @Test
    void smallestCellsAreFoundByTheirScores() {
        Random random = new Random(3);
        for (int i = 0; i < 10_000; i++) {
            Point point =
                    new Point(
                            random.nextDouble(-Point.LONGITUDE_MAX, Point.LONGITUDE_MAX),
                            random.nextDouble(-Point.LATITUDE_MAX, Point.LATITUDE_MAX));
            Cell cell = smallest(point);
            assertEquals(cell, Cell.ofScore(cell.score()));
            assertEquals(cell, smallest(cell.middle()));
            Bounds bounds = cell.bounds();
            assertTrue(bounds.west() <= point.longitude() && point.longitude() <= bounds.east());
            assertTrue(bounds.south() <= point.latitude() && point.latitude() <= bounds.north());
        }
    }

    /** 60 cm at most, see the size of a cell at the equator. */
    @Test
    void middleIsNear() {
        assertTrue(PALERMO.metersTo(smallest(PALERMO).middle()) < 0.6);
        Point corner = new Point(-Point.LONGITUDE_MAX, -Point.LATITUDE_MAX);
        assertTrue(corner.metersTo(smallest(corner).middle()) < 0.6);
    }

    @Test
    void cellsWithinACellAreOneRange() {
        Random random = new Random(4);
        for (int step = 1; step <= Cell.STEP_MAX; step++) {
            Cell cell = Cell.of(PALERMO, step);
            SortedSetRange.ByScore scores = (SortedSetRange.ByScore) cell.scores();
            Bounds bounds = cell.bounds();
            for (int i = 0; i < 100; i++) {
                Point point =
                        new Point(
                                random.nextDouble(-Point.LONGITUDE_MAX, Point.LONGITUDE_MAX),
                                random.nextDouble(-Point.LATITUDE_MAX, Point.LATITUDE_MAX));
                boolean isIn =
                        bounds.west() <= point.longitude()
                                && point.longitude() < bounds.east()
                                && bounds.south() <= point.latitude()
                                && point.latitude() < bounds.north();
                double score = smallest(point).score();
                assertEquals(isIn, scores.min() <= score && score < scores.max());
            }
        }
    }

    /** The last column and row are those of the map's very end. */
    @Test
    void endsOfTheMap() {
        Point end = new Point(Point.LONGITUDE_MAX, Point.LATITUDE_MAX);
        Cell cell = smallest(end);
        assertEquals(new Cell(1L << 26, 1L << 26, 26), cell);
        assertEquals(13510798882111488.0, cell.score());
        assertEquals(end, cell.middle());
        assertEquals("bp05b5048p0", GeohashText.of(end));
        assertEquals(new Cell(1, 1, 26), cell.beside(1, 1));
    }

    @Test
    void beyondAnEndIsTheOtherEnd() {
        Cell corner = new Cell(0, 3, 2);
        assertEquals(new Cell(3, 0, 2), corner.beside(-1, 1));
        assertEquals(new Cell(1, 2, 2), corner.beside(1, -1));
        assertEquals(corner, corner.beside(0, 0));
    }

    /** Redis converts them so; clients may write any scores. */
    @Test
    void scoresThatAreNoCells() {
        Point southWest = Cell.ofScore(0).middle();
        Point southEast = new Point(Point.LONGITUDE_MAX, southWest.latitude());
        Point northEast = new Point(Point.LONGITUDE_MAX, Point.LATITUDE_MAX);
        for (double score : List.of(0.5, 0x1p64, 1e300, Double.POSITIVE_INFINITY)) {
            assertEquals(southWest, Cell.ofScore(score).middle());
        }
        for (double score : List.of(0x1p63, -0x1p63, -1e300, Double.NEGATIVE_INFINITY)) {
            assertEquals(southEast, Cell.ofScore(score).middle());
        }
        assertEquals(northEast, Cell.ofScore(-5).middle());
        assertEquals(northEast, Cell.ofScore(Math.nextDown(0x1p64)).middle());
    }
}
