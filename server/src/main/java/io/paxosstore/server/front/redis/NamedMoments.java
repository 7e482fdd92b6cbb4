package io.paxosstore.server.front.redis;

import io.paxosstore.redis.resp.Arguments;

/**
 * Says of commands on a string whether they name a moment as the one at which their key expires,
 * and not how long it has to live: a time to live is counted by the clock of whoever records the
 * write.
 */
final class NamedMoments {
    /** Behind the names of command and key. */
    private static final int OPTIONS_AT = 2;

    private static final int MILLIS = 1000;

    private NamedMoments() {}

    /**
     * Whether a command names a moment.
     *
     * @param millis the moment, milliseconds since 1970
     */
    static boolean isIn(Arguments command, long millis) {
        return switch (command.option(0)) {
            case "EXPIREAT" -> isSecond(command, OPTIONS_AT, millis);
            case "PEXPIREAT" -> isNumber(command, OPTIONS_AT, millis);
            case "SET" -> isOption(command, OPTIONS_AT + 1, millis); // the value comes first
            case "GETEX" -> isOption(command, OPTIONS_AT, millis);
            default -> false;
        };
    }

    private static boolean isOption(Arguments command, int from, long millis) {
        for (int i = from; i < command.count(); i++) {
            boolean isNamed =
                    switch (command.option(i)) {
                        case "EXAT" -> isSecond(command, i + 1, millis);
                        case "PXAT" -> isNumber(command, i + 1, millis);
                        default -> false;
                    };
            if (isNamed) {
                return true;
            }
        }
        return false;
    }

    private static boolean isSecond(Arguments command, int at, long millis) {
        return millis % MILLIS == 0 && isNumber(command, at, millis / MILLIS);
    }

    /** A number can be written in one way only. */
    private static boolean isNumber(Arguments command, int at, long number) {
        return at < command.count() && command.option(at).equals(Long.toString(number));
    }
}
