package io.paxosstore.server.front.redis;

import io.paxosstore.node.peer.Notice;
import io.paxosstore.redis.data.EventClass;
import io.paxosstore.redis.data.EventFlags;
import io.paxosstore.redis.data.Message;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import java.util.function.LongSupplier;

/**
 * Publishes what commands have done to keys, as far as anybody wants it. Any node may execute the
 * command that changes a key, so each node tells the others what its clients have asked it for, and
 * publishes what any of those asks for that it has heard of lately. Thread-safe.
 */
final class KeyEvents {
    /** The kind of a notice that says what a node publishes: its number; the letters. */
    static final int KIND = 2;

    /** After so long without a word another node wants nothing: it repeats it much more often. */
    static final long SILENT_NANOS = 10_000_000_000L;

    private static final byte[] KEYS = ascii("__keyspace@");
    private static final byte[] EVENTS = ascii("__keyevent@");
    private static final byte[] BEHIND = ascii("__:");

    /**
     * What is published.
     *
     * @param onKeys the classes on the channels of keys
     * @param onEvents those on the channels of events
     */
    private record Wanted(int onKeys, int onEvents) {
        Wanted and(EventFlags flags) {
            return new Wanted(
                    onKeys | (flags.onKeys() ? flags.classes() : EventClass.NONE),
                    onEvents | (flags.onEvents() ? flags.classes() : EventClass.NONE));
        }
    }

    /** What another node wants, and when it said so last. */
    private record Other(EventFlags flags, long heardNanos) {}

    private static final Wanted NOTHING = new Wanted(EventClass.NONE, EventClass.NONE);

    private final byte[] self;
    private final Subscriptions subscriptions;
    private final Consumer<Notice> tell;
    private final IntFunction<Iterable<Integer>> databases;
    private final LongSupplier nanoClock;
    private final Map<Long, Other> others = new ConcurrentHashMap<>();
    private volatile EventFlags own;
    private volatile Wanted wanted;

    /**
     * @param self a number that no other node has
     * @param own what the configuration says
     * @param tell tells the other nodes
     * @param databases the numbers of the databases that a space is
     */
    KeyEvents(
            long self,
            EventFlags own,
            Subscriptions subscriptions,
            Consumer<Notice> tell,
            IntFunction<Iterable<Integer>> databases,
            LongSupplier nanoClock) {
        this.self = ByteBuffer.allocate(Long.BYTES).putLong(self).array();
        this.subscriptions = subscriptions;
        this.tell = tell;
        this.databases = databases;
        this.nanoClock = nanoClock;
        this.own = own;
        this.wanted = NOTHING.and(own);
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    /** What clients of this node have asked for, or its configuration. */
    EventFlags own() {
        return own;
    }

    /** A client wants something else. */
    void own(EventFlags flags) {
        own = flags;
        count();
        tellOwn();
    }

    /** Tells the other nodes what is wanted here; to be called every now and then. */
    void repeat() {
        if (!own.equals(EventFlags.NONE)) {
            tellOwn();
        }
        long now = nanoClock.getAsLong();
        if (others.values().removeIf(other -> now - other.heardNanos() > SILENT_NANOS)) {
            count();
        }
    }

    private void tellOwn() {
        tell.accept(new Notice(KIND, self, ascii(lettersOf(own))));
    }

    /** All of them: what clients are told leaves new keys out behind {@code A}. */
    private static String lettersOf(EventFlags flags) {
        boolean isNew = EventClass.NEW.isIn(flags.classes());
        return flags.letters() + (isNew ? EventClass.NEW.letter() : "");
    }

    /** Another node has told what it wants. */
    void heard(Notice notice) {
        EventFlags flags = EventFlags.of(new String(notice.content(), StandardCharsets.US_ASCII));
        if (flags == null || notice.subject().length != Long.BYTES) {
            return; // of a later release
        }
        long node = ByteBuffer.wrap(notice.subject()).getLong();
        if (flags.equals(EventFlags.NONE)) {
            others.remove(node);
        } else {
            others.put(node, new Other(flags, nanoClock.getAsLong()));
        }
        count();
    }

    private synchronized void count() {
        Wanted all = NOTHING.and(own);
        for (Other other : others.values()) {
            all = all.and(other.flags());
        }
        wanted = all;
    }

    /** The classes of events that somebody wants. */
    int classes() {
        Wanted now = wanted;
        return now.onKeys() | now.onEvents();
    }

    /** Takes what commands on a space's keys send. */
    Consumer<Message> of(int space) {
        return message -> send(space, message);
    }

    private void send(int space, Message message) {
        switch (message) {
            case Message.Published published ->
                    subscriptions.publish(
                            published.isShard(), published.channel(), published.content());
            case Message.KeyEvent event -> publish(space, event);
        }
    }

    private void publish(int space, Message.KeyEvent event) {
        Wanted now = wanted;
        byte[] name = ascii(event.event());
        boolean onKeys = event.kind().isIn(now.onKeys());
        boolean onEvents = event.kind().isIn(now.onEvents());
        if (!onKeys && !onEvents) {
            return;
        }
        for (int database : databases.apply(space)) {
            if (onKeys) {
                subscriptions.publish(false, channel(KEYS, database, event.key()), name);
            }
            if (onEvents) {
                subscriptions.publish(false, channel(EVENTS, database, name), event.key());
            }
        }
    }

    private static byte[] channel(byte[] begin, int database, byte[] of) {
        ByteArrayOutputStream channel = new ByteArrayOutputStream();
        channel.writeBytes(begin);
        channel.writeBytes(ascii(Integer.toString(database)));
        channel.writeBytes(BEHIND);
        channel.writeBytes(of);
        return channel.toByteArray();
    }
}
