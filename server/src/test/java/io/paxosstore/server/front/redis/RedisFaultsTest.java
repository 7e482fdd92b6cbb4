package io.paxosstore.server.front.redis;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.paxosstore.server.embedded.EmbeddedCluster;
import io.paxosstore.server.embedded.EmbeddedNode;
import io.paxosstore.server.front.redis.FaultyClient.Told;
import io.paxosstore.sim.check.History;
import io.paxosstore.sim.check.LinearizabilityChecker;
import io.paxosstore.sim.check.Operation;
import io.paxosstore.sim.check.RedisCall;
import io.paxosstore.sim.check.RedisModel;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import redis.clients.jedis.Jedis;
import redis.clients.jedis.Pipeline;
import redis.clients.jedis.Protocol;
import redis.clients.jedis.Response;
import redis.clients.jedis.Transaction;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;

/**
 * Clients of Redis at several nodes while these are stopped, killed and started again, one or two
 * at a time: what they are told is what one Redis could have told them. It takes longer with the
 * property {@code redis.faults.seconds}.
 */
final class RedisFaultsTest {
    private static final long SECONDS = Long.getLong("redis.faults.seconds", 10);

    /**
     * The faults go on until a client is told that nobody knows an outcome, which about every
     * second time does that a node is alone: only writes that were proposed without a Prepare end
     * so.
     */
    private static final long SECONDS_MAX = SECONDS + 60;

    /** So long a node is alone that commands end without an outcome. */
    private static final long ALONE_MILLIS = 1500;

    private static final int CLIENTS = 6;
    private static final int ACCOUNTS = 4;
    private static final int TOTAL = 400;

    private final ConcurrentLinkedQueue<Throwable> failures = new ConcurrentLinkedQueue<>();
    private final ConcurrentLinkedQueue<String> pushed = new ConcurrentLinkedQueue<>();
    private final ConcurrentLinkedQueue<String> perhapsPushed = new ConcurrentLinkedQueue<>();
    private final ConcurrentLinkedQueue<String> popped = new ConcurrentLinkedQueue<>();
    private final AtomicInteger unknownPops = new AtomicInteger();
    private final AtomicInteger transfers = new AtomicInteger();
    private volatile boolean isOver;

    @Test
    void nodesGoAndComeBack() throws Exception {
        History<String, RedisCall, Object> history = new History<>();
        List<Client> clients = new ArrayList<>();
        try (EmbeddedCluster cluster =
                EmbeddedCluster.builder(3)
                        .set("redis.enabled", "true")
                        .set("redis.databases", "redis,strings:keys")
                        .set("redis.timeout", "1s")
                        .start()) {
            try (FaultyClient first = new FaultyClient(cluster, 0)) {
                for (int i = 0; i < ACCOUNTS; i++) {
                    String account = "{bank}" + i;
                    String amount = Integer.toString(TOTAL / ACCOUNTS);
                    assertTrue(first.ask(jedis -> jedis.set(account, amount)).isDone());
                }
            }
            List<Thread> threads = new ArrayList<>();
            for (int i = 1; i <= CLIENTS; i++) {
                Client client = new Client(cluster, i);
                clients.add(client);
                threads.add(Thread.ofPlatform().start(client::run));
            }
            disturb(cluster, clients);
            isOver = true;
            for (Thread thread : threads) {
                thread.join();
            }
            try (FaultyClient last = new FaultyClient(cluster, 99)) {
                drain(last);
            }
        }
        if (!failures.isEmpty()) {
            throw new AssertionError("a client has failed", failures.peek());
        }
        clients.forEach(client -> history.addAll(client.history));
        checkQueue();
        LinearizabilityChecker.Verdict verdict =
                LinearizabilityChecker.check(
                        new RedisModel(), history, LinearizabilityChecker.STEPS_MAX);
        assertEquals(
                LinearizabilityChecker.Result.LINEARIZABLE,
                verdict.result(),
                verdict.explanation());
        assertTrue(history.size() > 100, "only " + history.size() + " operations");
        assertTrue(transfers.get() > 0, "no transfer was made");
        assertTrue(isToldUnknown(clients), "no client was told that nobody knows the outcome");
    }

    private static boolean isToldUnknown(List<Client> clients) {
        return clients.stream().anyMatch(client -> client.asking.isToldUnknown());
    }

