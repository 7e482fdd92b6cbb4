package io.paxosstore.node.peer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.paxosstore.protocol.bytes.ByteReader;
import io.paxosstore.protocol.bytes.ByteWriter;
import io.paxosstore.protocol.bytes.MalformedBytesException;

import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.List;

/** Rule A3 on a connection: a batch is taken under all that its sender knew, or not at all. */
class HeardIncarnationsTest {
    private final Incarnations known = new Incarnations(1, 300);
    private final List<String> news = new ArrayList<>();
    private final HeardIncarnations heard =
            new HeardIncarnations(known, (node, life) -> news.add(node + "=" + life));

    private void told(int number, int... pairs) {
        ByteWriter out = new ByteWriter(16).putInt(number).putVarint(pairs.length / 2);
        for (int field : pairs) {
            out.putVarint(field);
        }
        heard.told(ByteReader.of(out.toBytes()));
    }

    @Test
    void nothingIsTakenBeforeTheFirstVector() {
        assertFalse(heard.isKnown(1));
        told(1, 2, 7);
        known.raise(2, 7);
        assertTrue(heard.isKnown(1));
    }

    @Test
    void nothingIsTakenWhileThereIsNews() {
        told(1, 2, 7, 3, 5);
        assertEquals(List.of("2=7", "3=5"), news);
        known.raise(2, 7);
        assertFalse(heard.isKnown(1), "of node 3 this shard does not know yet");
        assertEquals(List.of("2=7", "3=5", "3=5"), news, "told again until it is durable");
        known.raise(3, 6);
        assertTrue(heard.isKnown(1), "it may know more than the sender");
    }

    @Test
    void aBatchThatOvertakesItsVectorIsNotTaken() {
        told(1, 2, 7);
        known.raise(2, 7);
        assertFalse(heard.isKnown(2));
        assertTrue(heard.isKnown(1));
        told(2, 2, 8);
        assertFalse(heard.isKnown(1), "what came late waits for the newest vector as well");
        known.raise(2, 8);
        assertTrue(heard.isKnown(1));
        assertTrue(heard.isKnown(2));
    }

    @Test
    void anOlderVectorThanTheNewestIsNothing() {
        told(2, 2, 8);
        told(1, 2, 7);
        known.raise(2, 7);
        assertFalse(heard.isKnown(2));
        assertEquals(List.of("2=8", "2=8", "2=8"), news);
    }

    @Test
    void ofItselfANodeHearsNothing() {
        told(1, 1, 301);
        assertTrue(heard.isKnown(1));
        assertEquals(List.of(), news);
    }

    /** It may come to vote before this node hears that it is a member. */
    @Test
    void ofANodeThatItDoesNotKnowYetItHears() {
        told(1, 9, 5);
        assertFalse(heard.isKnown(1));
        known.raise(9, 5);
        assertTrue(heard.isKnown(1));
        assertEquals(List.of("9=5", "9=5"), news);
    }

    @Test
    void aBatchRestsOnSomeVector() {
        assertThrows(MalformedBytesException.class, () -> heard.isKnown(0));
    }
}
