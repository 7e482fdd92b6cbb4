package io.paxosstore.server.front.redis;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.paxosstore.protocol.key.EntityKey;
import io.paxosstore.protocol.model.SpaceKind;
import io.paxosstore.redis.Commands;
import io.paxosstore.redis.resp.Arguments;

import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What a command that waits asks an entity when that has changed, and when it is answered. */
class BlockedTest {
    private static final int KEYS = 300;
    private static final String NOTHING = "*-1\r\n";
    private static final String FOUND = "*2\r\n$2\r\nk7\r\n$1\r\ne\r\n";
    private static final String WRONG_TYPE = "-WRONGTYPE of another kind\r\n";
    private static final String NO_TYPE = "+none\r\n";
    private static final EntityKey ENTITY = new EntityKey(SpaceKind.ENTITY_FROM, new byte[] {1});

    private final HeldCalls calls = new HeldCalls();
    private final List<Boolean> ended = new ArrayList<>();
    private final ReplySlot reply =
            new ReplySlot(
                    2,
                    new ReplySlot.Owner() {
                        @Override
                        public void hold(long bytes) {}

                        @Override
                        public void given(boolean isPush) {}
                    });

    /** One that waits, and is attempted since its entity has changed. */
    private Blocked attempted(String... words) {
        Arguments command =
                new Arguments(Arrays.stream(words).map(word -> word.getBytes(ISO_8859_1)).toList());
        Blocked blocked =
                Blocked.begin(
                        new LoneConversation(calls),
                        command,
                        Commands.TABLE.of(command),
                        reply,
                        new LinkedHashMap<>(Map.of(ENTITY, command)));
        calls.answer(NOTHING);
        assertTrue(blocked.isWaiting());
        calls.count = 0;
        blocked.attempt(ENTITY, ended::add);
        assertEquals(1, calls.count);
        return blocked;
    }

    private Blocked attemptedOnMany() {
        List<String> words = new ArrayList<>(List.of("BLPOP"));
        for (int i = 0; i < KEYS; i++) {
            words.add("k" + i);
        }
        words.add("0");
        return attempted(words.toArray(String[]::new));
    }

    private String told() {
        byte[] bytes = reply.bytes();
        return bytes == null ? "" : new String(bytes, ISO_8859_1);
    }

    private boolean isAsking() {
        return calls.words().contains("TYPE");
    }

    /** The first key holds a string, and the others nothing. */
    private void answerQuestions() {
        boolean isFirst = true;
        while (isAsking()) {
            int count = calls.words().split("TYPE", -1).length - 1;
            String[] types = new String[count];
            Arrays.fill(types, NO_TYPE);
            if (isFirst) {
                types[0] = "+string\r\n";
            }
            isFirst = false;
            calls.answer(types);
        }
    }

    @Test
    void allKeysAreAskedForTogetherAndAttemptedTogether() {
        attemptedOnMany();
        calls.answer(WRONG_TYPE);
        answerQuestions();
        assertTrue(calls.count <= 5, calls.count + " calls for " + KEYS + " keys");
        assertTrue(calls.words().contains("k7"), calls.words());
        assertTrue(calls.words().contains("k299"), calls.words());
        assertFalse(calls.words().contains("k0"), calls.words());
        assertEquals("", told());
        calls.answer(FOUND);
        assertEquals(FOUND, told());
        assertEquals(List.of(true), ended);
    }

    @Test
    void whereAllKeysAreOfAnotherTypeNothingIsAttempted() {
        Blocked blocked = attempted("BZPOPMIN", "a", "b", "0");
        calls.answer(WRONG_TYPE);
        calls.answer("+list\r\n", "+string\r\n");
        assertEquals(2, calls.count);
        assertEquals(List.of(false), ended);
        assertTrue(blocked.isWaiting());
    }

    /** Nobody knows whether the other keys hold something, and nobody would look again. */
    @Test
    void aTypeThatIsNotToldIsAnError() {
        attempted("BZPOPMIN", "a", "b", "0");
        calls.answer(WRONG_TYPE);
        calls.answer("+list\r\n", "-TRYAGAIN later\r\n");
        assertEquals("-TRYAGAIN later\r\n", told());
        assertEquals(2, calls.count);
    }

    @Test
    void keysKeepWhatBelongsToThem() {
        attempted("BLMPOP", "0", "3", "a", "b", "c", "LEFT", "COUNT", "2");
        calls.answer(WRONG_TYPE);
        calls.answer("+list\r\n", "+string\r\n", NO_TYPE);
        String words = calls.words();
        assertTrue(words.contains("\u00012\u0001a\u0001c\u0004LEFT\u0005COUNT\u00012"), words);
    }

    /** What only asks takes nothing: it need not end first. */
    @Test
    void itsTimeIsOverWhileItAsks() {
        Blocked blocked = attemptedOnMany();
        calls.answer(WRONG_TYPE);
        assertTrue(isAsking());
        blocked.unblock(Blocked.Ending.TIMEOUT);
        assertEquals(NOTHING, told());
        answerQuestions();
        assertEquals("", calls.words(), "nothing is attempted any more");
        assertEquals(List.of(false), ended);
    }

    @Test
    void itsTimeIsOverDuringAnAttempt() {
        Blocked blocked = attemptedOnMany();
        blocked.unblock(Blocked.Ending.TIMEOUT);
        assertEquals("", told(), "the attempt may have taken something");
        calls.answer(WRONG_TYPE);
        assertEquals(NOTHING, told());
        assertEquals(1, calls.count);
        assertEquals(List.of(false), ended);
    }

    @Test
    void whatIsTakenWhenItsTimeIsOverIsTold() {
        Blocked blocked = attemptedOnMany();
        calls.answer(WRONG_TYPE);
        answerQuestions();
        blocked.unblock(Blocked.Ending.ERROR);
        assertEquals("", told());
        calls.answer(FOUND);
        assertEquals(FOUND, told());
    }

    /** Those that were wanted before its time was over are wanted no more. */
    @Test
    void noOtherAttemptIsMadeWhenItsTimeIsOver() {
        Blocked blocked = attempted("BLPOP", "a", "b", "0");
        blocked.attempt(ENTITY, ended::add);
        blocked.unblock(Blocked.Ending.ERROR);
        calls.answer(NOTHING);
        assertTrue(told().startsWith("-UNBLOCKED"), told());
        assertEquals(List.of(false, false), ended);
        assertEquals(1, calls.count);
    }
}
