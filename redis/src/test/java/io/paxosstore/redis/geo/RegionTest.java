package io.paxosstore.redis.geo;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

import java.util.HashSet;
import java.util.List;
import java.util.Random;

/** Which cells a search walks through. */
class RegionTest {
    private static final Point SICILY = new Point(15, 37);

    private static List<Cell> cells(Point center, double meters) {
        return new Region(center, new Extent.Radius(meters)).cells();
    }

    @Test
    void smallRegionsHaveSmallCells() {
        assertEquals(List.of(Cell.of(SICILY, 26)), cells(SICILY, 0).subList(0, 1));
        assertEquals(26, cells(SICILY, Double.MIN_VALUE).getFirst().step());
        assertEquals(26, cells(SICILY, 0.1).getFirst().step());
        assertTrue(cells(SICILY, 1000).getFirst().step() > cells(SICILY, 9000).getFirst().step());
    }

    /** All four cells that the map has then. */
    @Test
    void hugeRegionsAreTheWholeMap() {
        for (double meters : List.of(2e7, 1e9, 1e300, Double.POSITIVE_INFINITY)) {
            assertEquals(4, cells(SICILY, meters).size());
            Extent box = new Extent.Box(meters, meters);
            assertEquals(4, new Region(SICILY, box).cells().size());
        }
    }

    @Test
    void noCellTwiceAndNeverMoreThanNine() {
        Random random = new Random(5);
        for (int i = 0; i < 100_000; i++) {
            Point center =
                    random.nextInt(10) == 0
                            ? new Point(180, random.nextBoolean() ? 85.05112878 : -85.05112878)
                            : new Point(random.nextDouble(-180, 180), random.nextDouble(-85, 85));
            List<Cell> cells = cells(center, Math.pow(10, random.nextDouble(-3, 9)));
            assertTrue(!cells.isEmpty() && cells.size() <= 9);
            assertEquals(cells.size(), new HashSet<>(cells).size());
        }
    }

    /** What is near enough is in one of the cells; away from the poles, where Redis misses some. */
    @Test
    void cellsHaveAllPointsOfACircle() {
        Random random = new Random(6);
        for (int i = 0; i < 100_000; i++) {
            Point center = new Point(random.nextDouble(-170, 170), random.nextDouble(-60, 60));
            double meters = Math.pow(10, random.nextDouble(0, 5));
            Point point =
                    new Point(
                            center.longitude() + random.nextDouble(-1, 1) * meters / 50_000,
                            center.latitude() + random.nextDouble(-1, 1) * meters / 100_000);
            if (center.metersTo(point) <= meters) {
                boolean isCovered =
                        cells(center, meters).stream()
                                .anyMatch(cell -> Cell.of(point, cell.step()).equals(cell));
                assertTrue(isCovered, () -> center + " " + meters + " " + point);
            }
        }
    }

    @Test
    void boxesAreMeasuredAlongParallelsAndMeridians() {
        Extent box = new Extent.Box(400_000, 400_000);
        Point palermo = new Point(13.361389, 38.115556);
        assertTrue(box.includes(SICILY, palermo, SICILY.metersTo(palermo)));
        assertTrue(!new Extent.Box(100_000, 400_000).includes(SICILY, palermo, 0));
        assertTrue(!new Extent.Box(400_000, 100_000).includes(SICILY, palermo, 0));
        assertEquals(Math.sqrt(2) * 200_000, box.reach(), 0.001);
    }

    @Test
    void oppositePointsAreHalfAroundTheEarth() {
        Random random = new Random(7);
        double half = Math.PI * Point.EARTH_RADIUS;
        for (int i = 0; i < 10_000; i++) {
            double latitude = random.nextDouble(-85, 85);
            double longitude = random.nextDouble(-180, 0);
            Point point = new Point(longitude, latitude);
            assertEquals(half, point.metersTo(new Point(longitude + 180, -latitude)), 0.2);
        }
    }
}
