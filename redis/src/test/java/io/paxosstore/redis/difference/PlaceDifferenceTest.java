package io.paxosstore.redis.difference;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.Arrays;

/**
 * Places: the same replies as Redis gives, in the same order. Distances may differ in their last
 * digits, since the sines of C's library are not rounded as ours are.
 */
class PlaceDifferenceTest {
    /**
     * Six: of more places Redis, where it takes a part by COUNT, leaves those of equal distances in
     * an order that its way of sorting makes.
     */
    private static final String MEMBER = "m1|m2|m3|m4|m5|zz";

    private static final String SCORE =
            "0|1|1.5|-5|inf|-inf|1e300|18446744073709551615|18446744073709551616"
                    + "|9223372036854775808|4503599627370496|3479099956230698|-9223372036854775809";

    /** What may be said of a search besides where it is. */
    private static final String OPTIONS =
            " WITHDIST? WITHHASH|WITHCOORD? ASC|DESC|asc? COUNT_1|2|3|100? ANY?";

    private static final String[] COMMANDS = {
        "SET f @v NX?",
        "GETDEL f",
        "ZREM @k @m*",
        "ZADD @k @s @m",
        "ZRANGE @k 0 -1",
        "GEOADD @k @x_@y_@m*",
        "GEOADD @k @x_@y_@m*",
        "GEOADD @k @x_@y_@m*",
        "GEOADD @k 0|180|-180 0|85.05112878|-85.05112878 @m 0|180|-180 0|1 @m",
        "GEOADD @k NX|XX? CH? NX|XX|CH? @x_@y_@m*",
        "GEOADD @k NX|XX|CH NX|CH CH",
        "GEOADD @k @x_@y_@m* 1 2?",
        "GEODIST @k @m @m m|km|ft|mi|KM|x|? 1?",
        "GEOHASH @k @m*",
        "GEOHASH|GEOPOS @k",
        "GEOPOS @k @m*",
        "GEOSEARCH @k FROMLONLAT @x @y BYRADIUS @r @u@o",
        "GEOSEARCH @k FROMLONLAT @x @y BYBOX @r @r @u@o",
        "GEOSEARCH @k FROMMEMBER @m BYRADIUS @r @u@o",
        "geosearch @k BYBOX @r @r @u FROMMEMBER @m@o",
        "GEOSEARCH @k FROMLONLAT 0|180|-180 0|85.05112878 BYRADIUS 1|1000|1e7 m|km@o",
        "GEOSEARCH @k FROMLONLAT @x @y|BYRADIUS BYRADIUS|BYBOX|FROMMEMBER @r @u|1 @u|ASC?",
        "GeoSearch @k ASC|ANY|COUNT|STORE|STOREDIST|FROMMEMBER @m|1|b BYRADIUS|BYBOX 10 km|1 m?",
        "GEOSEARCH @k FROMMEMBER @m FROMMEMBER|FROMLONLAT @m BYRADIUS @r @u",
        "GEOSEARCH @k FROMLONLAT 1 2 FROMLONLAT|FROMMEMBER @x @y BYBOX|BYRADIUS @r @u|3 m?",
        "GEOSEARCH @k FROMMEMBER @m BYRADIUS 1 m BYRADIUS|BYBOX @r @r|km m?",
        "GEOSEARCH @k FROMMEMBER @m BYRADIUS @r @u COUNT @i ANY|FOO?",
        "GEOSEARCH @k FROMMEMBER @m BYRADIUS|BYBOX|COUNT|FROMLONLAT @r",
        "GEOSEARCHSTORE @k @k BYBOX @r @r @u FROMMEMBER @m STOREDIST? COUNT_2_ANY? FOO?",
        "GEOSEARCHSTORE @k @k BYRADIUS 1000 km FROMLONLAT 13 38@o STORE|STOREDIST?",
        "GEOSEARCHSTORE @k none FROMMEMBER|ANY a|ASC BYRADIUS 1000 km",
        "GEORADIUS|GEORADIUS_RO @k @x @y @r @u@o",
        "GEORADIUS|GEORADIUS_RO @k @x @y @r @u STORE|STOREDIST @k@o",
        "GEORADIUS @k @x @y @r @u STORE|STOREDIST @k COUNT_2? STORE_@k? STOREDIST?",
        "GEORADIUS|GEORADIUS_RO @k 13 38 1000 km FROMLONLAT|BYRADIUS|FOO|COUNT|STORE 1 1 m?",
        "GEORADIUSBYMEMBER|GEORADIUSBYMEMBER_RO @k @m @r @u@o",
        "GEORADIUSBYMEMBER|GEORADIUSBYMEMBER_RO @k @m @r @u STORE|STOREDIST @k@o",
        "GEORADIUSBYMEMBER @k @m 1000 km STORE @k COUNT_1? DESC?"
    };

