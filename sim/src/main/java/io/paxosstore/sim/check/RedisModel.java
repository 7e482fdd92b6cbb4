package io.paxosstore.sim.check;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;

/**
 * Keys of one hash tag as Redis has them: strings, counters, hashes of numbers, lists and sorted
 * sets with whole scores. A key is used with commands of one type only. Replies are numbers ({@link
 * Long}), texts, lists of replies, and {@link #NIL}.
 *
 * <p>A transaction whose watched keys have changed is not executed, and its reply is {@link #NIL};
 * so is, at times, another one, since the version of the whole tag is compared.
 */
public final class RedisModel implements Model<RedisModel.State, RedisCall, Object> {
    /** The reply where there is nothing. */
    public static final String NIL = "(nil)";

    private static final String OK = "OK";

    /**
     * What is there.
     *
     * @param values by key: a text, a list of texts, or a map of texts to numbers
     */
    public record State(Map<String, Object> values) {}

    @Override
    public State initial() {
        return new State(Map.of());
    }

    @Override
    public void step(
            State state, RedisCall call, @Nullable Object told, Consumer<? super State> next) {
        if (call instanceof RedisCall.Transaction(var watched, _) && NIL.equals(told)) {
            if (!watched.isEmpty()) {
                next.accept(state);
            }
            return;
        }
        Executed executed = execute(state, call);
        if (told == null || told.equals(executed.reply())) {
            next.accept(executed.state());
        }
    }

    /**
     * A call that was executed.
     *
     * @param state afterwards
     * @param reply to it
     */
    public record Executed(State state, Object reply) {}

    /** Executes a call as a Redis would that nobody else uses. */
    public static Executed execute(State state, RedisCall call) {
        Execution execution = new Execution(state);
        Object reply =
                switch (call) {
                    case RedisCall.Command command -> execution.run(command.words());
                    case RedisCall.Transaction transaction -> execution.run(transaction);
                };
        return new Executed(new State(Map.copyOf(execution.values)), reply);
    }

    /** A call in a state; changes a copy of it. */
    private static final class Execution {
        private final Map<String, Object> values;

        Execution(State state) {
            this.values = new TreeMap<>(state.values());
        }

        Object run(RedisCall.Transaction transaction) {
            for (Map.Entry<String, String> one : transaction.watched().entrySet()) {
                if (!values.getOrDefault(one.getKey(), NIL).equals(one.getValue())) {
                    return NIL;
                }
            }
            List<Object> replies = new ArrayList<>();
            for (RedisCall.Command command : transaction.commands()) {
                replies.add(run(command.words()));
            }
            return replies;
        }

        Object run(List<String> words) {
            String key = words.get(1);
            return switch (words.getFirst()) {
                case "SET" -> {
                    values.put(key, words.get(2));
                    yield OK;
                }
                case "GET" -> values.getOrDefault(key, NIL);
                case "MGET" ->
                        words.stream().skip(1).map(each -> values.getOrDefault(each, NIL)).toList();
                case "DEL" -> values.remove(key) == null ? 0L : 1L;
                case "APPEND" -> {
                    String whole = text(key) + words.get(2);
                    values.put(key, whole);
                    yield (long) whole.length();
                }
                case "INCR" -> {
                    String before = text(key);
                    long number = before.isEmpty() ? 1 : Long.parseLong(before) + 1;
                    values.put(key, Long.toString(number));
                    yield number;
                }
                case "HINCRBY" -> add(key, words.get(2), Long.parseLong(words.get(3)));
                case "HGET", "ZSCORE" -> {
                    Long number = numbers(key).get(words.get(2));
                    yield number == null ? NIL : number.toString();
                }
                case "ZINCRBY" ->
                        Long.toString(add(key, words.get(3), Long.parseLong(words.get(2))));
                case "RPUSH" -> {
                    List<String> longer = new ArrayList<>(elements(key));
                    longer.addAll(words.subList(2, words.size()));
                    values.put(key, List.copyOf(longer));
                    yield (long) longer.size();
                }
                case "LPOP" -> pop(key);
                case "LRANGE" -> elements(key);
                default -> throw new IllegalArgumentException("no command of the model: " + words);
            };
        }

        private String text(String key) {
            return (String) values.getOrDefault(key, "");
        }

        @SuppressWarnings("unchecked") // a key has one type
        private List<String> elements(String key) {
            return (List<String>) values.getOrDefault(key, List.of());
        }

        @SuppressWarnings("unchecked") // a key has one type
        private Map<String, Long> numbers(String key) {
            return (Map<String, Long>) values.getOrDefault(key, Map.of());
        }

        private long add(String key, String field, long number) {
            Map<String, Long> changed = new TreeMap<>(numbers(key));
            long sum = changed.merge(field, number, Long::sum);
            values.put(key, Map.copyOf(changed));
            return sum;
        }

        private Object pop(String key) {
            List<String> all = elements(key);
            if (all.isEmpty()) {
                return NIL;
            }
            if (all.size() == 1) {
                values.remove(key);
            } else {
                values.put(key, List.copyOf(all.subList(1, all.size())));
            }
            return all.getFirst();
        }
    }
}
