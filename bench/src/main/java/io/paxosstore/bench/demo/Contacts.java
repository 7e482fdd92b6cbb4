package io.paxosstore.bench.demo;

import static io.paxosstore.client.table.Col.column;

import io.paxosstore.client.Codec;
import io.paxosstore.client.Entity;
import io.paxosstore.client.EntitySpace;
import io.paxosstore.client.EntityTable;
import io.paxosstore.client.OutcomeUnknownException;
import io.paxosstore.client.PaxosStore;
import io.paxosstore.client.ResultLostException;
import io.paxosstore.client.table.Row;
import io.paxosstore.protocol.model.SpaceKind;

import java.time.Clock;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.IntStream;

/**
 * Address books: each user has an entity with a table of the user's friends, which is read far more
 * often than it is changed: a few columns of one row, the rows of one city, and now and then an
 * update of a row. The contacts of a user are used by one thread.
 */
final class Contacts {
    private static final String SPACE = "people";
    private static final String TABLE = "contacts";
    private static final int PROBLEMS_MAX = 100;

    private final EntitySpace<String> space;
    private final SocialGraph graph;
    private final Clock clock = Clock.systemUTC();

    /** For each user, what is known of the calls to the friends. */
    private final List<Map<Integer, Calls>> calls;

    private final Queue<String> wrong = new ConcurrentLinkedQueue<>();
    private final LongAdder lookups = new LongAdder();
    private final LongAdder queries = new LongAdder();
    private final LongAdder updates = new LongAdder();

    /** How often a friend was called. */
    private static final class Calls {
        private long certain;
        private long unknown;

        boolean fits(long counted) {
            return counted >= certain && counted <= certain + unknown;
        }

        @Override
        public String toString() {
            return certain + " or up to " + unknown + " more";
        }
    }

    Contacts(PaxosStore store, SocialGraph graph) {
        store.createSpaceIfAbsent(SPACE, SpaceKind.ENTITY);
        space = store.entitySpace(SPACE, Codec.utf8());
        this.graph = graph;
        calls =
                IntStream.range(0, graph.users())
                        .<Map<Integer, Calls>>mapToObj(user -> new HashMap<>())
                        .toList();
    }

    private static EntityTable<Contact> table(Entity entity) {
        return entity.table(TABLE, Contact.class);
    }

    private EntityTable<Contact> table(int user) {
        return table(space.entity(SocialGraph.name(user)));
    }

    private Calls known(int user, int friend) {
        return calls.get(user).computeIfAbsent(friend, _ -> new Calls());
    }

    /** Creates the user's table and fills it, in one step. */
    void open(int user) {
        Entity entity = space.entity(SocialGraph.name(user));
        List<Contact> friends = graph.friends(user).stream().map(Contact::of).toList();
        entity.multiOp()
                .then(table(entity).op().create(), table(entity).op().insertAll(friends))
                .execute();
    }

    /** Looks two columns of a friend up. */
    void lookUp(int user, int friend) {
        List<Row> found =
                table(user)
                        .query()
                        .where(column("user").eq(SocialGraph.name(friend)))
                        .select("city", "calls")
                        .list();
        lookups.increment();
        boolean isRight =
                found.size() == 1
                        && Contact.city(friend).equals(found.getFirst().getString("city"))
                        && known(user, friend).fits(found.getFirst().getLong("calls"));
        if (!isRight) {
            wrong(user, "%s was looked up as %s".formatted(SocialGraph.name(friend), found));
        }
    }

    /** Asks who lives in the same city as a friend. */
    void inCityOf(int user, int friend) {
        String city = Contact.city(friend);
        List<Contact> found = table(user).query().where(column("city").eq(city)).list();
        queries.increment();
        String problem = ofCity(user, city, found);
        if (!problem.isEmpty()) {
            wrong(user, problem);
        }
    }

    private String ofCity(int user, String city, List<Contact> found) {
        List<String> names = found.stream().map(Contact::user).toList();
        List<String> expected =
                graph.friends(user).stream()
                        .filter(friend -> Contact.city(friend).equals(city))
                        .map(SocialGraph::name)
                        .sorted()
                        .toList();
        return names.equals(expected)
                ? ""
                : "in %s live %s, found were %s".formatted(city, expected, names);
    }

    /** Notes that the user calls a friend now. */
    void call(int user, int friend) {
        Calls known = known(user, friend);
        try {
            long changed =
                    table(user)
                            .update()
                            .add("calls", 1)
                            .set("lastCalled", clock.instant())
                            .key(SocialGraph.name(friend))
                            .execute();
            known.certain++;
            updates.increment();
            if (changed != 1) {
                wrong(user, "a call changed " + changed + " rows");
            }
        } catch (ResultLostException e) {
            known.certain++;
        } catch (OutcomeUnknownException e) {
            known.unknown++;
            throw e;
        }
    }

    private void wrong(int user, String sentence) {
        if (wrong.size() < PROBLEMS_MAX) {
            wrong.add("contacts of " + SocialGraph.name(user) + ": " + sentence);
        }
    }

    /** What was seen wrong while the load ran. */
    List<String> seenWrong() {
        return List.copyOf(wrong);
    }

    /** How often a contact was looked up. */
    long lookups() {
        return lookups.sum();
    }

    /** How often the contacts of a city were asked for. */
    long queries() {
        return queries.sum();
    }

    /** How many calls were noted for certain. */
    long updates() {
        return updates.sum();
    }

    /** Reads a user's contacts, by key and by index; what is wrong. Nobody may call. */
    List<String> check(int user) {
        List<String> problems = new ArrayList<>();
        EntityTable<Contact> table = table(user);
        Map<String, Contact> found = new HashMap<>();
        table.query().list().forEach(contact -> found.put(contact.user(), contact));
        for (int friend : graph.friends(user)) {
            Contact contact = found.remove(SocialGraph.name(friend));
            Calls known = known(user, friend);
            boolean isRight =
                    contact != null
                            && contact.city().equals(Contact.city(friend))
                            && known.fits(contact.calls())
                            && (contact.lastCalled() == null) == (contact.calls() == 0);
            if (!isRight) {
                problems.add(
                        "contacts of %s: %s is %s; calls: %s"
                                .formatted(
                                        SocialGraph.name(user),
                                        SocialGraph.name(friend),
                                        contact,
                                        known));
            }
        }
        found.keySet()
                .forEach(name ->
                        problems.add(
                                "contacts of %s: %s is no friend"
                                        .formatted(SocialGraph.name(user), name)));
        graph.friends(user).stream()
                .map(Contact::city)
                .distinct()
                .map(city ->
                        ofCity(user, city, table.query().where(column("city").eq(city)).list()))
                .filter(problem -> !problem.isEmpty())
                .forEach(problems::add);
        return problems;
    }
}
