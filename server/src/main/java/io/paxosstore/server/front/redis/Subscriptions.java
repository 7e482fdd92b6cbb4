package io.paxosstore.server.front.redis;

import io.paxosstore.node.peer.Notice;
import io.paxosstore.redis.data.Glob;
import io.paxosstore.redis.resp.Reply;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArraySet;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * Who of this node's clients listens to what. A message reaches whoever listens at the moment, at
 * this node and at those that can be reached, at most once. Thread-safe.
 */
final class Subscriptions {
    private static final int KIND_CHANNEL = 0;
    private static final int KIND_SHARD = 1;

    /** A client that listens. */
    interface Listener {
        /**
         * Takes a message, unless it has left meanwhile; from any thread.
         *
         * @param subject that it listens to
         */
        void push(Subject subject, List<Reply> message);
    }

    private final Consumer<Notice> others;
    private final Map<Subject, Set<Listener>> listeners = new ConcurrentHashMap<>();
    private final Set<Subject> patterns = ConcurrentHashMap.newKeySet();
    private final PatternMessages patternMessages;

    /**
     * @param others tells the other nodes
     * @param later does something in a later turn of one loop
     * @param nanoTime the monotonic clock
     */
    Subscriptions(Consumer<Notice> others, Executor later, LongSupplier nanoTime) {
        this.others = others;
        this.patternMessages = new PatternMessages(patterns, this::of, later, nanoTime);
    }

    void add(Subject subject, Listener listener) {
        listeners.compute(
                subject,
                (_, present) -> {
                    Set<Listener> all = present == null ? new CopyOnWriteArraySet<>() : present;
                    all.add(listener);
                    if (subject.kind() == Subject.Kind.PATTERN) {
                        patterns.add(subject);
                    }
                    return all;
                });
    }

    void remove(Subject subject, Listener listener) {
        listeners.computeIfPresent(
                subject,
                (_, present) -> {
                    present.remove(listener);
                    if (present.isEmpty()) {
                        patterns.remove(subject);
                    }
                    return present.isEmpty() ? null : present;
                });
    }

    /**
     * Sends a message to everybody who listens.
     *
     * @return how many clients of this node took it by now, see {@link PatternMessages}
     */
    int publish(boolean isShard, byte[] channel, byte[] message) {
        others.accept(new Notice(isShard ? KIND_SHARD : KIND_CHANNEL, channel, message));
        return deliver(isShard, channel, message);
    }

    /** Another node's client has published something. */
    void heard(Notice notice) {
        deliver(notice.kind() == KIND_SHARD, notice.subject(), notice.content());
    }

    private int deliver(boolean isShard, byte[] channel, byte[] message) {
        Subject.Kind kind = isShard ? Subject.Kind.SHARD : Subject.Kind.CHANNEL;
        Reply word = Reply.bulk(kind.message());
        Reply name = new Reply.Bulk(channel);
        Reply content = new Reply.Bulk(message);
        int receivers = 0;
        Subject subject = new Subject(kind, channel);
        for (Listener listener : of(subject)) {
            listener.push(subject, List.of(word, name, content));
            receivers++;
        }
        return isShard ? receivers : receivers + patternMessages.send(channel, message);
    }

    /** Whether messages come faster than it is seen which patterns they match. */
    boolean isOverloaded() {
        return patternMessages.isFull();
    }

    private Collection<Listener> of(Subject subject) {
        return listeners.getOrDefault(subject, Set.of());
    }

    /** How many clients of this node listen to it. */
    int count(Subject subject) {
        return of(subject).size();
    }

    /** The channels of a kind that clients of this node listen to. */
    List<byte[]> channels(Subject.Kind kind, Glob match) {
        List<byte[]> channels = new ArrayList<>();
        for (Subject subject : listeners.keySet()) {
            if (subject.kind() == kind && match.matches(subject.name())) {
                channels.add(subject.name());
            }
        }
        return channels;
    }

    /** How many patterns clients of this node listen to. */
    int patterns() {
        return patterns.size();
    }
}
