package io.paxosstore.redis.geo;

/** How far a search goes from its center, in meters; they may be infinite. */
sealed interface Extent {
    /** To the east and to the west. */
    double halfWidth();

    /** To the north and to the south. */
    double halfHeight();

    /** To the points that are farthest away. */
    double reach();

    /**
     * Whether a point belongs to it.
     *
     * @param meters from the center to the point
     */
    boolean includes(Point center, Point point, double meters);

    /** A circle. */
    record Radius(double meters) implements Extent {
        @Override
        public double halfWidth() {
            return meters;
        }

        @Override
        public double halfHeight() {
            return meters;
        }

        @Override
        public double reach() {
            return meters;
        }

        @Override
        public boolean includes(Point center, Point point, double distance) {
            return distance <= meters;
        }
    }

    /** A box: a point's way to the center's meridian, and to its parallel, are not too far. */
    record Box(double width, double height) implements Extent {
        @Override
        public double halfWidth() {
            return width / 2;
        }

        @Override
        public double halfHeight() {
            return height / 2;
        }

        @Override
        public double reach() {
            return Math.sqrt(halfWidth() * halfWidth() + halfHeight() * halfHeight());
        }

        @Override
        public boolean includes(Point center, Point point, double distance) {
            Point sameLongitude = new Point(point.longitude(), center.latitude());
            Point sameLatitude = new Point(center.longitude(), point.latitude());
            return point.metersTo(sameLongitude) <= halfHeight()
                    && point.metersTo(sameLatitude) <= halfWidth();
        }
    }
}
