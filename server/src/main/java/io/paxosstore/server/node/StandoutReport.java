package io.paxosstore.server.node;

import io.paxosstore.console.answer.Json;
import io.paxosstore.console.data.Shown;
import io.paxosstore.node.host.ShardLoop;
import io.paxosstore.node.host.Standouts;
import io.paxosstore.protocol.key.EntityKey;
import io.paxosstore.protocol.model.SpaceInfo;
import io.paxosstore.protocol.model.SpaceKind;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/** What stands out among a node's requests, over all of its shards. Thread-safe. */
final class StandoutReport {
    private static final int TOLD = 50;

    private final int node;
    private final List<ShardLoop> shards;
    private final Supplier<? extends Iterable<SpaceInfo>> spaces;

    StandoutReport(
            int node, List<ShardLoop> shards, Supplier<? extends Iterable<SpaceInfo>> spaces) {
        this.node = node;
        this.shards = List.copyOf(shards);
        this.spaces = spaces;
    }

    /** Asks each shard in its next turn: a JSON object, "hot" and "slow". */
    CompletableFuture<String> json() {
        List<CompletableFuture<Standouts.Picture>> asked =
                shards.stream().map(StandoutReport::picture).toList();
        return CompletableFuture.allOf(asked.toArray(CompletableFuture[]::new))
                .thenApply(_ -> json(asked.stream().map(CompletableFuture::join).toList()));
    }

    private static CompletableFuture<Standouts.Picture> picture(ShardLoop shard) {
        CompletableFuture<Standouts.Picture> picture = new CompletableFuture<>();
        try {
            shard.scheduler().execute(() -> picture.complete(shard.standouts()));
        } catch (RejectedExecutionException e) {
            picture.completeExceptionally(e);
        }
        return picture;
    }

    /** How often something is asked for, and by how much that may be too much. */
    private record Rate(EntityKey key, double perSecond, double surplus) {
        static Rate of(Standouts.Hot hot, double seconds) {
            double counted = Math.max(1, seconds);
            return new Rate(hot.key(), hot.requests() / counted, hot.surplus() / counted);
        }
    }

    private String json(List<Standouts.Picture> pictures) {
        List<Rate> hot = new ArrayList<>();
        List<Standouts.Slow> slow = new ArrayList<>();
        for (Standouts.Picture picture : pictures) {
            picture.hot().forEach(each -> hot.add(Rate.of(each, picture.seconds())));
            slow.addAll(picture.slow());
        }
        hot.sort(Comparator.comparingDouble(Rate::perSecond).reversed());
        slow.sort(Comparator.comparingLong(Standouts.Slow::nanos).reversed());
        return Json.text(
                Map.of(
                        "node",
                        node,
                        "hot",
                        hot.stream().limit(TOLD).map(this::shown).toList(),
                        "slow",
                        slow.stream().limit(TOLD).map(this::shown).toList()));
    }

    private Map<String, Object> shown(Rate hot) {
        Map<String, Object> shown = shown(hot.key());
        shown.put("rate", hot.perSecond());
        shown.put("surplus", hot.surplus());
        return shown;
    }

    private Map<String, Object> shown(Standouts.Slow slow) {
        Map<String, Object> shown = shown(slow.key());
        shown.put("operation", slow.operation().name().toLowerCase(Locale.ROOT));
        shown.put("model", slow.model().word());
        shown.put("millis", slow.wallMillis());
        shown.put("micros", TimeUnit.NANOSECONDS.toMicros(slow.nanos()));
        shown.put("done", slow.isDone());
        return shown;
    }

    private Map<String, Object> shown(EntityKey key) {
        Map<String, Object> shown = new LinkedHashMap<>();
        String name = "?"; // dropped meanwhile
        for (SpaceInfo space : spaces.get()) {
            if (space.id() == key.space()) {
                name = space.name();
            }
        }
        shown.put("space", name);
        shown.put("kind", Shown.kind(SpaceKind.of(key.space())));
        shown.put("key", Shown.name(key.key()));
        return shown;
    }
}
