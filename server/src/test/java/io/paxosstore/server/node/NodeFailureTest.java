package io.paxosstore.server.node;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.paxosstore.log.StorageEngine;
import io.paxosstore.server.config.ClusterMember;
import io.paxosstore.server.config.Configuration;
import io.paxosstore.server.config.ConfigurationException;
import io.paxosstore.server.config.ConfigurationLoader;
import io.paxosstore.server.net.PortReservation;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

final class NodeFailureTest {
    @Test
    void aFailedDiskStopsTheNode() throws Exception {
        BlockingQueue<StorageEngine.Listener> engine = new ArrayBlockingQueue<>(1);
        BlockingQueue<Throwable> told = new ArrayBlockingQueue<>(10);
        try (PortReservation client = PortReservation.onLoopback();
                PortReservation peer = PortReservation.onLoopback();
                PortReservation admin = PortReservation.onLoopback()) {
            ClusterMember self =
                    new ClusterMember(1, "127.0.0.1", client.port(), peer.port(), admin.port());
            Configuration configuration = configuration(self);
            Node node =
                    Node.start(
                            configuration,
                            new Node.Options(
                                    (config, known, listener) -> {
                                        engine.add(listener);
                                        return MemoryStorage.open(config, known, listener);
                                    },
                                    true,
                                    told::add));
            IOException cause = new IOException("fsync failed");
            StorageEngine.Listener listening = engine.take();
            listening.failed(cause);
            listening.failed(new IOException("and again"));
            assertEquals(cause, told.poll(20, TimeUnit.SECONDS), "Rule D4");
            assertEquals(cause, node.failure());
            assertFalse(node.notReadyReasons().isEmpty());
            assertEquals("", node.metrics(), "figures are of a store, which is closed");
            for (int port : new int[] {client.port(), peer.port(), admin.port()}) {
                assertNotNull(
                        assertThrows(
                                IOException.class,
                                () -> new Socket(InetAddress.getLoopbackAddress(), port).close()));
            }
            node.stop();
            assertEquals(0, told.size(), "told once");
        }
    }

    /** RocksDB's background meets damage as soon as it is open: a node must not live half. */
    @Test
    void aDiskThatFailsDuringTheStartFailsTheStart() throws Exception {
        BlockingQueue<Throwable> told = new ArrayBlockingQueue<>(10);
        try (PortReservation client = PortReservation.onLoopback();
                PortReservation peer = PortReservation.onLoopback();
                PortReservation admin = PortReservation.onLoopback()) {
            ClusterMember self =
                    new ClusterMember(1, "127.0.0.1", client.port(), peer.port(), admin.port());
            IOException cause = new IOException("the data is damaged");
            Node.Options options =
                    new Node.Options(
                            (config, known, listener) -> {
                                listener.failed(cause);
                                return MemoryStorage.open(config, known, listener);
                            },
                            true,
                            told::add);
            Configuration configuration = configuration(self);
            StartException failed =
                    assertThrows(
                            StartException.class, () -> Node.start(configuration, options).close());
            assertEquals(
                    "The node has failed while it started: the data is damaged",
                    failed.getMessage());
            assertEquals(cause, failed.getCause());
            assertThrows(
                    IOException.class,
                    () -> new Socket(InetAddress.getLoopbackAddress(), admin.port()).close());
            assertEquals(0, told.size(), "the caller knows");
        }
    }

    /** A program that starts a node again and again must not run out of files. */
    @Test
    void aNodeThatCannotBeMadeLeavesNothingOpen() throws Exception {
        try (PortReservation client = PortReservation.onLoopback();
                PortReservation peer = PortReservation.onLoopback();
                PortReservation admin = PortReservation.onLoopback()) {
            ClusterMember self =
                    new ClusterMember(1, "127.0.0.1", client.port(), peer.port(), admin.port());
            Configuration oneShard = configuration(self);
            Node.Options options =
                    new Node.Options(
                            (config, known, listener) ->
                                    MemoryStorage.open(oneShard, known, listener),
                            true,
                            failure -> {});
            Configuration threeShards = configuration(self, 3);
            long before = eventLoops();
            assertThrows(
                    IndexOutOfBoundsException.class,
                    () -> Node.start(threeShards, options).close());
            assertTrue(eventLoops() <= before, "each shard's thread had one");
        }
    }

    /** How many event loops this process has open, used or not; each waits at one such file. */
    private static long eventLoops() throws IOException {
        try (Stream<Path> files = Files.list(Path.of("/proc/self/fd"))) {
            return files.filter(NodeFailureTest::isEventPoll).count();
        }
    }

    private static boolean isEventPoll(Path file) {
        try {
            return Files.readSymbolicLink(file).toString().contains("eventpoll");
        } catch (IOException e) {
            return false; // closed meanwhile
        }
    }

    private static Configuration configuration(ClusterMember self) throws ConfigurationException {
        return configuration(self, 1);
    }

    private static Configuration configuration(ClusterMember self, int shards)
            throws ConfigurationException {
        return new ConfigurationLoader()
                .set("cluster.nodes", self.toString())
                .set("node.id", "1")
                .set("node.directory", "unused")
                .set("server.shards", Integer.toString(shards))
                .load();
    }
}
