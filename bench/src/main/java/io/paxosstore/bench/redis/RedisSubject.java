package io.paxosstore.bench.redis;

import io.paxosstore.sim.check.RedisCall.Command;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Some keys of a database. Those of a hash tag are one object to whoever checks what was seen,
 * since MULTI may change them together; others are one object each.
 *
 * @param database their database
 * @param name the hash tag, or what the names of the keys begin with
 * @param isTag whether the keys have the tag in common
 * @param kinds what there is under that name
 */
record RedisSubject(int database, String name, boolean isTag, List<RedisSubject.Kind> kinds) {
    /** How many accounts a tag has. */
    static final int ACCOUNTS = 3;

    /** The database whose spaces are of entities. */
    static final int ENTITIES = 0;

    /** The database whose space is of keys. */
    static final int KEYS = 1;

    private static final int FIELDS = 2;
    private static final int TAGS = 4;
    private static final int PLAIN = 2;
    private static final int STRINGS = 3;

    /** What a key holds. */
    enum Kind {
        STRING,
        COUNTER,
        HASH,
        LIST,
        SORTED_SET
    }

    /** All that clients use at a time. */
    static List<RedisSubject> ofGeneration(long generation) {
        List<RedisSubject> all = new ArrayList<>();
        List<Kind> every = List.of(Kind.values());
        for (int i = 0; i < TAGS; i++) {
            all.add(new RedisSubject(ENTITIES, "t" + generation + "-" + i, true, every));
        }
        for (int i = 0; i < PLAIN; i++) {
            all.add(new RedisSubject(ENTITIES, "p" + generation + "-" + i, false, every));
        }
        List<Kind> ofKeys = List.of(Kind.STRING, Kind.COUNTER);
        for (int i = 0; i < STRINGS; i++) {
            all.add(new RedisSubject(KEYS, "k" + generation + "-" + i, false, ofKeys));
        }
        return all;
    }

    String key(Kind kind) {
        return key(kind.name().toLowerCase(Locale.ROOT));
    }

    private String key(String suffix) {
        return isTag ? "{" + name + "}" + suffix : name + "." + suffix;
    }

    /** The keys of the accounts. */
    List<String> accounts() {
        List<String> accounts = new ArrayList<>();
        for (int i = 0; i < ACCOUNTS; i++) {
            accounts.add(key("account" + i));
        }
        return accounts;
    }

    /** The key that every transfer writes, another value each time. */
    String stamp() {
        return key("stamp");
    }

    /** What the history calls the object that a key of this kind is part of. */
    String object(Kind kind) {
        return database + "/" + (isTag ? name : key(kind));
    }

    /** The object of all keys of the tag. */
    String object() {
        return database + "/" + name;
    }

    static String field(int number) {
        return "f" + number % FIELDS;
    }

    /** Reads of all that there is of a kind. */
    List<Command> reads(Kind kind) {
        String key = key(kind);
        return switch (kind) {
            case STRING, COUNTER -> List.of(Command.of("GET", key));
            case HASH ->
                    List.of(Command.of("HGET", key, field(0)), Command.of("HGET", key, field(1)));
            case LIST -> List.of(Command.of("LRANGE", key, "0", "-1"));
            case SORTED_SET ->
                    List.of(
                            Command.of("ZSCORE", key, field(0)),
                            Command.of("ZSCORE", key, field(1)));
        };
    }

    /** One read of the accounts and of their stamp. */
    Command readOfAccounts() {
        List<String> words = new ArrayList<>();
        words.add("MGET");
        words.addAll(accounts());
        words.add(stamp());
        return new Command(words);
    }
}
