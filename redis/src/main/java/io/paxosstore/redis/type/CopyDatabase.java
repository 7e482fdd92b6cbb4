package io.paxosstore.redis.type;

import io.paxosstore.redis.resp.Arguments;

import java.util.ArrayList;
import java.util.List;

/**
 * The database that COPY names. A handler sees the keys of one entity and does not know the number
 * of the database that they are in; the connection does, and takes the option away where it names
 * the selected one. What is left of it the command refuses.
 */
public final class CopyDatabase {
    /** Of COPY. */
    static final String OPTION = "DB";

    private static final String COMMAND = "COPY";
    private static final int FIRST_OPTION = 3;

    private CopyDatabase() {}

    /**
     * A command without the option that names the database which is selected; any other as it is.
     *
     * @param command which may be another one
     * @param selected the number of the database
     */
    public static Arguments taken(Arguments command, int selected) {
        if (command.count() <= FIRST_OPTION + 1 || !command.is(0, COMMAND)) {
            return command;
        }
        List<byte[]> words = new ArrayList<>(command.list(0, FIRST_OPTION));
        long last = selected;
        int i = FIRST_OPTION;
        while (i < command.count()) {
            boolean isDatabase = command.is(i, OPTION) && i + 1 < command.count();
            if (isDatabase) {
                i++;
                if (!Arguments.isInteger(command.bytes(i)) || command.integer(i) < 0) {
                    return command;
                }
                last = command.integer(i);
            } else {
                words.add(command.bytes(i));
            }
            i++;
        }
        return last == selected ? new Arguments(words) : command;
    }
}
