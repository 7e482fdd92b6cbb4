package io.paxosstore.server.front.redis;

import io.paxosstore.redis.resp.Arguments;

/**
 * Says of commands on a string whether they name the moment at which their key expires, and not how
 * long it has to live: a time to live is counted by the clock of whoever records the write.
 */
final class NamedMoments {
    /** Behind the names of command and key. */
    private static final int OPTIONS_AT = 2;

    private NamedMoments() {}

    /** Whether a command may name one. */
    static boolean areIn(Arguments command) {
        return switch (command.option(0)) {
            case "EXPIREAT", "PEXPIREAT" -> true;
            case "SET" -> isOption(command, OPTIONS_AT + 1); // the value comes first
            case "GETEX" -> isOption(command, OPTIONS_AT);
            default -> false;
        };
    }

    private static boolean isOption(Arguments command, int from) {
        for (int i = from; i < command.count(); i++) {
            String option = command.option(i);
            if (option.equals("EXAT") || option.equals("PXAT")) {
                return true;
            }
        }
        return false;
    }
}
