package io.paxosstore.bench.peers;

import io.paxosstore.bench.load.KeyTarget;

import org.apache.zookeeper.AsyncCallback;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.WatchedEvent;
import org.apache.zookeeper.Watcher;
import org.apache.zookeeper.ZooDefs;
import org.apache.zookeeper.ZooKeeper;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * ZooKeeper by its own client, at the leader. A key is a node below {@code /bench}; a read is a
 * {@code sync} and a {@code getData} after it, the strongest read that ZooKeeper has.
 */
final class ZooKeeperTarget implements KeyTarget {
    private static final int SESSION_MILLIS = 30_000;
    private static final String PARENT = "/bench";
    private static final int ANY_VERSION = -1;

    private final ZooKeeper zooKeeper;

    private ZooKeeperTarget(ZooKeeper zooKeeper) {
        this.zooKeeper = zooKeeper;
    }

    /** Connects to a server and creates the parent of all keys if it is absent. */
    static ZooKeeperTarget connect(int port) throws IOException, InterruptedException {
        CountDownLatch connected = new CountDownLatch(1);
        ZooKeeper zooKeeper =
                new ZooKeeper(
                        "127.0.0.1:" + port,
                        SESSION_MILLIS,
                        (WatchedEvent event) -> {
                            if (event.getState() == Watcher.Event.KeeperState.SyncConnected) {
                                connected.countDown();
                            }
                        });
        try {
            if (!connected.await(SESSION_MILLIS, TimeUnit.MILLISECONDS)) {
                throw new IOException("cannot connect to ZooKeeper on port " + port);
            }
            if (zooKeeper.exists(PARENT, false) == null) {
                create(zooKeeper, PARENT);
            }
            return new ZooKeeperTarget(zooKeeper);
        } catch (IOException | InterruptedException e) {
            zooKeeper.close();
            throw e;
        } catch (KeeperException e) {
            zooKeeper.close();
            throw new IOException("cannot create " + PARENT, e);
        }
    }

    private static void create(ZooKeeper zooKeeper, String path)
            throws KeeperException, InterruptedException {
        zooKeeper.create(path, new byte[0], ZooDefs.Ids.OPEN_ACL_UNSAFE, CreateMode.PERSISTENT);
    }

    private static String path(byte[] key) {
        return PARENT + "/" + new String(key, StandardCharsets.UTF_8);
    }

    @Override
    public CompletableFuture<?> write(byte[] key, byte[] value) {
        Answer answer = new Answer();
        AsyncCallback.StatCallback done = (code, path, context, stat) -> answer.end(code, path);
        zooKeeper.setData(path(key), value, ANY_VERSION, done, null);
        return answer;
    }

    @Override
    public CompletableFuture<?> fill(byte[] key, byte[] value) {
        Answer answer = new Answer();
        AsyncCallback.StringCallback done =
                (code, path, context, name) ->
                        answer.end(
                                code == KeeperException.Code.NODEEXISTS.intValue()
                                        ? KeeperException.Code.OK.intValue()
                                        : code,
                                path);
        zooKeeper.create(
                path(key), value, ZooDefs.Ids.OPEN_ACL_UNSAFE, CreateMode.PERSISTENT, done, null);
        return answer;
    }

    @Override
    public CompletableFuture<?> read(byte[] key) {
        Answer answer = new Answer();
        // Answers come in the order of the requests: the last one ends both.
        AsyncCallback.VoidCallback synced = (code, path, context) -> {};
        AsyncCallback.DataCallback done =
                (code, path, context, data, stat) -> answer.end(code, path, data);
        String path = path(key);
        zooKeeper.sync(path, synced, null);
        zooKeeper.getData(path, false, done, null);
        return answer;
    }

    private static final class Answer extends CompletableFuture<byte[]> {
        private static final byte[] NOTHING = {};

        void end(int code, String path) {
            end(code, path, NOTHING);
        }

        void end(int code, String path, byte[] data) {
            KeeperException.Code meaning = KeeperException.Code.get(code);
            if (meaning == KeeperException.Code.OK) {
                complete(data);
            } else {
                completeExceptionally(KeeperException.create(meaning, path));
            }
        }
    }

    @Override
    public void close() {
        try {
            zooKeeper.close();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