    /** The last digits of distances that are shown, which have four behind the point. */
    private static final String LAST_DIGITS = "(?<=\\.\\d{2})(\\d{2})(?=\\r\\n)";

    /** The last digits of scores, and how many there are. */
    private static final String LAST_DIGITS_OF_SCORES =
            "((?<=\\.\\d{4})\\d+(?=\\r\\n)|(?<=\\$)\\d+(?=\\r\\n\\d+\\.\\d))";

    private static Comparison of(String... patterns) {
        return Comparison.of(
                        Arrays.stream(patterns)
                                .map(pattern ->
                                        pattern.replace("@o", OPTIONS)
                                                .replace("@m", MEMBER)
                                                .replace("@s", SCORE)
                                                .replace("@u", "m|km|km|ft|mi|MI|x"))
                                .toArray(String[]::new))
                .hidden(LAST_DIGITS);
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3})
    void fewPlaces(int version) throws Exception {
        of(COMMANDS).version(version).commands(40_000).run();
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3})
    void storedPlaces(int version) throws Exception {
        of(
                        "GEOADD @k @x_@y_@m*",
                        "GEOADD @k @x_@y_@m*",
                        "SET f @v",
                        "ZRANGE @k 0 -1 WITHSCORES",
                        "GEOSEARCHSTORE @k @k FROMLONLAT @x @y BYRADIUS @r @u STOREDIST? COUNT_2?",
                        "GEOSEARCHSTORE @k @k FROMMEMBER @m BYBOX @r @r @u STOREDIST? COUNT_2_ANY?",
                        "GEORADIUS @k @x @y @r @u STORE|STOREDIST @k ASC|DESC?",
                        "GEORADIUSBYMEMBER @k @m @r @u STORE|STOREDIST @k COUNT_1?")
                .hidden(LAST_DIGITS_OF_SCORES)
                .version(version)
                .commands(10_000)
                .run();
    }

    /** All of different distances, so that it is clear which are the nearest. */
    @Test
    void manyPlaces() throws Exception {
        of(
                        many("@x", "@y"),
                        many("@x", "@y"),
                        "DEL @k",
                        "GEOSEARCH @k FROMLONLAT @x @y BYRADIUS @r @u@o",
                        "GEOSEARCH @k FROMLONLAT @x @y BYBOX @r @r @u@o",
                        "GEOSEARCH @k FROMMEMBER n1|n2|n3 BYRADIUS @r @u ASC|DESC? COUNT_7|50?",
                        "GEOSEARCH @k FROMMEMBER n4|n5|n6 BYBOX @r @r @u COUNT 5|20|100 ANY",
                        "GEOSEARCHSTORE @k @k FROMMEMBER n1|n7 BYRADIUS @r @u",
                        "GEORADIUS @k @x @y @r @u STOREDIST @k",
                        "GEORADIUSBYMEMBER @k n8|n9 @r @u WITHDIST WITHCOORD")
                .commands(4_000)
                .run();
    }

    /** Many at one point: they come in the order of their cells, and of their names. */
    @Test
    void placesOfEqualDistances() throws Exception {
        of(
                        many("12|12.5|13|14", "37|37.5|38"),
                        many("0|180|-180|179.99999", "85.05112878|-85.05112878|0"),
                        "DEL @k",
                        "GEOSEARCH @k FROMLONLAT @x @y BYRADIUS @r @u ASC|DESC? WITHDIST?",
                        "GEOSEARCH @k FROMMEMBER n1|n2|n3 BYBOX @r @r @u ASC|DESC?",
                        "GEOSEARCH @k FROMMEMBER n1|n2|n3 BYBOX @r @r @u COUNT 5|20|100 ANY",
                        "GEORADIUSBYMEMBER @k n8|n9 @r @u WITHHASH")
                .commands(2_000)
                .run();
    }

    private static String many(String longitude, String latitude) {
        StringBuilder many = new StringBuilder("GEOADD @k");
        for (int i = 0; i < 300; i++) {
            many.append(' ').append(longitude).append(' ').append(latitude).append(" n").append(i);
        }
        return many.toString();
    }
}
