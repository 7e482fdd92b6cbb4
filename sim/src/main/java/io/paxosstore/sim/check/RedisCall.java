package io.paxosstore.sim.check;

import java.util.List;
import java.util.Map;

/** What a client of Redis asks at once. */
public sealed interface RedisCall {
    /**
     * One command.
     *
     * @param words its name first
     */
    record Command(List<String> words) implements RedisCall {
        /** Takes a copy of the words. */
        public Command {
            words = List.copyOf(words);
        }

        /** A command of these words. */
        public static Command of(String... words) {
            return new Command(List.of(words));
        }

        /** The command's name. */
        public String name() {
            return words.getFirst();
        }

        /** Whether it leaves everything as it is. */
        public boolean isRead() {
            return switch (name()) {
                case "GET", "MGET", "HGET", "LRANGE", "ZSCORE" -> true;
                default -> false;
            };
        }

        @Override
        public String toString() {
            return String.join(" ", words);
        }
    }

    /**
     * Commands between MULTI and EXEC.
     *
     * @param watched values of watched keys as the client has read them since; what was not there
     *     is {@link RedisModel#NIL}. Empty if nothing is watched
     */
    record Transaction(Map<String, String> watched, List<Command> commands) implements RedisCall {
        /** Takes copies. */
        public Transaction {
            watched = Map.copyOf(watched);
            commands = List.copyOf(commands);
        }
    }

    /** Whether it leaves everything as it is. */
    default boolean isReadOnly() {
        return switch (this) {
            case Command command -> command.isRead();
            case Transaction transaction ->
                    transaction.commands().stream().allMatch(Command::isRead);
        };
    }
}
