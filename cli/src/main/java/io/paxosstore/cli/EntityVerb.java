package io.paxosstore.cli;

import io.paxosstore.client.Entity;
import io.paxosstore.client.EntityList;
import io.paxosstore.client.EntityMap;
import io.paxosstore.client.EntityQueue;
import io.paxosstore.client.EntitySet;
import io.paxosstore.client.EntityValue;
import io.paxosstore.protocol.model.Page;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/** What the shell does with the objects of an entity, by the names of the handles' methods. */
enum EntityVerb {
    LIST_APPEND(
            "list",
            "append ELEMENT...",
            "adds after the last",
            (e, a) -> EntitySteps.number(list(e, a).op().appendAll(a.all()), "length")),
    LIST_PREPEND(
            "list",
            "prepend ELEMENT...",
            "adds before the first",
            (e, a) -> EntitySteps.number(list(e, a).op().prependAll(a.all()), "length")),
    LIST_GET(
            "list",
            "get INDEX",
            "shows an element; -1 is the last",
            (e, a) -> EntitySteps.optional(list(e, a).op().get(a.number(0, "index")))),
    LIST_RANGE(
            "list",
            "range FROM TO",
            "shows elements, both ends included",
            (e, a) ->
                    EntitySteps.range(
                            list(e, a)
                                    .op()
                                    .range(
                                            a.number(0, "index"),
                                            a.number(1, "index"),
                                            EntitySteps.PAGE),
                            a.number(0, "index"))),
    LIST_TRIM(
            "list",
            "trim FROM TO",
            "removes all others",
            (e, a) ->
                    EntitySteps.number(
                            list(e, a).op().trim(a.number(0, "index"), a.number(1, "index")),
                            "length")),
    LIST_LENGTH(
            "list",
            "length",
            "counts the elements",
            (e, a) -> EntitySteps.number(list(e, a).op().length(), "length")),
    LIST_POP_LAST(
            "list",
            "popLast",
            "removes the last and shows it",
            (e, a) -> EntitySteps.optional(list(e, a).op().popLast())),
    LIST_POP_FIRST(
            "list",
            "popFirst",
            "removes the first and shows it",
            (e, a) -> EntitySteps.optional(list(e, a).op().popFirst())),
    QUEUE_ENQUEUE(
            "queue",
            "enqueue ELEMENT...",
            "adds at the end",
            (e, a) -> EntitySteps.enqueued(queue(e, a).op().enqueueAll(a.all()))),
    QUEUE_READ(
            "queue",
            "read FROM [COUNT]",
            "shows elements from a sequence number on",
            (e, a) ->
                    EntitySteps.messages(
                            queue(e, a).op().read(a.number(0, "sequence number"), page(a)))),
    QUEUE_AWAIT_NEXT(
            "queue",
            "awaitNext FROM [COUNT]",
            "like read, but waits for one",
            (e, a) ->
                    EntitySteps.messages(
                            queue(e, a).op().read(a.number(0, "sequence number"), page(a)))),
    QUEUE_PEEK(
            "queue",
            "peek",
            "shows the first element",
            (e, a) -> EntitySteps.message(queue(e, a).op().peek())),
    QUEUE_ACKNOWLEDGE(
            "queue",
            "acknowledge UPTO",
            "removes up to a sequence number",
            (e, a) ->
                    EntitySteps.number(
                            queue(e, a).op().acknowledge(a.number(0, "sequence number")),
                            "removed")),
    QUEUE_RETAIN(
            "queue",
            "retain LENGTH AGE",
            "limits it; 0 and 0s for no limit",
            (e, a) ->
                    EntitySteps.done(
                            queue(e, a).op().retain(a.number(0, "length"), a.duration(1)))),
    QUEUE_LENGTH(
            "queue",
            "length",
            "counts the elements",
            (e, a) -> EntitySteps.number(queue(e, a).op().length(), "length")),
    SET_ADD(
            "set",
            "add MEMBER...",
            "adds members",
            (e, a) -> EntitySteps.number(set(e, a).op().addAll(a.all()), "added")),
    SET_REMOVE(
            "set",
            "remove MEMBER...",
            "removes members",
            (e, a) -> EntitySteps.number(set(e, a).op().removeAll(a.all()), "removed")),
    SET_CONTAINS(
            "set",
            "contains MEMBER",
            "asks for a member",
            (e, a) -> EntitySteps.flag(set(e, a).op().contains(a.word(0)), "yes", "no")),
    SET_SCAN(
            "set",
            "scan [FROM] [TO]",
            "shows members in order",
            (e, a) ->
                    EntitySteps.members(
                            a.count() == 0
                                    ? set(e, a).op().scan(EntitySteps.PAGE)
                                    : set(e, a)
                                            .op()
                                            .scan(a.word(0), a.optional(1), EntitySteps.PAGE))),
    SET_SIZE(
            "set",
            "size",
            "counts the members",
            (e, a) -> EntitySteps.number(set(e, a).op().size(), "size")),
    SET_RANDOM(
            "set",
            "random",
            "draws a member",
            (e, a) -> EntitySteps.optional(set(e, a).op().random())),
    SORTED_SET_ADD(
            "sortedSet",
            "add SCORE MEMBER...",
            "adds members or changes their scores",
            SortedSetSteps::add),
    SORTED_SET_INCREMENT(
            "sortedSet",
            "increment MEMBER [DELTA]",
            "adds to a member's score",
            SortedSetSteps::increment),
    SORTED_SET_REMOVE("sortedSet", "remove MEMBER...", "removes members", SortedSetSteps::remove),
    SORTED_SET_SCORE("sortedSet", "score MEMBER", "shows its score", SortedSetSteps::score),
    SORTED_SET_RANK(
            "sortedSet", "rank MEMBER", "shows how many come before it", SortedSetSteps::rank),
    SORTED_SET_REVERSE_RANK(
            "sortedSet",
            "reverseRank MEMBER",
            "shows how many come after it",
            SortedSetSteps::reverseRank),
    SORTED_SET_RANGE(
            "sortedSet",
            "range FROM TO",
            "shows members by rank, both ends included",
            SortedSetSteps::range),
    SORTED_SET_RANGE_BY_SCORE(
            "sortedSet",
            "rangeByScore MIN MAX",
            "shows members by score",
            SortedSetSteps::rangeByScore),
    SORTED_SET_RANGE_BY_MEMBER(
            "sortedSet",
            "rangeByMember [FROM] [TO]",
            "shows members in the order of their bytes",
            SortedSetSteps::rangeByMember),
    SORTED_SET_COUNT(
            "sortedSet",
            "count MIN MAX",
            "counts those of scores from MIN to MAX",
            SortedSetSteps::count),
    SORTED_SET_SIZE("sortedSet", "size", "counts the members", SortedSetSteps::size),
    SORTED_SET_POP_FIRST(
            "sortedSet", "popFirst", "removes the first and shows it", SortedSetSteps::popFirst),
    SORTED_SET_POP_LAST(
            "sortedSet", "popLast", "removes the last and shows it", SortedSetSteps::popLast),
    SORTED_SET_RANDOM("sortedSet", "random", "draws a member", SortedSetSteps::random),
    MAP_GET(
            "map",
            "get FIELD...",
            "shows fields",
            (e, a) -> EntitySteps.fields(map(e, a).op().getAll(a.all()), a.all())),
    MAP_PUT(
            "map",
            "put FIELD VALUE [--ttl 5s]",
            "writes a field",
            (e, a) -> EntitySteps.put(map(e, a).op().put(a.word(0), a.word(1)))),
    MAP_PUT_IF_ABSENT(
            "map",
            "putIfAbsent FIELD VALUE [--ttl 5s]",
            "writes if absent",
            (e, a) ->
                    EntitySteps.flag(
                            map(e, a).op().putIfAbsent(a.word(0), a.word(1)), "OK", "CONFLICT")),
    MAP_COMPARE_AND_SET(
            "map",
            "compareAndSet FIELD EXPECTED NEW [--ttl 5s]",
            "writes if equal",
            (e, a) ->
                    EntitySteps.flag(
                            map(e, a).op().compareAndSet(a.word(0), a.word(1), a.word(2)),
                            "OK",
                            "CONFLICT")),
    MAP_REMOVE(
            "map",
            "remove FIELD...",
            "removes fields",
            (e, a) -> EntitySteps.number(map(e, a).op().removeAll(a.all()), "removed")),
    MAP_INCREMENT(
            "map",
            "increment FIELD [DELTA]",
            "adds to a number",
            (e, a) ->
                    EntitySteps.number(map(e, a).op().increment(a.word(0), delta(a, 1)), "number")),
    MAP_SCAN(
            "map",
            "scan [FROM] [TO]",
            "shows fields in order",
            (e, a) ->
                    EntitySteps.entries(
                            a.count() == 0
                                    ? map(e, a).op().scan(EntitySteps.PAGE)
                                    : map(e, a)
                                            .op()
                                            .scan(a.word(0), a.optional(1), EntitySteps.PAGE))),
    MAP_SIZE(
            "map",
            "size",
            "counts the fields",
            (e, a) -> EntitySteps.number(map(e, a).op().size(), "size")),
    VALUE_GET("value", "get", "shows it", (e, a) -> EntitySteps.optional(value(e, a).op().get())),
    VALUE_GET_VERSIONED(
            "value",
            "getVersioned",
            "shows it with its version and expiry",
            (e, a) -> EntitySteps.versioned(value(e, a).op().getVersioned())),
    VALUE_PUT(
            "value",
            "put VALUE [--ttl 5s]",
            "writes it",
            (e, a) -> EntitySteps.version(value(e, a).op().put(a.word(0)))),
    VALUE_PUT_IF_ABSENT(
            "value",
            "putIfAbsent VALUE [--ttl 5s]",
            "writes it if absent",
            (e, a) -> EntitySteps.written(value(e, a).op().putIfAbsent(a.word(0)))),
    VALUE_COMPARE_AND_SET(
            "value",
            "compareAndSet EXPECTED NEW [--ttl 5s]",
            "writes it if equal",
            (e, a) -> EntitySteps.written(value(e, a).op().compareAndSet(a.word(0), a.word(1)))),
    VALUE_COMPARE_VERSION_AND_SET(
            "value",
            "compareVersionAndSet VERSION NEW [--ttl 5s]",
            "writes it if the version equals",
            (e, a) ->
                    EntitySteps.written(
                            value(e, a)
                                    .op()
                                    .compareVersionAndSet(a.number(0, "version"), a.word(1)))),
    VALUE_INCREMENT(
            "value",
            "increment [DELTA] [--ttl 5s]",
            "adds to a number",
            (e, a) -> EntitySteps.number(value(e, a).op().increment(delta(a, 0)), "number")),
    TABLE_CREATE(
            "table",
            "create COLUMNS",
            "\"id bigint, name varchar not null, primary key (id)\"",
            TableSteps::create),
    TABLE_INSERT(
            "table",
            "insert COLUMN=VALUE... [--ttl 5s]",
            "writes a row of a new key",
            TableSteps::insert),
    TABLE_UPSERT(
            "table",
            "upsert COLUMN=VALUE... [--ttl 5s]",
            "writes a row, whatever is there",
            TableSteps::upsert),
    TABLE_GET("table", "get KEY...", "shows the row of a key", TableSteps::get),
    TABLE_REMOVE("table", "remove KEY...", "removes the row of a key", TableSteps::remove),
    TABLE_QUERY(
            "table",
            "query [CLAUSES]",
            "shows rows; \"WHERE id > 5 ORDER BY name LIMIT 3\"",
            TableSteps::query),
    TABLE_DESCRIBE_TABLE(
            "table",
            "describeTable",
            "shows columns, key, indexes and size",
            (e, a) -> TableSteps.describe(e.table(a.name()).op().describeTable())),
    TABLE_SIZE(
            "table",
            "size",
            "counts the rows",
            (e, a) -> EntitySteps.number(e.table(a.name()).op().size(), "length")),
    OBJECT_DESCRIBE(
            "object",
            "describe",
            "shows its model, size and expiry",
            (e, a) -> EntitySteps.info(value(e, a).op().describe())),
    OBJECT_DELETE(
            "object",
            "delete",
            "deletes it as a whole",
            (e, a) ->
                    EntitySteps.flag(value(e, a).op().delete(), "deleted", EntitySteps.NOT_FOUND)),
    OBJECT_EXPIRE(
            "object",
            "expire DURATION",
            "lets it expire; 0s for never",
            (e, a) ->
                    EntitySteps.flag(
                            value(e, a).op().expire(a.duration(0)), "OK", EntitySteps.NOT_FOUND));

