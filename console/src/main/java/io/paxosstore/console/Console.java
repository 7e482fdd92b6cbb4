package io.paxosstore.console;

import io.paxosstore.console.answer.Answer;
import io.paxosstore.console.data.DataPages;
import io.paxosstore.console.event.Chronicle;
import io.paxosstore.console.live.Recorder;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;

/**
 * A node's console: it notes each second how the node is, and shows that, what the other nodes have
 * noted, and what is stored. It changes nothing. Thread-safe.
 */
public final class Console implements AutoCloseable {
    /** Where its answers are; anything else is a page. */
    public static final String API = "/api/console/";

    /** Where those who follow are told what is new: {@link #follow}. */
    public static final String LIVE = API + "live";

    /** Where other nodes are told what is new of this one alone: {@link #followNode}. */
    public static final String NODE_LIVE = API + "node/live";

    /** Below it what is stored is asked for. */
    public static final String DATA = API + "data/";

    /** A field that requests have: pages from elsewhere cannot make a browser send it. */
    public static final String FIELD = "x-paxosstore-console";

    private static final Logger LOG = LoggerFactory.getLogger(Console.class);
    private static final String NODE = "node";
    private static final String STANDOUTS = "standouts";

    /** What a browser is told each second reaches back so far, in case that a second is skipped. */
    private static final int NEWS_SECONDS = 3;

    /** How many other nodes may look at once: as many as a cluster has. */
    private static final int NODES_MAX = 128;

    private static final int HISTORY_SECONDS = Recorder.KEPT;
    private static final long PATIENCE_SECONDS = 3;

    /** Who plans moves is busy for seconds; then the topology is shown as it was. */
    private static final long TOPOLOGY_MILLIS_MAX = 500;

    private final ConsoleNode node;
    private final Recorder recorder;
    private final Chronicle chronicle = new Chronicle();
    private final Neighbours neighbours = new Neighbours();
    private final NodeStreams streams = new NodeStreams(System::nanoTime);
    private final Feed feed;
    private final Feed nodeFeed;
    private final DataPages data;
    private final ScheduledExecutorService clock;
    private volatile String lastTopology = "null";

    /** Made once a second, for all who are told; on the clock's thread. */
    private @Nullable String present;

    /** A console; it begins with {@link #start}. */
    public Console(ConsoleNode node, ConsoleOptions options) {
        this.node = node;
        this.recorder = new Recorder(node.boundsMicros());
        this.feed = new Feed(options.followersMax(), this::news);
        this.nodeFeed =
                new Feed(NODES_MAX, () -> CompletableFuture.completedFuture(presentPortrait()));
        this.data = new DataPages(options.showsData(), node::clientAddresses, node::held);
        this.clock =
                Executors.newSingleThreadScheduledExecutor(
                        Thread.ofPlatform()
                                .daemon()
                                .name("node" + node.id() + "-console")
                                .factory());
    }

    /** Begins to take notes. */
    public void start() {
        var _ = clock.scheduleAtFixedRate(this::tick, 0, 1, TimeUnit.SECONDS);
    }

    private void tick() {
        try {
            recorder.add(node.read());
            chronicle.add(node.observe());
            present = null;
            nodeFeed.tick();
            streams.follow(feed.isFollowed() ? node.others() : List.of());
            feed.tick();
        } catch (RuntimeException | Error e) { // a schedule ends for ever with what is thrown
            LOG.warn("console_failed The console could not take its notes", e);
        }
    }

    /**
     * Has somebody told each second what is new: JSON in UTF-8, which is not to be changed, on a
     * thread that must not be kept.
     *
     * @return false if there are too many already
     */
    public boolean follow(Consumer<byte[]> follower) {
        return feed.follow(follower);
    }

    /** Has another node told each second what is new of this one alone, as {@link #follow} does. */
    public boolean followNode(Consumer<byte[]> follower) {
        return nodeFeed.follow(follower);
    }

