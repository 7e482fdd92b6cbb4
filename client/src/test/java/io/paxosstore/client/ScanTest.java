package io.paxosstore.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.paxosstore.protocol.model.Page;

import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;

/** A scan asks for a page when it is wanted, and for no page twice unless it failed. */
final class ScanTest {
    private static final class Trouble extends RuntimeException {
        private static final long serialVersionUID = 1;
    }

    /** Numbers from 0 on, in the pages that are asked for. */
    private static final class Numbers {
        private final List<String> asked = new ArrayList<>();
        private final int end;
        private int failures;

        private Numbers(int end) {
            this.end = end;
        }

        private Scan<Integer> scan() {
            return new Scan<>(page -> part(0, page));
        }

        private Scan.Part<Integer> part(int from, Page page) {
            asked.add(from + "+" + page.elements());
            if (failures > 0) {
                failures--;
                throw new Trouble();
            }
            List<Integer> elements = new ArrayList<>();
            for (int i = from; i < Math.min(end, from + page.elements()); i++) {
                elements.add(i);
            }
            int next = from + page.elements();
            return new Scan.Part<>(
                    elements, next >= end ? null : following -> part(next, following));
        }
    }

    @Test
    void aPageIsAskedForWhenItsFirstElementIsWanted() {
        Numbers numbers = new Numbers(5);
        Iterator<Integer> iterator = numbers.scan().inPagesOf(Page.of(2)).iterator();
        assertEquals(List.of(), numbers.asked);
        assertEquals(0, iterator.next());
        assertEquals(1, iterator.next());
        assertEquals(List.of("0+2"), numbers.asked);
        assertEquals(2, iterator.next());
        assertEquals(3, iterator.next());
        assertEquals(4, iterator.next());
        assertFalse(iterator.hasNext());
        assertThrows(NoSuchElementException.class, iterator::next);
        assertEquals(List.of("0+2", "2+2", "4+2"), numbers.asked, "the end is not asked for again");
    }

    @Test
    void aPageThatFailedIsAskedForAgain() {
        Numbers numbers = new Numbers(4);
        Iterator<Integer> iterator = numbers.scan().inPagesOf(Page.of(2)).iterator();
        numbers.failures = 1;
        assertThrows(Trouble.class, iterator::hasNext);
        assertEquals(0, iterator.next());
        assertEquals(1, iterator.next());
        numbers.failures = 2;
        assertThrows(Trouble.class, iterator::next);
        assertThrows(Trouble.class, iterator::hasNext);
        assertEquals(2, iterator.next());
        assertEquals(3, iterator.next());
        assertFalse(iterator.hasNext());
        assertEquals(List.of("0+2", "0+2", "2+2", "2+2", "2+2"), numbers.asked);
    }

    @Test
    void anEmptyPageIsNotTheEnd() {
        Scan<String> scan =
                new Scan<>(first ->
                        new Scan.Part<>(
                                List.of(),
                                second ->
                                        new Scan.Part<>(
                                                List.of(),
                                                third -> new Scan.Part<>(List.of("x"), null))));
        assertEquals(List.of("x"), scan.stream().toList());
    }

    @Test
    void eachIteratorAndStreamBeginsAgain() {
        Numbers numbers = new Numbers(3);
        Scan<Integer> scan = numbers.scan();
        for (int round = 0; round < 2; round++) {
            List<Integer> seen = new ArrayList<>();
            for (int number : scan) {
                seen.add(number);
            }
            assertEquals(List.of(0, 1, 2), seen);
            assertEquals(seen, scan.stream().toList());
        }
        assertEquals("0+" + Scan.PAGE_DEFAULT.elements(), numbers.asked.get(0));
        assertEquals(4, numbers.asked.size());
    }

    @Test
    void aStreamReadsNoFurtherThanItMust() {
        Numbers numbers = new Numbers(1_000_000);
        Scan<Integer> scan = numbers.scan().inPagesOf(Page.of(10));
        assertEquals(0, scan.stream().findFirst().orElseThrow());
        assertEquals(15, scan.stream().limit(15).toList().size());
        assertEquals(List.of("0+10", "0+10", "10+10"), numbers.asked);
        numbers.asked.clear();
        assertEquals(3, scan.stream().parallel().limit(3).toList().size());
        assertEquals(List.of("0+10"), numbers.asked, "not read ahead for other threads");
    }
}
