package io.paxosstore.bench.redis;

import io.paxosstore.bench.redis.RedisSubject.Kind;
import io.paxosstore.core.RandomSource;
import io.paxosstore.sim.check.RedisCall;
import io.paxosstore.sim.check.RedisCall.Command;
import io.paxosstore.sim.check.RedisModel;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Chooses what one client asks next. Not thread-safe. */
final class RedisChooser {
    private static final int IN_TRANSACTION_MAX = 5;
    private static final int OPENING_AMOUNT = 100;

    private final int client;
    private final RandomSource random;
    private long made;

    RedisChooser(int client, RandomSource random) {
        this.client = client;
        this.random = random;
    }

    /** A text that nobody else writes. */
    private String fresh() {
        return client + "." + ++made + " ";
    }

    Kind kind(RedisSubject subject) {
        return subject.kinds().get(random.nextInt(subject.kinds().size()));
    }

    /** A command on the key of this kind. */
    Command command(RedisSubject subject, Kind kind) {
        String key = subject.key(kind);
        int percent = random.nextInt(100);
        String field = RedisSubject.field(random.nextInt(2));
        return switch (kind) {
            case STRING -> string(key, percent);
            case COUNTER -> percent < 60 ? Command.of("INCR", key) : Command.of("GET", key);
            case HASH ->
                    percent < 60
                            ? Command.of("HINCRBY", key, field, "1")
                            : Command.of("HGET", key, field);
            case SORTED_SET ->
                    percent < 60
                            ? Command.of("ZINCRBY", key, "1", field)
                            : Command.of("ZSCORE", key, field);
            case LIST -> {
                if (percent < 45) {
                    yield Command.of("RPUSH", key, fresh());
                }
                yield percent < 90 ? Command.of("LPOP", key) : Command.of("LRANGE", key, "0", "-1");
            }
        };
    }

    private Command string(String key, int percent) {
        if (percent < 35) {
            return Command.of("SET", key, fresh());
        }
        if (percent < 45) {
            return Command.of("APPEND", key, fresh());
        }
        return percent < 52 ? Command.of("DEL", key) : Command.of("GET", key);
    }

    /** Commands of any kind on keys of a tag, to be executed as one. */
    RedisCall.Transaction transaction(RedisSubject subject) {
        List<Command> commands = new ArrayList<>();
        int count = 2 + random.nextInt(IN_TRANSACTION_MAX - 1);
        for (int i = 0; i < count; i++) {
            commands.add(command(subject, kind(subject)));
        }
        return new RedisCall.Transaction(Map.of(), commands);
    }

    /** What is asked before a transfer: WATCH first. */
    static List<RedisCall> beforeTransfer(RedisSubject subject) {
        List<String> words = new ArrayList<>();
        words.add("WATCH");
        words.addAll(subject.accounts());
        words.add(subject.stamp());
        return List.of(new Command(words), subject.readOfAccounts());
    }

    /**
     * Moves something from one account to another one if nobody has done so meanwhile.
     *
     * @param seen the reply to the read of the accounts
     */
    RedisCall.Transaction transfer(RedisSubject subject, List<?> seen) {
        List<String> accounts = subject.accounts();
        Map<String, String> watched = new HashMap<>();
        for (int i = 0; i < accounts.size(); i++) {
            watched.put(accounts.get(i), seen.get(i).toString());
        }
        watched.put(subject.stamp(), seen.getLast().toString());
        int from = random.nextInt(accounts.size());
        int to = (from + 1 + random.nextInt(accounts.size() - 1)) % accounts.size();
        return new RedisCall.Transaction(
                watched,
                List.of(
                        Command.of("SET", accounts.get(from), moved(seen.get(from), -1)),
                        Command.of("SET", accounts.get(to), moved(seen.get(to), 1)),
                        Command.of("SET", subject.stamp(), fresh())));
    }

    private static String moved(Object seen, int change) {
        boolean isNew = seen.equals(RedisModel.NIL);
        int amount = isNew ? OPENING_AMOUNT : Integer.parseInt(seen.toString());
        return Integer.toString(amount + change);
    }
}
