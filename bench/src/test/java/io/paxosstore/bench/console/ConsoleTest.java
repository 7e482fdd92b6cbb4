package io.paxosstore.bench.console;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.paxosstore.bench.process.ClusterLayout;
import io.paxosstore.bench.process.ReplicaCluster;
import io.paxosstore.bench.process.ReplicaProcess;
import io.paxosstore.client.ClientOptions;
import io.paxosstore.client.Codec;
import io.paxosstore.client.Entity;
import io.paxosstore.client.KeyValue;
import io.paxosstore.client.NotDoneException;
import io.paxosstore.client.OutcomeUnknownException;
import io.paxosstore.client.PaxosStore;
import io.paxosstore.protocol.model.SpaceKind;
import io.paxosstore.protocol.topology.ClusterChange;

import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/**
 * The console in a real browser, at a node of a cluster of three processes under load: each page, a
 * node that is killed, slots that move, an entity of each model. What the browser complains of, or
 * asks of anybody else, fails the test; its pictures are those of the docs.
 */
@Tag("process")
@Timeout(600)
class ConsoleTest {
    private static final Path PICTURES =
            Path.of(System.getProperty("console.pictures", "target/console"));
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final int FIRST_VIEW_BYTES_MAX = 300_000;

    @TempDir
    @SuppressWarnings("NullAway.Init") // set by JUnit
    private Path directory;

    /** Reads and writes until it is stopped. */
    private static final class Load implements AutoCloseable {
        private final KeyValue<String, String> keys;
        private final Entity cart;
        private final Thread thread = new Thread(this::run, "load");
        private volatile boolean isStopping;

        Load(PaxosStore store) {
            this.keys = store.keyValue("keys", Codec.utf8(), Codec.utf8());
            this.cart = store.entity("shop", "cart/2");
            thread.start();
        }

        private void run() {
            for (int i = 0; !isStopping; i++) {
                try {
                    keys.put("key" + i % 100, "value" + i);
                    keys.get("key" + i % 7);
                    cart.map("items", Codec.utf8(), Codec.longs()).increment("apple", 1);
                } catch (NotDoneException | OutcomeUnknownException e) {
                    // A node is killed meanwhile; the next one goes on.
                }
            }
        }

