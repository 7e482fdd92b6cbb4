package io.paxosstore.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;

/** What of a node's directory could not be read while the rest was shown. For one thread. */
final class Unread {
    private final List<String> sentences = new ArrayList<>();
    private long regions;

    /** There is a region more. */
    void add() {
        regions++;
    }

    /**
     * What was asked for is not in what could be read.
     *
     * @param what such as "record of the key users/alice"
     * @throws IOException with one sentence if all could be read: then there is none
     */
    void foundNo(String what) throws IOException {
        if (regions == 0) {
            throw new IOException("There is no " + what + ".");
        }
        sentences.add("There is no readable " + what + ".");
    }

    /** Says what is missing; false if all could be read. */
    boolean tell(PrintWriter err) {
        if (regions == 0) {
            return false;
        }
        sentences.forEach(err::println);
        err.println(
                (regions == 1 ? "1 region" : regions + " regions")
                        + " could not be read: run 'store verify'.");
        return true;
    }
}
