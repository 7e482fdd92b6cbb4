package io.paxosstore.server.front.redis;

import io.paxosstore.core.Outcome;
import io.paxosstore.node.call.NodeCalls;
import io.paxosstore.node.call.Refusal;
import io.paxosstore.node.call.Watcher;
import io.paxosstore.node.host.ShardLoop;
import io.paxosstore.protocol.key.EntityKey;
import io.paxosstore.protocol.model.MultiOp;
import io.paxosstore.protocol.wire.Response;
import io.paxosstore.redis.resp.Arguments;
import io.paxosstore.redis.resp.RedisError;

import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.SequencedSet;
import java.util.Set;

/**
 * The commands of one loop's connections that wait for something in an entity: one watch for all of
 * them. When the entity has changed they are attempted one after the other, the longest waiting
 * first. On that loop only.
 */
final class BlockedClients implements Watcher {
    private final ShardLoop home;
    private final NodeCalls calls;
    private final WatchedTags tags;
    private final Map<EntityKey, Watched> byEntity = new HashMap<>();
    private final Map<Long, Watched> byCorrelation = new HashMap<>();
    private long lastCorrelation;

    /**
     * @param tags of all loops
     */
    BlockedClients(ShardLoop home, NodeCalls calls, WatchedTags tags) {
        this.home = home;
        this.calls = calls;
        this.tags = tags;
    }

    /** An entity that something waits for. */
    private static final class Watched {
        final EntityKey entity;
        final SequencedSet<Blocked> waiting = new LinkedHashSet<>();
        final GrowingPause pause = new GrowingPause();
        long correlation;
        boolean hasBegun;
        boolean isServing;
        boolean hasChanged;

        Watched(EntityKey entity) {
            this.entity = entity;
        }
    }

    /**
     * A command begins to wait.
     *
     * @throws RedisError if more tags would be watched than may be
     */
    void add(Blocked blocked) {
        Set<EntityKey> entities = blocked.attempts().keySet();
        int more = (int) entities.stream().filter(one -> !byEntity.containsKey(one)).count();
        if (!tags.begin(more)) {
            throw new RedisError(
                    "TRYAGAIN not executed: the commands that wait at this node wait for keys of as"
                            + " many tags as they may, "
                            + tags.most()
                            + ", half of watch.per-node; try again later, or at another node");
        }
        List<Watched> all = new ArrayList<>();
        for (EntityKey entity : entities) {
            Watched watched = byEntity.computeIfAbsent(entity, Watched::new);
            watched.waiting.add(blocked);
            all.add(watched);
        }
        all.forEach(this::begin);
    }

    private void begin(Watched watched) {
        if (byEntity.get(watched.entity) != watched) {
            return; // the command has ended at an entity before it
        }
        if (watched.hasBegun) {
            watched.hasChanged = true; // perhaps, between its attempt and now
            serve(watched);
        } else {
            watched.hasBegun = true;
            watch(watched);
        }
    }

    /** It does not wait any more. */
    void remove(Blocked blocked) {
        for (EntityKey entity : blocked.attempts().keySet()) {
            Watched watched = byEntity.get(entity);
            if (watched != null && watched.waiting.remove(blocked) && watched.waiting.isEmpty()) {
                byEntity.remove(entity);
                tags.end();
                if (byCorrelation.remove(watched.correlation) != null) {
                    calls.unwatch(this, watched.correlation, entity);
                }
            }
        }
    }

    /** Of what was before nothing is wanted: when the watch is open all are attempted. */
    private void watch(Watched watched) {
        Lanes lanes = watched.waiting.getFirst().lanes();
        EntityQuery.ask(
                lanes,
                watched.entity,
                MultiOp.of(),
                executed -> {
                    if (byEntity.get(watched.entity) == watched) {
                        open(watched, executed.version() + 1);
                    }
                },
                _ -> later(watched));
        lanes.start();
    }

    private void open(Watched watched, long from) {
        lastCorrelation++;
        watched.correlation = lastCorrelation;
        byCorrelation.put(lastCorrelation, watched);
        calls.watch(this, lastCorrelation, watched.entity, from);
    }

    private void later(Watched watched) {
        home.scheduler()
                .schedule(
                        () -> {
                            if (byEntity.get(watched.entity) == watched) {
                                watch(watched);
                            }
                        },
                        watched.pause.next());
    }

    private void watchAgain(long correlation) {
        Watched watched = byCorrelation.remove(correlation);
        if (watched != null) {
            watched.correlation = 0;
            later(watched);
        }
    }

    private void serve(Watched watched) {
        if (watched.isServing || !watched.hasChanged) {
            return;
        }
        watched.isServing = true;
        watched.hasChanged = false;
        new Round(watched).next();
    }

    /** Each command that waits is attempted once. */
    private final class Round {
        private final Watched watched;
        private final Deque<Blocked> left;

        /** What has found nothing would find nothing again. */
        private final Set<List<String>> inVain = new HashSet<>();

        Round(Watched watched) {
            this.watched = watched;
            this.left = new ArrayDeque<>(watched.waiting);
        }

        void next() {
            while (!left.isEmpty()) {
                Blocked blocked = left.remove();
                Arguments words = blocked.attempts().get(watched.entity);
                List<String> wanted = words == null ? List.of() : texts(words);
                if (words != null && !inVain.contains(wanted)) {
                    blocked.attempt(
                            watched.entity,
                            found -> {
                                if (!found && !blocked.isOver()) {
                                    inVain.add(wanted);
                                }
                                home.scheduler().execute(this::next);
                            });
                    return;
                }
            }
            watched.isServing = false;
            serve(watched);
        }

        private static List<String> texts(Arguments words) {
            List<String> texts = new ArrayList<>();
            for (int i = 0; i < words.count(); i++) {
                texts.add(new String(words.bytes(i), StandardCharsets.ISO_8859_1));
            }
            return texts;
        }
    }

    @Override
    public void push(long correlation, Response response, int bytes) {
        Watched watched = byCorrelation.get(correlation);
        if (watched == null) {
            return; // it ended meanwhile
        }
        if (bytes > 0) {
            calls.confirm(this, correlation, watched.entity, bytes);
        }
        if (response instanceof Response.Failure) {
            watchAgain(correlation);
        } else {
            watched.pause.reset();
        }
        watched.hasChanged = true;
        serve(watched);
    }

    @Override
    public void closed(long correlation, Outcome why) {
        watchAgain(correlation);
    }

    @Override
    public void refused(long correlation, Refusal refusal) {
        watchAgain(correlation);
    }

    @Override
    public boolean opens(long correlation) {
        return byCorrelation.containsKey(correlation);
    }

    @Override
    public int homeShard() {
        return home.index();
    }

    @Override
    public boolean begins(long correlation, int contentBytes) {
        return true;
    }

    @Override
    public void ended(long correlation) {}
}
