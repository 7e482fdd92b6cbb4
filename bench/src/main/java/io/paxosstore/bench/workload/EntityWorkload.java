package io.paxosstore.bench.workload;

import io.paxosstore.client.CallOptions;
import io.paxosstore.client.EntityQueue;
import io.paxosstore.client.EntitySpace;
import io.paxosstore.client.PaxosStoreException;
import io.paxosstore.core.RandomSource;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeoutException;

/**
 * Closed-loop clients that use every model of some entities without pause, readers that follow the
 * entities' queues, and the check of what is there afterwards:
 *
 * <ul>
 *   <li>a queue delivers every acknowledged message exactly once, under the sequence number of its
 *       answer, in an order that agrees with time; messages of unknown outcome at most once;
 *   <li>transfers between two maps by MultiOps never change the sum, and come with a message each;
 *   <li>what was made for one entity is no part of a MultiOp on another;
 *   <li>elements of lists and sets are there once if their addition was acknowledged, at most once
 *       if it is unknown; whatever is taken out is taken out once;
 *   <li>counters count each acknowledged increment once, and give no result twice;
 *   <li>rows of tables are there once if their insert was acknowledged, at most once if it is
 *       unknown; updates by adding add up; an object that counts the rows is always in step; what
 *       an index finds are the rows that are there.
 * </ul>
 *
 * <p>Started, stopped and checked by one thread; what {@link #clients} gives may be read by any.
 */
public final class EntityWorkload {
    private static final Duration FOLLOWED_FOR = Duration.ofSeconds(1);

    private final List<Group> groups = new ArrayList<>();
    private final List<EntityLedger> ledgers = new ArrayList<>();
    private final List<EntityObjects> entities = new ArrayList<>();
    private final List<QueueFollower> followers = new ArrayList<>();
    private final ClientThreads threads = new ClientThreads("a call to an entity");

    /** Clients with the same deadline. */
    private record Group(
            Workload.Clients plan, List<EntityObjects> entities, WorkloadStats stats) {}

    /**
     * A workload on entities that do not exist yet.
     *
     * @param space of kind entity; its deadline is that of the checks
     * @param entityCount how many entities share the load
     */
    public EntityWorkload(EntitySpace<String> space, int entityCount, long seed) {
        RandomSource random = new RandomSource(seed);
        CallOptions options = CallOptions.DEFAULT.deadline(FOLLOWED_FOR);
        for (int number = 0; number < entityCount; number++) {
            EntityObjects objects = EntityObjects.of(space.entity(name(number)));
            EntityLedger ledger = new EntityLedger(name(number));
            entities.add(objects);
            ledgers.add(ledger);
            EntityQueue<String> queue = objects.transfers().with(options);
            followers.add(new QueueFollower(queue, ledger, random.fork()));
        }
    }

    private static String name(int number) {
        return "entity-" + number;
    }

    /** The ids of the entities. */
    public List<String> names() {
        return ledgers.stream().map(EntityLedger::entity).toList();
    }

    /**
     * Adds clients, which share the entities with the others; before {@link #start}.
     *
     * @param space the same, with these clients' deadline
     * @return what they see, live
     */
    public WorkloadStats clients(EntitySpace<String> space, Workload.Clients plan) {
        List<EntityObjects> theirs =
                names().stream().map(name -> EntityObjects.of(space.entity(name))).toList();
        Group group = new Group(plan, theirs, new WorkloadStats());
        groups.add(group);
        return group.stats();
    }

    /**
     * Prepares the entities and starts all clients and readers.
     *
     * @throws PaxosStoreException if the entities cannot be prepared
     */
    public void start() {
        entities.forEach(EntityObjects::open);
        for (Group group : groups) {
            group.stats().started();
            RandomSource random = new RandomSource(group.plan().seed());
            for (int index = 0; index < group.plan().count(); index++) {
                int id = group.plan().firstId() + index;
                EntityClient client = new EntityClient(id, random.fork(), group.stats());
                RandomSource choices = random.fork();
                threads.start(() -> call(group, client, choices));
            }
        }
        followers.forEach(follower -> threads.start(follower::follow));
    }

    private void call(Group group, EntityClient client, RandomSource choices)
            throws InterruptedException {
        int number = choices.nextInt(ledgers.size());
        EntityObjects next = group.entities().get((number + 1) % ledgers.size());
        client.call(group.entities().get(number), ledgers.get(number), next);
        ClientThreads.rest(choices, group.plan().pauseMax());
    }

    /** Has all stop after their calls, and does not wait: for when something failed. */
    public void halt() {
        threads.halt();
    }

    /**
     * Stops all once their calls have ended.
     *
     * @throws TimeoutException when some call does not end
     */
    public void stop(Duration limit) throws InterruptedException, TimeoutException {
        threads.stop(limit);
    }

    /**
     * Reads everything and compares it with what the clients were told; they must rest.
     *
     * @return what is wrong, a sentence each; empty when all is well
     * @throws PaxosStoreException if something cannot be read
     */
    public List<String> problems() {
        List<String> problems = new ArrayList<>();
        for (int number = 0; number < ledgers.size(); number++) {
            EntityCheck check =
                    new EntityCheck(
                            entities.get(number), ledgers.get(number), followers.get(number));
            problems.addAll(check.problems());
        }
        return problems;
    }

    /** How many inserts of rows were acknowledged. */
    public long rows() {
        return ledgers.stream().mapToLong(ledger -> ledger.rows().rows().size()).sum();
    }

    /** How many messages of the queues were acknowledged. */
    public long messages() {
        return ledgers.stream().mapToLong(ledger -> ledger.transfers().size()).sum();
    }
}