    private boolean goesOn(long begin, List<Client> clients) {
        long seconds = TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - begin);
        return failures.isEmpty() && seconds < (isToldUnknown(clients) ? SECONDS : SECONDS_MAX);
    }

    private void disturb(EmbeddedCluster cluster, List<Client> clients) throws Exception {
        Random random = new Random(1);
        long begin = System.nanoTime();
        int node = 1;
        for (int round = 0; goesOn(begin, clients); round++) {
            Thread.sleep(300 + random.nextInt(500));
            int next = node % 3 + 1;
            end(cluster.node(node), random);
            if (round % 3 == 0) {
                end(cluster.node(next), random);
                Thread.sleep(ALONE_MILLIS);
                cluster.node(next).start();
            } else {
                Thread.sleep(200 + random.nextInt(500));
            }
            cluster.node(node).start();
            cluster.awaitReady();
            node = next;
        }
    }

    private static void end(EmbeddedNode node, Random random) {
        if (random.nextBoolean()) {
            node.kill();
        } else {
            node.stop();
        }
    }

    private void drain(FaultyClient last) {
        Told<String> next = last.ask(jedis -> jedis.lpop("queue"));
        while (!next.isDone() || next.reply() != null) {
            popped(next);
            next = last.ask(jedis -> jedis.lpop("queue"));
        }
    }

    private void popped(Told<String> told) {
        if (told.isUnknown()) {
            unknownPops.incrementAndGet();
        } else if (told.isDone() && told.reply() != null) {
            popped.add(told.reply());
        }
    }

    /** Nothing comes twice, and nothing is lost but by pops of which nobody knows the outcome. */
    private void checkQueue() {
        Map<String, Integer> times = new HashMap<>();
        popped.forEach(element -> times.merge(element, 1, Integer::sum));
        times.forEach((element, count) -> assertEquals(1, count, element));
        List<String> strange = new ArrayList<>(times.keySet());
        strange.removeAll(pushed);
        strange.removeAll(perhapsPushed);
        assertEquals(List.of(), strange, "popped, but never pushed");
        long lost = pushed.stream().filter(element -> !times.containsKey(element)).count();
        assertTrue(lost <= unknownPops.get(), lost + " lost by " + unknownPops.get() + " pops");
    }

    /** One client, which does at random what the test is about. */
    private final class Client {
        final History<String, RedisCall, Object> history = new History<>();
        private final FaultyClient asking;
        private final Random random;
        private final int number;
        private int count;
        private long ownCounter;

        Client(EmbeddedCluster cluster, int number) {
            this.asking = new FaultyClient(cluster, number);
            this.random = new Random(number);
            this.number = number;
        }

        void run() {
            try (asking) {
                while (!isOver) {
                    count++;
                    act();
                    Thread.sleep(random.nextInt(8));
                }
            } catch (Throwable e) {
                failures.add(e);
            }
        }

        private void act() {
            switch (random.nextInt(12)) {
                case 0, 1 -> string(0);
                case 2 -> string(1);
                case 3, 4 -> number(0);
                case 5 -> number(1);
                case 6 -> elements();
                case 7 -> push();
                case 8 -> popped(asking.ask(jedis -> in(jedis, 0, in -> in.lpop("queue"))));
                case 9 -> pair();
                case 10 -> transfer();
                default -> pipeline();
            }
        }

        /**
         * Asks and records it.
         *
         * @param database of the key, whose history is its own in each
         * @param ask sends these words, or what comes to the same
         */
        private void record(int database, Function<Jedis, @Nullable Object> ask, String... words) {
            RedisCall.Command command = RedisCall.Command.of(words);
            String object = database + "/" + words[1];
            long begin = System.nanoTime();
            Told<Object> told = asking.ask(jedis -> in(jedis, database, ask));
            long end = System.nanoTime();
            if (told.isDone()) {
                Object reply = told.reply() == null ? RedisModel.NIL : told.reply();
                history.add(object, new Operation<>(number, command, reply, begin, end));
            } else if (told.isUnknown() && !command.isRead()) {
                history.add(object, Operation.unknown(number, command, begin));
            }
        }

        private static <T> T in(Jedis jedis, int database, Function<Jedis, T> task) {
            if (jedis.getDB() != database) {
                jedis.select(database);
            }
            return task.apply(jedis);
        }

        private void string(int database) {
            String key = "s" + random.nextInt(2);
            String value = number + "." + count + " ";
            switch (random.nextInt(4)) {
                case 0 -> record(database, in -> in.set(key, value), "SET", key, value);
                case 1 -> record(database, in -> in.append(key, value), "APPEND", key, value);
                default -> record(database, in -> in.get(key), "GET", key);
            }
        }

        private void number(int database) {
            if (random.nextBoolean()) {
                record(database, in -> in.incr("n"), "INCR", "n");
            } else {
                record(database, in -> in.get("n"), "GET", "n");
            }
        }

        private void elements() {
            switch (random.nextInt(4)) {
                case 0 -> record(0, in -> in.hincrBy("h", "f", 1), "HINCRBY", "h", "f", "1");
                case 1 -> record(0, in -> in.hget("h", "f"), "HGET", "h", "f");
                case 2 -> record(0, in -> whole(in.zincrby("z", 1, "m")), "ZINCRBY", "z", "1", "m");
                default -> record(0, in -> whole(in.zscore("z", "m")), "ZSCORE", "z", "m");
            }
        }

        /** A score as it is sent. */
        private static @Nullable String whole(@Nullable Double score) {
            return score == null ? null : Long.toString(score.longValue());
        }

        private void push() {
            String element = number + "." + count;
            Told<Long> told = asking.ask(jedis -> in(jedis, 0, in -> in.rpush("queue", element)));
            if (told.isDone()) {
                pushed.add(element);
            } else if (told.isUnknown()) {
                perhapsPushed.add(element);
            }
        }

        /** Both keys change together, and are never seen to differ. */
        private void pair() {
            String value = number + "." + count;
            boolean writes = random.nextBoolean();
            Told<List<Object>> told =
                    asking.ask(jedis ->
                            in(
                                    jedis,
                                    0,
                                    in -> {
                                        Transaction both = in.multi();
                                        if (writes) {
                                            both.set("{pair}a", value);
                                            both.set("{pair}b", value);
                                        }
                                        both.get("{pair}a");
                                        both.get("{pair}b");
                                        return both.exec();
                                    }));
            if (told.isDone()) {
                List<Object> replies = Objects.requireNonNull(told.reply());
                Object last = replies.getLast();
                assertEquals(replies.get(replies.size() - 2), last);
                assertTrue(!writes || value.equals(last), "another value than was just written");
            }
        }

        /** What is on all accounts together never changes. */
        private void transfer() {
            String from = "{bank}" + random.nextInt(ACCOUNTS);
            String to = "{bank}" + random.nextInt(ACCOUNTS);
            if (!from.equals(to)) {
                Function<Jedis, List<Object>> moving = in -> move(in, from, to);
                Told<List<Object>> told = asking.ask(jedis -> in(jedis, 0, moving));
                transfers.addAndGet(told.isDone() && told.reply() != null ? 1 : 0);
            }
            String[] all = new String[ACCOUNTS];
            for (int i = 0; i < ACCOUNTS; i++) {
                all[i] = "{bank}" + i;
            }
            Told<List<String>> seen = asking.ask(jedis -> in(jedis, 0, in -> in.mget(all)));
            if (seen.isDone()) {
                List<String> amounts = Objects.requireNonNull(seen.reply());
                int sum = amounts.stream().mapToInt(Integer::parseInt).sum();
                assertEquals(TOTAL, sum, amounts.toString());
            }
        }

        private static List<Object> move(Jedis jedis, String from, String to) {
            jedis.watch(from, to);
            int fromAmount = Integer.parseInt(jedis.get(from));
            int toAmount = Integer.parseInt(jedis.get(to));
            Transaction transfer = jedis.multi();
            transfer.set(from, Integer.toString(fromAmount - 1));
            transfer.set(to, Integer.toString(toAmount + 1));
            return transfer.exec();
        }

        /** Replies come in the order of the commands, whatever is done first. */
        private void pipeline() {
            Told<Long> told =
                    asking.ask(jedis ->
                            in(
                                    jedis,
                                    0,
                                    in -> {
                                        Pipeline pipeline = in.pipelined();
                                        List<Response<Long>> numbers = new ArrayList<>();
                                        List<Response<Object>> echos = new ArrayList<>();
                                        for (int i = 0; i < 10; i++) {
                                            numbers.add(pipeline.incr("own" + number));
                                            echos.add(
                                                    pipeline.sendCommand(
                                                            Protocol.Command.ECHO, "e" + i));
                                            pipeline.get("s" + i % 2);
                                        }
                                        pipeline.sync();
                                        for (int i = 0; i < 10; i++) {
                                            assertEquals(
                                                    "e" + i,
                                                    new String((byte[]) echos.get(i).get(), UTF_8));
                                        }
                                        return consecutive(numbers);
                                    }));
            ownCounter = told.isDone() ? Objects.requireNonNull(told.reply()) : ownCounter;
        }

        /** Nobody else counts here, but for earlier increments that nobody was told of. */
        private long consecutive(List<Response<Long>> numbers) {
            long first = numbers.getFirst().get();
            assertTrue(first > ownCounter, first + " after " + ownCounter);
            for (int i = 0; i < numbers.size(); i++) {
                assertEquals(first + i, numbers.get(i).get());
            }
            return numbers.getLast().get();
        }
    }
}
