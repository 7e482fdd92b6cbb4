package io.paxosstore.server.config;

import org.jspecify.annotations.Nullable;

import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.dataformat.yaml.YAMLMapper;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Reads YAML as it is written: maps, lists, and words. What a reader of YAML takes for a number
 * stays as it stands there, since a password may be {@code 0123}, and a version {@code 1.10}.
 */
final class YamlText {
    private static final YAMLMapper YAML =
            YAMLMapper.builder().enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION).build();

    private static final Pattern LINE = Pattern.compile(" line (\\d{1,9}), column ");

    private YamlText() {}

    /**
     * What a text says.
     *
     * @param name what problems call the text
     * @return a map, a list, a word, or null for nothing
     * @throws BadValueException with one sentence when it is no YAML, or more than one document
     */
    static @Nullable Object read(String text, String name) throws BadValueException {
        try (JsonParser parser = YAML.createParser(text)) {
            if (parser.nextToken() == null) {
                return null;
            }
            Object root = value(parser);
            if (parser.nextToken() != null) {
                throw new BadValueException(
                        "%s holds more than one document; leave one, without '---' (line %d)."
                                .formatted(name, parser.currentTokenLocation().getLineNr()));
            }
            return root;
        } catch (JacksonException e) {
            throw new BadValueException(
                    "%s is not valid YAML: %s (line %d)."
                            .formatted(name, problem(e.getOriginalMessage()), line(e)));
        }
    }

    /** What is wrong and what was read then; without the pieces of the text between and after. */
    private static String problem(String message) {
        return message.lines()
                .filter(line -> !line.isBlank() && !line.startsWith(" "))
                .limit(2)
                .map(line -> line.strip().replaceFirst("[.,]$", ""))
                .collect(Collectors.joining(", "));
    }

    /** Where it is; the reader itself is often a line behind. */
    private static int line(JacksonException e) {
        int line = e.getLocation().getLineNr();
        Matcher told = LINE.matcher(e.getOriginalMessage());
        while (told.find()) {
            line = Integer.parseInt(told.group(1));
        }
        return line;
    }

    private static @Nullable Object value(JsonParser parser) {
        return switch (parser.currentToken()) {
            case START_OBJECT -> map(parser);
            case START_ARRAY -> list(parser);
            case VALUE_NULL -> null;
            default -> parser.getString();
        };
    }

    private static Map<String, @Nullable Object> map(JsonParser parser) {
        Map<String, @Nullable Object> map = new LinkedHashMap<>();
        while (parser.nextToken() != JsonToken.END_OBJECT) {
            String key = parser.currentName();
            parser.nextToken();
            map.put(key, value(parser));
        }
        return map;
    }

    private static List<@Nullable Object> list(JsonParser parser) {
        List<@Nullable Object> list = new ArrayList<>();
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            list.add(value(parser));
        }
        return list;
    }
}
