package io.paxosstore.server.config;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The number at the end of a host's name, as the pods of a StatefulSet have it: {@code
 * paxosstore-0} is the first of them, and node 1. Stateless.
 */
final class HostOrdinal {
    /** The value of {@code node.id} that stands for it. */
    static final String WORD = "hostname-ordinal";

    private static final Path HOST_NAME = Path.of("/proc/sys/kernel/hostname");
    private static final Pattern NUMBERED = Pattern.compile("[^.]*-(\\d{1,8})(?:\\..*)?");

    private HostOrdinal() {}

    /** Whether a value of a setting stands for it. */
    static boolean isMeant(Setting<?> setting, Object raw) {
        return setting == Settings.NODE_ID
                && raw instanceof String text
                && text.strip().equals(WORD);
    }

    /** The name of this host, as the kernel has it. */
    static String hostName() throws BadValueException {
        try {
            return Files.readString(HOST_NAME).strip();
        } catch (IOException e) {
            throw new BadValueException(
                    Settings.NODE_ID.key()
                            + ": the name of this host cannot be read from "
                            + HOST_NAME
                            + " ("
                            + e
                            + "); write the id in place of "
                            + WORD
                            + ".");
        }
    }

    /**
     * The id of the node on a host.
     *
     * @throws BadValueException when its name does not end with a number
     */
    static String nodeId(String hostName) throws BadValueException {
        Matcher matcher = NUMBERED.matcher(hostName);
        if (!matcher.matches()) {
            throw new BadValueException(
                    Settings.NODE_ID.key()
                            + ": "
                            + WORD
                            + " is for hosts whose names end with - and a number, such as"
                            + " paxosstore-0; this one is called '"
                            + hostName
                            + "'. Write the id of this node instead.");
        }
        return String.valueOf(Integer.parseInt(matcher.group(1)) + 1);
    }
}
