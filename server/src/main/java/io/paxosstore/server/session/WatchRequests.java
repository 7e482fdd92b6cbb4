package io.paxosstore.server.session;

import io.paxosstore.core.Outcome;
import io.paxosstore.node.watch.Watcher;
import io.paxosstore.protocol.key.EntityKey;
import io.paxosstore.protocol.model.ReadMode;
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
    private final Dispatch dispatch;
    private final int watchesMax;
    private final Map<Long, Open> watches = new HashMap<>();
    private final List<Open> unconfirmed = new ArrayList<>();

    /**
     * @param watchesMax most watches of the connection
     */
    WatchRequests(EntityRequests.Session session, Dispatch dispatch, int watchesMax) {
        this.session = session;
        this.dispatch = dispatch;
        this.watchesMax = watchesMax;
    }

    void watch(Request.Watch watch) {
        watch(watch, true);
    }

    private void watch(Request.Watch watch, boolean mayRefresh) {
        long correlation = watch.correlation();
        if (session.refusesKey(correlation, watch.entity())) {
            return;
        }
        if (!session.serves(watch.space(), SpaceKind.ENTITY, ReadMode.LINEARIZABLE)) {
            session.refuseSpace(
                    correlation,
                    watch.space(),
                    SpaceKind.ENTITY,
                    Integer.MAX_VALUE, // a watch has no deadline: the catalog's timeout ends it
                    mayRefresh,
                    () -> watch(watch, false));
            return;
        }
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
        EntityKey key = new EntityKey(watch.space(), watch.entity());
        if (watches.putIfAbsent(correlation, new Open(correlation, key)) != null) {
            session.reply(
                    Failures.of(
                            correlation,
                            FailureCode.BAD_REQUEST,
                            "There is a watch of this correlation id already."));
            return;
        }
        dispatch.watch(this, correlation, key, watch.from());
    }

    void unwatch(Request.Unwatch unwatch) {
        Open open = watches.remove(unwatch.correlation());
        if (open != null) {
            dispatch.unwatch(this, open.correlation, open.key);
        }
    }

    /** The connection is closed. */
    void close() {
        watches.values().forEach(open -> dispatch.unwatch(this, open.correlation, open.key));
        watches.clear();
        unconfirmed.clear();
    }

    /** The connection takes more: what it was given is confirmed. */
    void confirm() {
        for (int i = 0; i < unconfirmed.size(); i++) {
            Open open = unconfirmed.get(i);
            dispatch.confirm(this, open.correlation, open.key, open.takenBytes);
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
        } else if (!session.serves(open.key.space(), SpaceKind.ENTITY, ReadMode.LINEARIZABLE)) {
            unwatch(new Request.Unwatch(correlation));
            session.reply(Failures.unknownSpace(correlation, open.key.space()));
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
    public void ended(long correlation, Outcome why) {
        if (watches.remove(correlation) != null) {
            session.reply(Failures.of(correlation, why, session.situation()));
        }
    }
}