    /** Ends {@link #follow} and {@link #followNode}. */
    public void leave(Consumer<byte[]> follower) {
        feed.leave(follower);
        nodeFeed.leave(follower);
    }

    private CompletableFuture<String> news() {
        CompletableFuture<String> topology = node.topology();
        var _ = topology.thenAccept(known -> lastTopology = known);
        return topology.completeOnTimeout(lastTopology, TOPOLOGY_MILLIS_MAX, TimeUnit.MILLISECONDS)
                .thenCombine(
                        neighbours.ask(
                                node.others(),
                                API + NODE + "?seconds=" + NEWS_SECONDS,
                                Neighbours.entry(node.id(), presentPortrait()),
                                streams::fresh),
                        (known, nodes) ->
                                "{\"self\":"
                                        + node.id()
                                        + ",\"topology\":"
                                        + known
                                        + ",\"nodes\":"
                                        + nodes
                                        + "}");
    }

    /** What all nodes have noted in the last seconds, perhaps with every event that is kept. */
    private CompletableFuture<String> all(int seconds, boolean hasAllEvents) {
        return neighbours.ask(
                node.others(),
                API + NODE + "?seconds=" + seconds + (hasAllEvents ? "&events=all" : ""),
                Neighbours.entry(node.id(), portrait(seconds, hasAllEvents)));
    }

    private String presentPortrait() {
        String portrait = present == null ? portrait(NEWS_SECONDS, false) : present;
        present = portrait;
        return portrait;
    }

    /** How this node is, and what it has noted in the last seconds. */
    private String portrait(int seconds, boolean hasAllEvents) {
        long now = System.currentTimeMillis();
        long after = now - TimeUnit.SECONDS.toMillis(seconds);
        return "{\"node\":"
                + node.id()
                + ",\"millis\":"
                + now
                + ",\"status\":"
                + node.status()
                + ",\"problems\":"
                + chronicle.problems()
                + ",\"events\":"
                + chronicle.eventsAfter(hasAllEvents ? 0 : after)
                + ",\"samples\":"
                + recorder.after(after)
                + "}";
    }

    /**
     * Answers. May wait for other nodes, for some seconds: on a thread of its own.
     *
     * @param path which begins with {@link #API}
     * @param parameters of the query, each with one value
     */
    public Answer answer(String path, Map<String, String> parameters) {
        if (path.startsWith(DATA)) {
            return data.answer(path.substring(DATA.length()), parameters);
        }
        return switch (path.substring(API.length())) {
            case NODE -> Answer.json(portrait(seconds(parameters), wantsEvents(parameters)));
            case "all" -> await(all(seconds(parameters), wantsEvents(parameters)));
            case "slots" -> Answer.json(node.slots());
            case STANDOUTS -> await(node.standouts());
            case "all/" + STANDOUTS ->
                    await(
                            node.standouts()
                                    .thenCompose(own ->
                                            neighbours.ask(
                                                    node.others(),
                                                    API + STANDOUTS,
                                                    Neighbours.entry(node.id(), own))));
            default -> Answer.refusal(404, "The console has no page " + path + ".");
        };
    }

    private static int seconds(Map<String, String> parameters) {
        try {
            int seconds = Integer.parseInt(parameters.getOrDefault("seconds", ""));
            return Math.clamp(seconds, 1, HISTORY_SECONDS);
        } catch (NumberFormatException e) {
            return HISTORY_SECONDS;
        }
    }

    private static boolean wantsEvents(Map<String, String> parameters) {
        return "all".equals(parameters.get("events"));
    }

    private static Answer await(CompletableFuture<String> text) {
        try {
            return Answer.json(text.get(PATIENCE_SECONDS, TimeUnit.SECONDS));
        } catch (TimeoutException | ExecutionException e) {
            return Answer.refusal(503, "The node is too busy to answer; try again.");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Answer.refusal(503, "The node stops.");
        }
    }

    /** Ends it; nobody is told anything any more. */
    @Override
    public void close() {
        clock.shutdownNow();
        streams.close();
        neighbours.close();
        data.close();
    }
}
