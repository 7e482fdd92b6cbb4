package io.paxosstore.sim;

import static io.paxosstore.sim.Conversation.put;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.paxosstore.core.RandomSource;
import io.paxosstore.protocol.model.ReadMode;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * Where no message is lost, every replica learns what is chosen, or knows that it is behind and
 * says so (Rules D3, C3): whatever had been promised and accepted before, and whoever finds out
 * first. Messages and syncs come in every order.
 */
class LearntEverywhereTest {
    private static final String KEY = "u103";
    private static final String LAST = "last";
    private static final int QUIET_STEPS = 40;

    @ParameterizedTest
    @CsvSource({"3, 2000", "5, 600"})
    void nobodyStaysBehindWithoutKnowingIt(int nodes, int seeds) {
        for (int seed = 1; seed <= seeds; seed++) {
            RandomSource random = new RandomSource(seed);
            Conversation talk = Conversation.of(nodes);
            for (int before = random.nextInt(4); before > 0; before--) {
                talk.write(1 + random.nextInt(nodes), "w" + before, KEY, put("w" + before));
                steps(talk, nodes, random, random.nextInt(20));
                talk.dropAll();
                for (int node = 1; node <= nodes; node++) {
                    if (random.nextInt(3) > 0) {
                        talk.restart(node); // and forgets who wanted to write
                    }
                }
            }
            talk.takeLines();
            talk.write(1 + random.nextInt(nodes), LAST, KEY, put(LAST));
            steps(talk, nodes, random, QUIET_STEPS * nodes);
            quiet(talk);
            check(talk, nodes, seed);
        }
    }

    private static void steps(Conversation talk, int nodes, RandomSource random, int count) {
        for (int step = 0; step < count; step++) {
            int from = 1 + random.nextInt(nodes);
            int to = 1 + random.nextInt(nodes);
            switch (random.nextInt(8)) {
                case 0, 1 -> talk.persist(from);
                case 2 -> talk.pass(random.nextInt(3));
                default -> {
                    if (from != to && talk.inFlight(from, to) > 0) {
                        talk.deliverOne(from, to);
                    }
                }
            }
        }
    }

    private static void quiet(Conversation talk) {
        for (int i = 0; i < QUIET_STEPS; i++) {
            talk.run();
            talk.pass(20);
        }
    }

    /** A writer of before that did not restart may be the last one. */
    private static void check(Conversation talk, int nodes, int seed) {
        List<String> lines = talk.takeLines();
        Set<String> held = new TreeSet<>();
        for (int node = 1; node <= nodes; node++) {
            String behind = Describe.node(node) + " is behind";
            if (lines.stream().noneMatch(line -> line.contains(behind))) {
                String asked = "at" + node;
                talk.read(node, asked, KEY, ReadMode.LOCAL);
                talk.run();
                held.add(String.valueOf(talk.value(asked)));
            }
        }
        assertEquals(
                1, held.size(), () -> held + ", seed " + seed + ":\n" + String.join("\n", lines));
    }
}