        @Override
        public void close() {
            isStopping = true;
            try {
                thread.join();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private static void fill(PaxosStore store) {
        store.createSpaceIfAbsent("keys", SpaceKind.KEY_VALUE);
        store.createSpaceIfAbsent("shop", SpaceKind.ENTITY);
        store.keyValue("keys", Codec.utf8(), Codec.utf8()).put("key7", "value7");
        Entity entity = store.entity("shop", "cart/1");
        entity.value("a_value", Codec.utf8()).put("<b>bold</b>");
        entity.list("b_list", Codec.utf8()).appendAll(List.of("first", "second"));
        entity.queue("c_queue", Codec.utf8()).enqueue("message");
        entity.set("d_set", Codec.utf8()).addAll(List.of("red", "green"));
        entity.sortedSet("e_sorted", Codec.utf8()).add("winner", 12.5);
        entity.map("f_map", Codec.utf8(), Codec.bytes()).put("binary", new byte[] {0, -1});
        entity.sql("CREATE TABLE g_table (id BIGINT PRIMARY KEY, name VARCHAR)");
        entity.sql("INSERT INTO g_table (id, name) VALUES (9007199254740993, 'Anna')");
    }

    @Test
    void everyPage() throws Exception {
        Assumptions.assumeTrue(Browser.isThere(), "chromium and chromium-driver are not installed");
        ClusterLayout layout = ClusterLayout.onFreePorts(3);
        try (ReplicaCluster cluster =
                ReplicaCluster.create(
                        directory,
                        layout,
                        id -> new ReplicaCluster.View(layout, Map.of()),
                        "slots:\n  moving: 256\n")) {
            cluster.start();
            ClientOptions.Builder patient = ClientOptions.builder().deadline(PATIENCE);
            try (PaxosStore store = PaxosStore.connect(cluster.addresses(), patient.build())) {
                fill(store);
                try (Load _ = new Load(store);
                        Browser browser = Browser.open(directory.resolve("profile"))) {
                    look(cluster, layout, store, browser);
                }
            }
        }
    }

    private static void look(
            ReplicaCluster cluster, ClusterLayout layout, PaxosStore store, Browser browser)
            throws Exception {
        String host = "localhost:" + layout.node(1).adminPort();
        firstView(browser, "http://" + host + "/");
        live(browser);
        data(browser);
        standouts(browser);
        kill(cluster, browser);
        moves(cluster, layout, store, browser);
        phone(browser);
        assertEquals(Set.of(host), browser.hosts());
        assertEquals(List.of(), browser.complaints());
    }

    private static void firstView(Browser browser, String address) throws Exception {
        browser.go(address);
        browser.awaitCount("#nodes [data-node]", 3);
        browser.awaitText("#verdict", "All is well");
        assertTrue(
                browser.loadedBytes() < FIRST_VIEW_BYTES_MAX,
                () -> browser.loadedBytes() + " bytes");
        System.out.printf(
                "console: first view %s ms to the load event, %,d bytes%n",
                browser.run(
                        "return Math.round(performance.getEntriesByType('navigation')[0]"
                                + ".loadEventEnd)"),
                browser.loadedBytes());
        browser.awaitText("#nodes [data-node='2'] .badge", "whole");
        browser.awaitText("main", "slots have 3 of 3 voters connected");
        browser.picture(PICTURES.resolve("cluster.png"));
    }

    private static void live(Browser browser) throws Exception {
        browser.click("nav a", "Live");
        browser.awaitText("#models", "write");
        browser.awaitText("#models", "map");
        browser.awaitText("#models", "key");
        browser.awaitCount(".u-wrap canvas", 12);
        browser.picture(PICTURES.resolve("live.png"));
    }

    private static void data(Browser browser) throws Exception {
        browser.click("nav a", "Data");
        browser.awaitText("main table", "on its disk");
        browser.picture(PICTURES.resolve("spaces.png"));
        browser.click("main a", "keys");
        browser.awaitText("main", "value");
        browser.type("input[name=prefix]", "key7");
        browser.click("button", "Scan");
        browser.click("td a", "key7");
        browser.awaitText("main table", "version");
        browser.click("nav a", "Data");
        browser.click("main a", "shop");
        browser.click("td a", "cart/1");
        String[][] objects = {
            {"a_value", "<b>bold</b>"}, {"b_list", "second"}, {"c_queue", "message"},
            {"d_set", "green"}, {"e_sorted", "12.5"}, {"f_map", "0x00ff"},
            {"g_table", "9007199254740993"}
        };
        for (String[] object : objects) {
            browser.click("main button", object[0]);
            browser.awaitText("#object", object[1]);
        }
        browser.type("#sql textarea", "SELECT name FROM g_table WHERE id > 5");
        browser.click("#sql button", "SELECT");
        browser.awaitText("#sql", "Anna");
        browser.picture(PICTURES.resolve("data.png"));
        int before = browser.complaints().size();
        browser.type("#sql textarea", "DELETE FROM g_table WHERE id > 5");
        browser.click("#sql button", "SELECT");
        browser.awaitText("#sql .bad", "Only a SELECT may be asked here");
        assertEquals(before + 1, browser.complaints().size(), "the browser tells of status 400");
        browser.forgive();
    }

    private static void standouts(Browser browser) throws Exception {
        browser.click("nav a", "Slow and hot");
        browser.awaitText("main", "cart/2");
        browser.awaitText("main", "write, map");
        browser.picture(PICTURES.resolve("standouts.png"));
    }

    private static void kill(ReplicaCluster cluster, Browser browser) throws Exception {
        browser.click("nav a", "Cluster");
        browser.awaitText("#verdict", "All is well");
        long begin = System.nanoTime();
        cluster.replica(3).kill();
        browser.awaitText("#nodes [data-node='3'] .badge", "down");
        long millis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - begin);
        System.out.printf("console: a killed node is visible after %d ms%n", millis);
        browser.awaitText("#verdict", "problem");
        browser.awaitText("#problems", "Since");
        browser.awaitText("#problems", "Start");
        browser.picture(PICTURES.resolve("problem.png"));
        browser.click("nav a", "Events");
        browser.awaitText("main", "The connection to node 3 was lost.");
        cluster.replica(3).start();
        browser.awaitText("main", "Node 3 is connected.");
        browser.click("nav a", "Cluster");
        browser.awaitText("#verdict", "All is well");
    }

    private static void moves(
            ReplicaCluster cluster, ClusterLayout layout, PaxosStore store, Browser browser)
            throws Exception {
        List<Integer> ports = layout.furtherPorts(3);
        ReplicaProcess joining =
                cluster.join(
                        layout,
                        new ClusterLayout.Node(4, ports.get(0), ports.get(1), ports.get(2)));
        joining.start();
        joining.awaitReady(ReplicaCluster.READY_LIMIT);
        browser.awaitText("#nodes [data-node='4'] .badge", "whole");
        store.members().change(new ClusterChange.Replace(3, 4), false);
        browser.awaitText("#moves", "slots have moved");
        browser.picture(PICTURES.resolve("moves.png"));
        browser.awaitText("#nodes [data-node='3']", "\n0 slots, first in 0");
        browser.awaitText("main", "Nothing moves.");
        browser.awaitText("main", "slots: nodes 1, 2, 4");
    }

    private static void phone(Browser browser) throws Exception {
        browser.size(390, 844);
        for (String page : new String[] {"Cluster", "Live", "Data", "Slow and hot", "Events"}) {
            browser.click("nav a", page);
            browser.awaitText("nav a[aria-current]", page);
            assertEquals(
                    true,
                    browser.run("return document.documentElement.scrollWidth <= window.innerWidth"),
                    page + " is wider than a phone");
        }
        browser.picture(PICTURES.resolve("phone.png"));
    }
}
