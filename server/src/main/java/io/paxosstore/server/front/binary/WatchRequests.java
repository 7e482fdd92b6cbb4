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

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The watches of one connection. Events are confirmed to their shard only while the connection
 * takes what is written to it; else they wait there. On the connection's loop only.
 */
final class WatchRequests implements Watcher {
    private static final class Open {
        private final long correlation;
        private final EntityKey key;
        private int takenBytes;

        private Open(long correlation, EntityKey key) {
            this.correlation = correlation;
            this.key = key;
        }
    }

    private final EntityRequests.Session session;
    private final NodeCalls calls;
    private final int watchesMax;
    private final Map<Long, Open> watches = new HashMap<>();
    private final List<Open> unconfirmed = new ArrayList<>();

    /**
     * @param watchesMax most watches of the connection
     */
    WatchRequests(EntityRequests.Session session, NodeCalls calls, int watchesMax) {
        this.session = session;
        this.calls = calls;
        this.watchesMax = watchesMax;
    }

    void watch(Request.Watch watch) {
        EntityKey key = new EntityKey(watch.space(), watch.entity());
        calls.watch(this, watch.correlation(), key, watch.from());
    }

    @Override
    public boolean begins(long correlation, int contentBytes) {
        return session.begins(correlation, contentBytes);
    }

    @Override
    public void ended(long correlation) {
        session.ended(correlation);
    }

    @Override
    public void refused(long correlation, Refusal refusal) {
        session.refused(correlation, refusal);
    }

    @Override
    public boolean opens(long correlation, EntityKey key, long from) {
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
            return false;
        }
        if (watches.putIfAbsent(correlation, new Open(correlation, key)) != null) {
            session.reply(
                    Failures.of(
                            correlation,
                            FailureCode.BAD_REQUEST,
                            "There is a watch of this correlation id already."));
            return false;
        }
        return true;
    }

    void unwatch(Request.Unwatch unwatch) {
        Open open = watches.remove(unwatch.correlation());
        if (open != null) {
            calls.unwatch(this, open.correlation, open.key);
        }
    }

    /** The connection is closed. */
    void close() {
        watches.values().forEach(open -> calls.unwatch(this, open.correlation, open.key));
        watches.clear();
        unconfirmed.clear();
    }

    /** The connection takes more: what it was given is confirmed. */
    void confirm() {
        for (int i = 0; i < unconfirmed.size(); i++) {
            Open open = unconfirmed.get(i);
            calls.confirm(this, open.correlation, open.key, open.takenBytes);
            open.takenBytes = 0;
        }
        unconfirmed.clear();
    }

    @Override
    public int homeShard() {
        return session.homeShard();
    }

    @Override
    public void push(long correlation, Response response, int bytes) {
        Open open = watches.get(correlation);
        if (open == null) {
            return; // it ended meanwhile
        }
        if (response instanceof Response.Failure) {
            watches.remove(correlation);
        } else if (!calls.serves(open.key.space(), SpaceKind.ENTITY)) {
            unwatch(new Request.Unwatch(correlation));
            session.refused(correlation, new Refusal.UnknownSpace(open.key.space()));
            return;
        }
        session.reply(response);
        if (bytes > 0) {
            if (open.takenBytes == 0) {
                unconfirmed.add(open);
            }
            open.takenBytes += bytes;
        }
    }

    @Override
    public void closed(long correlation, Outcome why) {
        if (watches.remove(correlation) != null) {
            session.reply(Failures.of(correlation, why, session.situation()));
        }
    }
}
