package io.paxosstore.bench.demo;

import io.paxosstore.bench.workload.ClientThreads;
import io.paxosstore.bench.workload.WorkloadStats;
import io.paxosstore.client.PaxosStore;
import io.paxosstore.client.PaxosStoreException;
import io.paxosstore.core.RandomSource;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.LongAdder;

/**
 * Users of a small social network who send each other messages, follow each other's timelines and
 * keep address books, as hard as a few clients can. Started and stopped by one thread; {@link
 * #stats} may be read by any.
 */
final class SocialNetwork {
    /** Clients that act for the users, each for its own share of them. */
    private static final int ACTORS = 8;

    /** Clients that read the users' inboxes, each its own share of them. */
    private static final int READERS = 4;

    /** A reader that found nothing in any inbox looks again after this. */
    private static final long IDLE_MILLIS = 2;

    private static final int SEND_PERCENT = 44;
    private static final int POST_PERCENT = 60;
    private static final int LIKE_PERCENT = 70;
    private static final int SCROLL_PERCENT = 80;
    private static final int LOOK_UP_PERCENT = 95;
    private static final int CITY_PERCENT = 98;
    private static final int FAILED_READS_MAX = 3;

    private final SocialGraph graph;
    private final Inboxes inboxes;
    private final Timelines timelines;
    private final Contacts contacts;
    private final WorkloadStats stats = new WorkloadStats();
    private final LongAdder posts = new LongAdder();
    private final LongAdder likes = new LongAdder();
    private final ClientThreads actors = new ClientThreads("a call of the social network");
    private final ClientThreads readers = new ClientThreads("a reading of inboxes");
    private final RandomSource random;
    private long startNanos;
    private long actedNanos;

    /** A network of new users, whose spaces are created where absent. */
    SocialNetwork(PaxosStore store, int users, long seed) {
        random = new RandomSource(seed);
        graph = SocialGraph.grow(users, random.fork());
        inboxes = new Inboxes(store, users);
        timelines = new Timelines(store, users);
        contacts = new Contacts(store, graph);
    }

    /** A step that asks the store. */
    @FunctionalInterface
    private interface Step {
        void run();
    }

    /** Sets the inboxes and address books up and lets everybody act. */
    void start() throws InterruptedException {
        stats.started();
        inParallel(user -> {
            call("opening an inbox", () -> inboxes.open(user));
            call("filling the contacts", () -> contacts.open(user));
        });
        startNanos = System.nanoTime();
        for (int share = 0; share < ACTORS; share++) {
            List<Integer> own = share(share, ACTORS);
            RandomSource choices = random.fork();
            actors.start(() -> act(own, choices));
        }
        for (int share = 0; share < READERS; share++) {
            List<Integer> own = share(share, READERS);
            readers.start(() -> read(own));
        }
    }

    private List<Integer> share(int share, int of) {
        List<Integer> own = new ArrayList<>();
        for (int user = share; user < graph.users(); user += of) {
            own.add(user);
        }
        return own;
    }

    private boolean call(String what, Step step) {
        long invoked = System.nanoTime();
        try {
            step.run();
            stats.success(invoked, System.nanoTime());
            return true;
        } catch (PaxosStoreException e) {
            stats.failure(what + ": " + e.getMessage());
            return false;
        }
    }

    private void act(List<Integer> users, RandomSource choices) {
        int user = users.get(choices.nextInt(users.size()));
        int friend = graph.friend(user, choices);
        int percent = choices.nextInt(100);
        if (percent < SEND_PERCENT) {
            call("sending a message", () -> inboxes.send(user, friend));
        } else if (percent < POST_PERCENT) {
            posts.increment();
            call("posting", () -> timelines.post(user));
        } else if (percent < LIKE_PERCENT) {
            likes.increment();
            call("liking a post", () -> timelines.like(user, friend));
        } else if (percent < SCROLL_PERCENT) {
            call("looking at a timeline", () -> timelines.scroll(friend));
        } else if (percent < LOOK_UP_PERCENT) {
            call("looking a contact up", () -> contacts.lookUp(user, friend));
        } else if (percent < CITY_PERCENT) {
            call("asking for a city's contacts", () -> contacts.inCityOf(user, friend));
        } else {
            call("noting a call", () -> contacts.call(user, friend));
        }
    }

    private void read(List<Integer> users) throws InterruptedException {
        int[] came = new int[1];
        for (int user : users) {
            call("reading an inbox", () -> came[0] += inboxes.read(user));
        }
        if (came[0] == 0) {
            TimeUnit.MILLISECONDS.sleep(IDLE_MILLIS);
        }
    }

    /** Has everybody stop after their calls, and does not wait: for when something failed. */
    void halt() {
        actors.halt();
        readers.halt();
    }

    /**
     * Stops everybody, and has every inbox read to its end.
     *
     * @throws TimeoutException when some call does not end
     */
    void stop(Duration limit) throws InterruptedException, TimeoutException {
        long deadline = System.nanoTime() + limit.toNanos();
        actors.stop(limit);
        actedNanos = System.nanoTime() - startNanos;
        readers.stop(Duration.ofNanos(Math.max(1, deadline - System.nanoTime())));
        inParallel(this::readToTheEnd);
    }

    /** What is not read here is found missing. */
    private void readToTheEnd(int user) {
        int failed = 0;
        int[] came = {1};
        while (came[0] > 0 && failed < FAILED_READS_MAX) {
            if (!call("reading an inbox", () -> came[0] = inboxes.read(user))) {
                failed++;
            }
        }
    }

    /** Something to do for a user. */
    @FunctionalInterface
    private interface PerUser {
        void run(int user);
    }

    private void inParallel(PerUser work) throws InterruptedException {
        List<Thread> threads = new ArrayList<>();
        for (int share = 0; share < ACTORS; share++) {
            List<Integer> own = share(share, ACTORS);
            threads.add(Thread.startVirtualThread(() -> own.forEach(work::run)));
        }
        for (Thread thread : threads) {
            thread.join();
        }
    }

    /** What the users' clients see, live. */
    WorkloadStats stats() {
        return stats;
    }

    /** Reads every timeline and address book and judges all; the network must be stopped. */
    SocialSummary check() throws InterruptedException {
        long answered = stats.succeeded();
        ConcurrentLinkedQueue<String> problems = new ConcurrentLinkedQueue<>(timelines.torn());
        inParallel(
                user -> call("reading a timeline", () -> problems.addAll(timelines.check(user))));
        ConcurrentLinkedQueue<String> wrong = new ConcurrentLinkedQueue<>(contacts.seenWrong());
        inParallel(user -> call("reading contacts", () -> wrong.addAll(contacts.check(user))));
        return new SocialSummary(
                graph.users(),
                graph.mostFriends(),
                inboxes.acknowledged(),
                inboxes.deliveries(),
                posts.sum(),
                likes.sum(),
                contacts.lookups(),
                contacts.queries(),
                contacts.updates(),
                stats.failed(),
                stats.failures(),
                answered * 1e9 / Math.max(1, actedNanos),
                stats.longestGapMillis(),
                inboxes.problems(),
                List.copyOf(problems),
                List.copyOf(wrong));
    }
}
