package io.paxosstore.cli.top;

import tools.jackson.databind.JsonNode;

import java.util.List;
import java.util.function.Function;

/**
 * Fields of JSON that anybody may have written: what is not there, or of another kind, is 0, false
 * or empty; texts are {@link Plain}.
 */
final class Fields {
    /** Of longer arrays and objects the rest is left out. */
    static final int COUNT_MAX = 1000;

    private Fields() {}

    static long whole(JsonNode from, String name) {
        return from.path(name).asLong(0);
    }

    static int id(JsonNode from, String name) {
        return from.path(name).asInt(0);
    }

    static double number(JsonNode is) {
        double number = is.isNumber() ? is.asDouble(0) : 0;
        return Double.isFinite(number) ? number : 0;
    }

    static boolean isTrue(JsonNode from, String name) {
        return from.path(name).asBoolean(false);
    }

    static String text(JsonNode from, String name) {
        JsonNode is = from.path(name);
        return is.isString() ? Plain.text(is.stringValue()) : "";
    }

    static <T> List<T> list(JsonNode array, Function<JsonNode, T> each) {
        return array.isArray()
                ? array.valueStream().limit(COUNT_MAX).map(each).toList()
                : List.of();
    }
}
