package io.paxosstore.server.front.redis;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.paxosstore.node.call.KeysAnswer;
import io.paxosstore.protocol.key.EntityKey;
import io.paxosstore.protocol.key.Slots;
import io.paxosstore.protocol.model.ObjectType;
import io.paxosstore.protocol.model.Page;
import io.paxosstore.protocol.model.Result;
import io.paxosstore.redis.resp.Reply;

import org.junit.jupiter.api.Test;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;

/** Walks through keys that a test makes up, question by question. */
class KeyWalkTest {
    private static final int SPACE = (1 << 24) + 1;
    private static final Reply.Error LOST = new Reply.Error("TRYAGAIN lost");

    private final FakeSource source = new FakeSource();
    private final Told told = new Told();

    /** Entities with so many keys each; answers when it is told to. */
    private static final class FakeSource implements KeySource {
        /** The numbers of keys, by the places of the entities' slots. */
        final TreeMap<Integer, List<Integer>> entities = new TreeMap<>();

        final Deque<Runnable> questions = new ArrayDeque<>();
        final List<Consumer<Reply.Error>> failures = new ArrayList<>();
        int namesAtOnce;
        boolean isGone;

        @Override
        public boolean isGone() {
            return isGone;
        }

        @Override
        public void list(
                int place,
                byte[] from,
                int most,
                Consumer<KeysAnswer.Listed> names,
                Consumer<Reply.Error> failure) {
            questions.add(() -> names.accept(listed(place, from, most)));
            failures.add(failure);
        }

        private KeysAnswer.Listed listed(int from, byte[] fromName, int most) {
            List<byte[]> names = new ArrayList<>();
            for (Map.Entry<Integer, List<Integer>> slot : entities.tailMap(from).entrySet()) {
                int place = slot.getKey();
                List<Integer> counts = slot.getValue();
                int first = place == from && fromName.length > 0 ? fromName[0] : 0;
                for (int i = first; i < counts.size(); i++) {
                    if (names.size() == most) {
                        byte[] rest = i == 0 ? new byte[0] : new byte[] {(byte) i};
                        return new KeysAnswer.Listed(place, rest, names);
                    }
                    names.add(bytes(place + "/" + counts.get(i) + "/" + i));
                }
            }
            return new KeysAnswer.Listed(Slots.COUNT, new byte[0], names);
        }

        @Override
        public void ask(EntityKey key, Consumer<Boolean> isThere, Consumer<Reply.Error> failure) {
            throw new AssertionError("no keys of a key-value space");
        }

        @Override
        public void ask(
                EntityKey entity,
                String from,
                Page page,
                Consumer<Result.Names> names,
                Consumer<Reply.Error> failure) {
            int begin = from.isEmpty() ? 0 : Integer.parseInt(from);
            String name = new String(entity.key(), UTF_8);
            int count =
                    Integer.parseInt(name.substring(name.indexOf('/') + 1, name.lastIndexOf('/')));
            int end = Math.min(count, begin + page.elements());
            List<Result.Name> found = new ArrayList<>();
            for (int i = begin; i < end; i++) {
                found.add(new Result.Name(Integer.toString(i), ObjectType.VALUE));
            }
            namesAtOnce += page.elements();
            questions.add(() -> {
                namesAtOnce -= page.elements();
                String next = end < count ? Integer.toString(end) : null;
                names.accept(new Result.Names(found, next));
            });
            failures.add(failure);
        }

        @Override
        public void start() {}

        boolean answersOne() {
            Runnable question = questions.poll();
            if (question != null) {
                question.run();
            }
            return question != null;
        }
    }

    /** Keeps what it is told. */
    private static final class Told implements KeyWalk.Visitor {
        final List<Integer> ends = new ArrayList<>();
        final List<Reply.Error> failures = new ArrayList<>();
        int keys;
        int largest;
        int enough = Integer.MAX_VALUE;
        boolean isPaused;

        @Override
        public boolean take(List<KeyWalk.FoundKey> some) {
            keys += some.size();
            largest = Math.max(largest, some.size());
            return keys < enough;
        }

