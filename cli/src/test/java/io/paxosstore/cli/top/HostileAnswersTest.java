package io.paxosstore.cli.top;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** Answers that no node gives, and names that somebody has chosen with care. */
final class HostileAnswersTest {
    private static final List<String> NAMES =
            List.of(
                    "node",
                    "millis",
                    "status",
                    "problems",
                    "samples",
                    "q",
                    "r",
                    "g",
                    "write",
                    "read.map",
                    "standing",
                    "lag",
                    "peers",
                    "id",
                    "check",
                    "says",
                    "since",
                    "hot",
                    "slow",
                    "key",
                    "text",
                    "hex",
                    "space",
                    "rate",
                    "micros",
                    "nodes",
                    "slots",
                    "plan",
                    "done",
                    "left",
                    "redundancy",
                    "host",
                    "adminPort",
                    "version");
    private static final List<String> TEXTS =
            List.of(
                    "",
                    "whole",
                    "\033[2J\033]0;title\007",
                    "a\r\nb\tc\u0000",
                    "\u202egnp.exe\u2066",
                    "\u2028\u2029\u200b\ufeff",
                    "\ud800 lone",
                    "\u4e2d\u6587\ud83d\ude00",
                    "a\u0301".repeat(500),
                    "long".repeat(5000));
    private static final List<Object> NUMBERS =
            List.of(0, -1, 1, Long.MAX_VALUE, Long.MIN_VALUE, 1e308, -1e308, 0.5, true);

    private final Random random = new Random(4711);

    private Object anything(int depth) {
        int kind = random.nextInt(depth > 0 ? 4 : 2);
        if (kind == 0) {
            return TEXTS.get(random.nextInt(TEXTS.size()));
        } else if (kind == 1) {
            return NUMBERS.get(random.nextInt(NUMBERS.size()));
        } else if (kind == 2) {
            List<Object> array = new ArrayList<>();
            for (int i = random.nextInt(4); i >= 0; i--) {
                array.add(anything(depth - 1));
            }
            return array;
        }
        Map<String, Object> object = new LinkedHashMap<>();
        for (int i = random.nextInt(12); i >= 0; i--) {
            object.put(NAMES.get(random.nextInt(NAMES.size())), anything(depth - 1));
        }
        return object;
    }

    private JsonNode json() {
        return JsonMapper.shared().valueToTree(anything(5));
    }

    @Test
    void whateverComesIsShownWithoutHarm() {
        for (int run = 0; run < 3000; run++) {
            Voice voice =
                    new Voice(
                            Clusters.place(1),
                            random.nextBoolean()
                                    ? new Answer.Told(Portrait.of(json()))
                                    : new Answer.Known(NodeStatus.of(json()), "is odd", true),
                            Standouts.of(json()));
            Heard heard = Clusters.heard(Shape.of(json()), voice);
            int seen = run;
            int width = 1 + random.nextInt(120);
            int height = 1 + random.nextInt(60);
            List<String> lines = Clusters.lines(heard, width, height);
            assertTrue(lines.size() <= height, () -> "run " + seen);
            for (String line : lines) {
                line.codePoints()
                        .forEach(c ->
                                assertFalse(
                                        Character.isISOControl(c)
                                                || Character.getType(c) == Character.FORMAT
                                                || Character.getType(c) == Character.SURROGATE,
                                        () -> "run " + seen + ": " + line));
            }
        }
    }

    @Test
    void textsAreEscapedAndCut() {
        assertEquals("\\u001b[2J", Plain.text("\033[2J"));
        assertEquals("\\u202eabc", Plain.text("\u202eabc"));
        assertEquals("\u4e2d\ud83d\ude00", Plain.text("\u4e2d\ud83d\ude00"));
        assertEquals("a".repeat(Plain.LENGTH_MAX) + "...", Plain.text("a".repeat(5000)));
    }

    @Test
    void whatIsNoAnswerIsSaidToBeNone() {
        assertEquals("answers something that is no JSON", why(200, "<html>"));
        assertEquals("answers something that is no JSON", why(200, "{\"node\": 1"));
        assertEquals("answers something that is no JSON", why(200, "[".repeat(100_000)));
        assertEquals("answers no object", why(200, "[]"));
        assertEquals("answers no object", why(200, ""));
        assertEquals("answers with status 503", why(503, "{}"));
        AdminPages.Page none = AdminPages.page(404, "no such page");
        assertNull(none.json());
        assertFalse(none.isFault(), "an earlier release");
    }

    private static String why(int status, String body) {
        AdminPages.Page page = AdminPages.page(status, body);
        assertNull(page.json());
        assertTrue(page.isFault());
        return page.why();
    }
}
