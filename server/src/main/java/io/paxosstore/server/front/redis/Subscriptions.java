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
import java.util.function.Consumer;

/**
 * Who of this node's clients listens to what. A message reaches whoever listens at the moment, at
 * this node and at those that can be reached, at most once. Thread-safe.
 */
final class Subscriptions {
    private static final int KIND_CHANNEL = 0;
    private static final int KIND_SHARD = 1;

    /** A client that listens. */
    interface Listener {
        /** Takes a message; from any thread. */
        void push(List<Reply> message);
    }

    private final Consumer<Notice> others;
    private final Map<Subject, Set<Listener>> listeners = new ConcurrentHashMap<>();
    private final Map<Subject, Glob> patterns = new ConcurrentHashMap<>();

    /**
     * @param others tells the other nodes
     */
    Subscriptions(Consumer<Notice> others) {
        this.others = others;
    }

    void add(Subject subject, Listener listener) {
        listeners.compute(
                subject,
                (_, present) -> {
                    Set<Listener> all = present == null ? new CopyOnWriteArraySet<>() : present;
                    all.add(listener);
                    if (subject.kind() == Subject.Kind.PATTERN) {
                        patterns.putIfAbsent(subject, new Glob(subject.name()));
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
     * @return how many clients of this node took it
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
        for (Listener listener : of(new Subject(kind, channel))) {
            listener.push(List.of(word, name, content));
            receivers++;
        }
        if (isShard) {
            return receivers;
        }
        for (Map.Entry<Subject, Glob> pattern : patterns.entrySet()) {
            if (pattern.getValue().matches(channel)) {
                List<Reply> matched =
                        List.of(
                                Reply.bulk(Subject.Kind.PATTERN.message()),
                                new Reply.Bulk(pattern.getKey().name()),
                                name,
                                content);
                for (Listener listener : of(pattern.getKey())) {
                    listener.push(matched);
                    receivers++;
                }
            }
        }
        return receivers;
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
