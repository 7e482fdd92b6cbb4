package io.paxosstore.console.answer;

import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import java.util.Optional;

/** Writes JSON, and reads as much of it as is needed to pass it on. */
public final class Json {
    private static final JsonMapper MAPPER = JsonMapper.builder().build();

    private Json() {}

    /** Maps, lists, records, texts and numbers as JSON. */
    public static String text(Object value) {
        return MAPPER.writeValueAsString(value);
    }

    /** The object that a text is; empty if it is none. */
    public static Optional<JsonNode> object(String text) {
        try {
            return Optional.of(MAPPER.readTree(text)).filter(JsonNode::isObject);
        } catch (JacksonException e) {
            return Optional.empty();
        }
    }
}
