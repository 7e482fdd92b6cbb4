package io.paxosstore.redis.geo;

import java.util.ArrayList;
import java.util.List;

/** What a search is about: a part of the earth. */
record Region(Point center, Extent extent) {
    /** From the middle of Mercator's map to its end, in meters at the equator. */
    private static final double MAP_REACH = 20037726.37;

    /** Farther from the equator, in degrees, cells are so narrow that one step less is taken. */
    private static final double NARROW = 66;

    /** Farther from the equator another step less is taken. */
    private static final double NARROWER = 80;

    /** Where cells are beside one, in the order of visits, the cell itself first. */
    private enum Way {
        HERE(0, 0),
        NORTH(0, 1),
        SOUTH(0, -1),
        EAST(1, 0),
        WEST(-1, 0),
        NORTH_EAST(1, 1),
        NORTH_WEST(-1, 1),
        SOUTH_EAST(1, -1),
        SOUTH_WEST(-1, -1);

        private final int east;
        private final int north;

        Way(int east, int north) {
            this.east = east;
            this.north = north;
        }

        Cell from(Cell cell) {
            return cell.beside(east, north);
        }
    }

    /** Whether a point belongs to it, so far from the center. */
    boolean includes(Point point, double meters) {
        return extent.includes(center, point, meters);
    }

    /**
     * The cells that may have points of it, at most nine and none twice, in the order in which
     * Redis visits them: found places come in that order unless they are sorted.
     */
    List<Cell> cells() {
        Bounds bounds = bounds();
        Cell middle = Cell.of(center, step());
        if (middle.step() > 1 && !reachesBounds(middle, bounds)) {
            middle = Cell.of(center, middle.step() - 1);
        }
        List<Cell> cells = new ArrayList<>();
        for (Way way : Way.values()) {
            Cell cell = way.from(middle);
            // Of a map of four cells the one to the east is also the one to the west.
            boolean isNew = cells.isEmpty() || !cells.getLast().equals(cell);
            if (isNew && (middle.step() == 1 || mayReach(way, middle.bounds(), bounds))) {
                cells.add(cell);
            }
        }
        return cells;
    }

    /** How small the cells may be so that one and those beside it cover the region, mostly. */
    private int step() {
        double reach = extent.reach();
        if (reach == 0) {
            return Cell.STEP_MAX;
        }
        int step = -1;
        for (double part = reach; part < MAP_REACH && step < Cell.STEP_MAX + 2; part *= 2) {
            step++;
        }
        double latitude = Math.abs(center.latitude());
        step -= latitude > NARROWER ? 2 : latitude > NARROW ? 1 : 0;
        return Math.clamp(step, 1, Cell.STEP_MAX);
    }

    /**
     * The parallels and meridians around it: those where it is as far from the equator as it goes.
     * Near a pole, or where it goes around the earth, they are what comes out, in another order or
     * no numbers at all, as in Redis.
     */
    private Bounds bounds() {
        double north = extent.halfHeight() / Point.EARTH_RADIUS / Point.DEGREE;
        double outer = center.latitude() + (center.latitude() < 0 ? -north : north);
        double parallel = StrictMath.cos(outer * Point.DEGREE);
        double east = extent.halfWidth() / Point.EARTH_RADIUS / parallel / Point.DEGREE;
        return new Bounds(
                center.longitude() - east,
                center.latitude() - north,
                center.longitude() + east,
                center.latitude() + north);
    }

    /** Whether the cells beside one go as far. */
    private static boolean reachesBounds(Cell middle, Bounds bounds) {
        return !(Way.NORTH.from(middle).bounds().north() < bounds.north()
                || Way.SOUTH.from(middle).bounds().south() > bounds.south()
                || Way.EAST.from(middle).bounds().east() < bounds.east()
                || Way.WEST.from(middle).bounds().west() > bounds.west());
    }

    /** Whether the region goes beyond the middle's end on that side. */
    private static boolean mayReach(Way way, Bounds middle, Bounds bounds) {
        return !((way.north < 0 && middle.south() < bounds.south())
                || (way.north > 0 && middle.north() > bounds.north())
                || (way.east < 0 && middle.west() < bounds.west())
                || (way.east > 0 && middle.east() > bounds.east()));
    }
}
