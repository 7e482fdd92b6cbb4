package io.paxosstore.console;

import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Tells everybody who looks the same: it is gathered once for all, and not at all while nobody
 * looks. They are told it in UTF-8, which they do not change. Thread-safe.
 */
final class Feed {
    private static final long GATHER_SECONDS_MAX = 3;

    private final int followersMax;
    private final Supplier<CompletableFuture<String>> gather;
    private final Set<Consumer<byte[]>> followers = ConcurrentHashMap.newKeySet();
    private final AtomicBoolean isGathering = new AtomicBoolean();

    /**
     * @param followersMax most of them at once
     */
    Feed(int followersMax, Supplier<CompletableFuture<String>> gather) {
        this.followersMax = followersMax;
        this.gather = gather;
    }

    /** Follows until {@link #leave}; false if there are too many. */
    synchronized boolean follow(Consumer<byte[]> follower) {
        return followers.size() < followersMax && followers.add(follower);
    }

    void leave(Consumer<byte[]> follower) {
        followers.remove(follower);
    }

    /** Whether anybody follows. */
    boolean isFollowed() {
        return !followers.isEmpty();
    }

    /** Gathers and tells, unless the last time is not over; to be called every second. */
    void tick() {
        if (!followers.isEmpty() && isGathering.compareAndSet(false, true)) {
            CompletableFuture<String> gathered;
            try {
                gathered = gather.get();
            } catch (RuntimeException e) {
                gathered = CompletableFuture.failedFuture(e);
            }
            var _ =
                    gathered.orTimeout(GATHER_SECONDS_MAX, TimeUnit.SECONDS)
                            .whenComplete((text, failure) -> {
                                isGathering.set(false);
                                if (failure == null) {
                                    byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
                                    followers.forEach(follower -> follower.accept(utf8));
                                }
                            });
        }
    }
}
