package io.paxosstore.bench.hostile;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.paxosstore.core.RandomSource;

import org.junit.jupiter.api.Test;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;

/** What goes to the port for clients of Redis is partly sound, and empties nobody's database. */
final class FuzzCommandsTest {
    private static final int DRAWS = 5_000;
    private static final String SOUND =
            "(?s)\\*[1-9]\\r\\n\\$[1-9][0-9]*\\r\\n" + "(get|eval|setrange)\\r\\n.*";

    private final FuzzCommands commands =
            new FuzzCommands(List.of("get", "flushall", "FLUSHDB", "eval", "client", "setrange"));
    private final RandomSource random = new RandomSource(1);

    private String draw() {
        return new String(commands.draw(random), StandardCharsets.ISO_8859_1);
    }

    @Test
    void manyAreSoundAndManyAreNot() {
        int sound = 0;
        for (int i = 0; i < DRAWS; i++) {
            if (draw().matches(SOUND)) {
                sound++;
            }
        }
        assertTrue(sound > DRAWS / 2, sound + " of " + DRAWS);
        assertTrue(sound < DRAWS * 9 / 10, sound + " of " + DRAWS);
    }

    @Test
    void nobodysDatabaseIsEmptied() {
        for (int i = 0; i < DRAWS; i++) {
            String drawn = draw().toLowerCase(Locale.ROOT);
            assertFalse(drawn.contains("flush"), drawn);
            assertFalse(drawn.contains("kill"), drawn);
        }
    }
}
