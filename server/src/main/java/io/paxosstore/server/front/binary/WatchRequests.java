package io.paxosstore.server.front.binary;

import io.paxosstore.core.Outcome;
import io.paxosstore.node.call.NodeCalls;
import io.paxosstore.node.call.Refusal;
import io.paxosstore.node.call.Watcher;
import io.paxosstore.protocol.key.EntityKey;
import io.paxosstore.protocol.model.SpaceKind;
import io.paxosstore.protocol.wire.FailureCode;
import io.paxosstore.protocol.wire.Request;
import io.paxosstore.protocol.wire.Response;
import io.paxosstore.server.front.shared.Failures;

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
        long correlation = request.correlation();
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
            return;
        }
        Watch watch = new Watch(correlation, new EntityKey(request.space(), request.entity()));
        if (watches.putIfAbsent(correlation, watch) != null) {
            session.reply(
                    Failures.of(
                            correlation,
                            FailureCode.BAD_REQUEST,
                            "There is a watch of this correlation id already."));
            return;
        }
        calls.watch(watch, correlation, watch.key, request.from());
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
    private final class Watch implements Watcher {
        private final long correlation;
        private final EntityKey key;

        /** Whether its shard has it, or is about to get it. */
        private boolean isOpen;

        private int takenBytes;

        private Watch(long correlation, EntityKey key) {
            this.correlation = correlation;
            this.key = key;
        }

        private boolean isWanted() {
            return watches.get(correlation) == this;
        }

        /** Returns whether it was wanted until now. */
        private boolean forget() {
            return watches.remove(correlation, this);
        }

        private void leave() {
            if (isOpen) {
                calls.unwatch(this, correlation, key);
            }
        }

        private void confirm() {
            calls.confirm(this, correlation, key, takenBytes);
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
        public boolean opens(long correlation) {
            isOpen = isWanted();
            return isOpen;
        }

        @Override
        public void push(long correlation, Response response, int bytes) {
            if (!isWanted()) {
                return; // it ended meanwhile
            }
            if (response instanceof Response.Failure) {
                forget();
            } else if (!calls.serves(key.space(), SpaceKind.ENTITY)) {
                forget();
                leave();
                session.refused(correlation, new Refusal.UnknownSpace(key.space()));
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
}
