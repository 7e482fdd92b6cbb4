package io.paxosstore.server.front.binary;

import io.paxosstore.core.Outcome;
import io.paxosstore.node.call.NodeCalls;
import io.paxosstore.node.call.Refusal;
import io.paxosstore.node.call.WatchedRange;
import io.paxosstore.node.call.Watcher;
import io.paxosstore.node.history.ChangeRange;
import io.paxosstore.protocol.key.EntityKey;
import io.paxosstore.protocol.model.HistoryPosition;
import io.paxosstore.protocol.model.SpaceKind;
import io.paxosstore.protocol.wire.FailureCode;
import io.paxosstore.protocol.wire.Request;
import io.paxosstore.protocol.wire.Response;
import io.paxosstore.server.front.shared.Failures;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The watches of one connection. Events are confirmed to their shard only while the connection
 * takes what is written to it; else they wait there. On the connection's loop only.
 */
final class WatchRequests {
    private final EntityRequests.Session session;
    private final NodeCalls calls;
    private final int watchesMax;

    /** Those that are open, and those that wait for the catalog, by their correlation ids. */
    private final Map<Long, Watch> watches = new HashMap<>();

    private final List<Watch> unconfirmed = new ArrayList<>();

    /**
     * @param watchesMax most watches of the connection
     */
    WatchRequests(EntityRequests.Session session, NodeCalls calls, int watchesMax) {
        this.session = session;
        this.calls = calls;
        this.watchesMax = watchesMax;
    }

    void watch(Request.Watch request) {
        EntityKey key = new EntityKey(request.space(), request.entity());
        add(new EntityWatch(request.correlation(), key, request.from()));
    }

    void watchRange(Request.WatchRange request) {
        ChangeRange range = new ChangeRange(request.space(), request.prefix(), request.isExact());
        add(new RangeWatch(request.correlation(), range, request.from()));
    }

    private void add(Watch watch) {
        long correlation = watch.correlation;
        if (watches.size() >= watchesMax) {
            session.reply(
                    new Response.Failure(
                            correlation,
                            FailureCode.TOO_MANY_WATCHES,
                            watchesMax,
                            "This connection has "
                                    + watchesMax
                                    + " watches already, as many as it may"
                                    + " (watch.per-connection)."));
        } else if (watches.putIfAbsent(correlation, watch) != null) {
            session.reply(
                    Failures.of(
                            correlation,
                            FailureCode.BAD_REQUEST,
                            "There is a watch of this correlation id already."));
        } else {
            watch.begin();
        }
    }

    void unwatch(Request.Unwatch unwatch) {
        Watch watch = watches.remove(unwatch.correlation());
        if (watch != null) {
            watch.leave();
        }
    }

    /** The connection is closed. */
    void close() {
        List<Watch> left = List.copyOf(watches.values());
        watches.clear();
        unconfirmed.clear();
        left.forEach(Watch::leave);
    }

    /** The connection takes more: what it was given is confirmed. */
    void confirm() {
        unconfirmed.forEach(Watch::confirm);
        unconfirmed.clear();
    }

    /**
     * One watch. A watcher of its own: while it waits for the catalog it may end, and its
     * correlation id be taken by another one.
     */
    private abstract class Watch implements Watcher {
        final long correlation;
        private final int space;
        private int takenBytes;

        private Watch(long correlation, int space) {
            this.correlation = correlation;
            this.space = space;
        }

        /** Asks the node for it. */
        abstract void begin();

        /** Nobody wants it any more. */
        abstract void leave();

        /** So many bytes were taken by the connection. */
        abstract void confirm(int bytes);

        @SuppressWarnings("ReferenceEquality") // the watch itself, and none that came after it
        final boolean isWanted() {
            return watches.get(correlation) == this;
        }

        /** Returns whether it was wanted until now. */
        private boolean forget() {
            return watches.remove(correlation, this);
        }

        private void confirm() {
            confirm(takenBytes);
            takenBytes = 0;
        }

        @Override
        public int homeShard() {
            return session.homeShard();
        }

        @Override
        public boolean begins(long correlation, int contentBytes) {
            if (session.begins(correlation, contentBytes)) {
                return true;
            }
            forget();
            return false;
        }

        @Override
        public void ended(long correlation) {
            session.ended(correlation);
        }

        @Override
        public void refused(long correlation, Refusal refusal) {
            if (forget()) {
                session.refused(correlation, refusal);
            }
        }

        @Override
        public void push(long correlation, Response response, int bytes) {
            if (!isWanted()) {
                return; // it ended meanwhile
            }
            if (response instanceof Response.Failure) {
                forget();
            } else if (!calls.serves(space, SpaceKind.of(space))) {
                forget();
                leave();
                session.refused(correlation, new Refusal.UnknownSpace(space));
                return;
            }
            session.reply(response);
            if (bytes > 0) {
                if (takenBytes == 0) {
                    unconfirmed.add(this);
                }
                takenBytes += bytes;
            }
        }

        @Override
        public void closed(long correlation, Outcome why) {
            if (forget()) {
                session.reply(Failures.of(correlation, why, session.situation()));
            }
        }
    }

    /** Of one entity. */
    private final class EntityWatch extends Watch {
        private final EntityKey key;
        private final long from;

        /** Whether its shard has it, or is about to get it. */
        private boolean isOpen;

        private EntityWatch(long correlation, EntityKey key, long from) {
            super(correlation, key.space());
            this.key = key;
            this.from = from;
        }

        @Override
        void begin() {
            calls.watch(this, correlation, key, from);
        }

        @Override
        void leave() {
            if (isOpen) {
                calls.unwatch(this, correlation, key);
            }
        }

        @Override
        void confirm(int bytes) {
            calls.confirm(this, correlation, key, bytes);
        }

        @Override
        public boolean opens(long correlation) {
            isOpen = isWanted();
            return isOpen;
        }
    }

    /** Of all keys or entities of a range. */
    private final class RangeWatch extends Watch {
        private final ChangeRange range;
        private final HistoryPosition from;
        private @Nullable WatchedRange watched;

        private RangeWatch(long correlation, ChangeRange range, HistoryPosition from) {
            super(correlation, range.space());
            this.range = range;
            this.from = from;
        }

        @Override
        void begin() {
            watched = calls.watchRange(this, correlation, range, from);
        }

        @Override
        void leave() {
            if (watched != null) {
                watched.end();
            }
        }

        @Override
        void confirm(int bytes) {
            if (watched != null) {
                watched.confirm(bytes);
            }
        }

        @Override
        public boolean opens(long correlation) {
            return isWanted();
        }
    }
}