        @Override
        public boolean endOfSlots(int nextPlace) {
            ends.add(nextPlace);
            return !isPaused;
        }

        @Override
        public void fail(Reply.Error error) {
            failures.add(error);
        }
    }

    private static byte[] bytes(String text) {
        return text.getBytes(UTF_8);
    }

    private KeyWalk walk(int entitiesWanted) {
        KeyWalk walk = new KeyWalk(source, SPACE, 0, entitiesWanted, told);
        walk.next();
        return walk;
    }

    private void answerAll() {
        boolean goesOn = true;
        while (goesOn) {
            goesOn = source.answersOne();
        }
    }

    @Test
    void tellsAllKeysPageByPage() {
        source.entities.put(3, List.of(1, 0, 20_000, 100, 101));
        source.entities.put(5, List.of(7));
        walk(1000);
        answerAll();
        assertEquals(20_209, told.keys);
        assertEquals(KeyWalk.NEXT_PAGE.elements(), told.largest);
        assertEquals(List.of(Slots.COUNT), told.ends);
        assertEquals(List.of(), told.failures);
    }

    /** However many entities have however many keys. */
    @Test
    void neverHasMoreThanSomePagesUnderWay() {
        source.entities.put(3, Collections.nCopies(25, 10_000));
        walk(1000);
        int most = 0;
        boolean goesOn = true;
        while (goesOn) {
            most = Math.max(most, source.namesAtOnce);
            goesOn = source.answersOne();
        }
        assertEquals(250_000, told.keys);
        int bound =
                25 * KeyWalk.FIRST_PAGE.elements()
                        + KeyWalk.LARGE_AT_ONCE * KeyWalk.NEXT_PAGE.elements();
        assertTrue(most <= bound, most + " keys under way");
    }

    /** A slot that has begun is walked to its end: with fewer and fewer questions. */
    @Test
    void asksForMoreAndMoreOfASlotWithManyEntities() {
        source.entities.put(3, Collections.nCopies(100, 1));
        source.entities.put(4, Collections.nCopies(3, 1));
        told.isPaused = true;
        walk(2);
        int questions = 0;
        while (source.answersOne()) {
            questions++;
        }
        assertEquals(1, told.ends.size());
        assertTrue(told.keys >= 100, told.keys + " keys");
        assertTrue(questions <= told.keys + 10, questions + " questions");
    }

    @Test
    void goesOnWhenItIsTold() {
        source.entities.put(3, List.of(1));
        source.entities.put(5, List.of(1, 1));
        told.isPaused = true;
        KeyWalk walk = walk(1);
        answerAll();
        int keys = told.keys;
        assertEquals(1, told.ends.size());
        walk.next();
        answerAll();
        assertEquals(3, told.keys);
        assertTrue(keys < 3, keys + " before it is told");
        assertEquals(List.of(Slots.COUNT), told.ends.subList(1, told.ends.size()));
    }

    @Test
    void tellsNothingWhenThereIsEnough() {
        source.entities.put(3, Collections.nCopies(50, 1000));
        told.enough = 250;
        walk(1000);
        answerAll();
        assertEquals(300, told.keys);
        assertEquals(List.of(), told.ends);
        assertEquals(List.of(), told.failures);
        assertEquals(0, source.namesAtOnce);
    }

    @Test
    void tellsNothingBehindAFailure() {
        source.entities.put(3, Collections.nCopies(50, 1000));
        walk(1000);
        source.answersOne();
        source.answersOne();
        int keys = told.keys;
        source.questions.remove();
        source.failures.get(2).accept(LOST);
        source.questions.remove();
        source.failures.get(3).accept(LOST);
        answerAll();
        assertEquals(keys, told.keys);
        assertEquals(List.of(LOST), told.failures);
        assertEquals(List.of(), told.ends);
    }

    @Test
    void endsWithItsClientAlsoWithinAnEntity() {
        source.entities.put(3, List.of(1_000_000));
        walk(1000);
        for (int i = 0; i < 4; i++) {
            source.answersOne();
        }
        source.isGone = true;
        answerAll();
        assertTrue(told.keys < 20_000, told.keys + " keys");
        assertEquals(1, told.failures.size());
    }
}
