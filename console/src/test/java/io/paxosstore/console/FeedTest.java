package io.paxosstore.console;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/** One gathering for all who look, none while nobody does. */
class FeedTest {
    private final Deque<CompletableFuture<String>> gathered = new ArrayDeque<>();
    private final Feed feed =
            new Feed(
                    2,
                    () -> {
                        gathered.add(new CompletableFuture<>());
                        return gathered.getLast();
                    });

    @Test
    void allAreToldTheSameAndNobodyCostsNothing() {
        feed.tick();
        assertEquals(0, gathered.size());
        List<String> one = new ArrayList<>();
        List<String> other = new ArrayList<>();
        Consumer<byte[]> follower = text -> one.add(words(text));
        assertTrue(feed.follow(follower));
        assertTrue(feed.follow(text -> other.add(words(text))));
        assertFalse(feed.follow(text -> {}), "too many");
        feed.tick();
        feed.tick(); // the first is not over
        assertEquals(1, gathered.size());
        gathered.getLast().complete("news");
        assertEquals(List.of("news"), one);
        assertEquals(one, other);
        feed.leave(follower);
        feed.tick();
        gathered.getLast().complete("more");
        assertEquals(List.of("news"), one);
        assertEquals(List.of("news", "more"), other);
    }

    @Test
    void norIsAFailureToBegin() {
        List<String> told = new ArrayList<>();
        AtomicBoolean fails = new AtomicBoolean(true);
        Feed failing =
                new Feed(
                        1,
                        () -> {
                            if (fails.get()) {
                                throw new IllegalStateException();
                            }
                            return CompletableFuture.completedFuture("news");
                        });
        failing.follow(text -> told.add(words(text)));
        failing.tick();
        fails.set(false);
        failing.tick();
        assertEquals(List.of("news"), told);
    }

    @Test
    void aFailureIsNotTheEnd() {
        List<String> told = new ArrayList<>();
        feed.follow(text -> told.add(words(text)));
        feed.tick();
        gathered.getLast().completeExceptionally(new IllegalStateException());
        feed.tick();
        gathered.getLast().complete("news");
        assertEquals(List.of("news"), told);
    }

    private static String words(byte[] utf8) {
        return new String(utf8, StandardCharsets.UTF_8);
    }
}