    /** Makes the operation of a verb. */
    @FunctionalInterface
    private interface Maker {
        ShellStep<?> make(Entity entity, VerbArguments arguments);
    }

    private final String command;
    private final String usage;
    private final String help;

    @SuppressWarnings("ImmutableEnumChecker") // a lambda without state
    private final Maker maker;

    EntityVerb(String command, String usage, String help, Maker maker) {
        this.command = command;
        this.usage = usage;
        this.help = help;
        this.maker = maker;
    }

    /**
     * The verb of a word.
     *
     * @throws IllegalArgumentException with one sentence if the command has no such verb
     */
    static EntityVerb of(ShellCommand command, String word) {
        String name = ShortVerbs.inFull(command.word(), word);
        for (EntityVerb verb : values()) {
            if (verb.command.equals(command.word()) && verb.word().equalsIgnoreCase(name)) {
                return verb;
            }
        }
        List<String> words = words(command.word());
        throw new IllegalArgumentException(
                "There is no '"
                        + command.word()
                        + " NAME "
                        + word
                        + "'; "
                        + Similar.to(word, words)
                                .map(meant -> "did you mean '" + meant + "'?")
                                .orElse("use one of " + String.join(", ", words) + "."));
    }

    /** The words of a command's verbs. */
    static List<String> words(String command) {
        return Arrays.stream(values())
                .filter(verb -> verb.command.equalsIgnoreCase(command))
                .map(EntityVerb::word)
                .toList();
    }

