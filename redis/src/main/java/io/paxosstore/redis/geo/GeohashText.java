package io.paxosstore.redis.geo;

/** The hash of a point as geohash.org writes it, whose map goes to the poles. */
final class GeohashText {
    private static final String LETTERS = "0123456789bcdefghjkmnpqrstuvwxyz";
    private static final double LATITUDE_MAX = 90;
    private static final int LETTER_BITS = 5;

    /** Of the letters that 52 bits suffice for. */
    private static final int COUNT = 10;

    private GeohashText() {}

    /** Eleven letters, of which the last says nothing: there are no bits left for it. */
    static String of(Point point) {
        long bits =
                Cell.bits(
                        Cell.place(point.longitude(), Point.LONGITUDE_MAX, Cell.STEP_MAX),
                        Cell.place(point.latitude(), LATITUDE_MAX, Cell.STEP_MAX));
        StringBuilder text = new StringBuilder();
        for (int i = 1; i <= COUNT; i++) {
            long letter = bits >>> (2 * Cell.STEP_MAX - i * LETTER_BITS);
            text.append(LETTERS.charAt((int) letter & (LETTERS.length() - 1)));
        }
        return text.append(LETTERS.charAt(0)).toString();
    }
}