    /** A line for each verb of a command; empty if it has none. */
    static String help(String command) {
        return Arrays.stream(values())
                .filter(verb -> verb.command.equalsIgnoreCase(command))
                .map(verb -> String.format("  %-46s %s", verb.usage(), verb.help))
                .collect(Collectors.joining(System.lineSeparator()));
    }

    private String word() {
        int end = usage.indexOf(' ');
        return end < 0 ? usage : usage.substring(0, end);
    }

    private String usage() {
        return command + " NAME " + usage;
    }

    /**
     * The operation that the words ask for.
     *
     * @throws IllegalArgumentException with one sentence if they make no sense
     */
    ShellStep<?> step(Entity entity, VerbArguments arguments) {
        check(arguments);
        return maker.make(entity, arguments);
    }

    private void check(VerbArguments arguments) {
        String[] parts = usage.replace(" [--ttl 5s]", "").split(" ", -1);
        long least = Arrays.stream(parts).skip(1).filter(part -> !part.startsWith("[")).count();
        long most = usage.contains("...") ? Integer.MAX_VALUE : parts.length - 1;
        if (arguments.count() < least || arguments.count() > most) {
            throw new IllegalArgumentException("Usage: " + usage());
        }
        if (arguments.hasTtl() && !usage.contains("--ttl")) {
            throw new IllegalArgumentException(
                    "'" + usage() + "' takes no --ttl; 'object NAME expire DURATION' sets one.");
        }
    }

    /** How many elements a read may show; a number given after the first argument. */
    static Page page(VerbArguments a) {
        return a.count() > 1
                ? Page.of(Math.clamp(a.number(1, "count"), Integer.MIN_VALUE, Integer.MAX_VALUE))
                : EntitySteps.PAGE;
    }

    private static long delta(VerbArguments a, int index) {
        return a.count() > index ? a.number(index, "delta") : 1;
    }

    private static EntityList<String> list(Entity entity, VerbArguments a) {
        return entity.list(a.name(), EntitySteps.TEXT);
    }

    private static EntityQueue<String> queue(Entity entity, VerbArguments a) {
        return entity.queue(a.name(), EntitySteps.TEXT);
    }

    private static EntitySet<String> set(Entity entity, VerbArguments a) {
        return entity.set(a.name(), EntitySteps.TEXT);
    }

    private static EntityMap<String, String> map(Entity entity, VerbArguments a) {
        return entity.map(a.name(), EntitySteps.TEXT, EntitySteps.TEXT);
    }

    private static EntityValue<String> value(Entity entity, VerbArguments a) {
        return entity.value(a.name(), EntitySteps.TEXT);
    }
}
