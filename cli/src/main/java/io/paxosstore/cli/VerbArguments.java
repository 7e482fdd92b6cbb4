package io.paxosstore.cli;

import org.jspecify.annotations.Nullable;

import java.time.Duration;
import java.util.List;

/**
 * What follows a verb, and the name of the object before it.
 *
 * @param name the object's name
 * @param arguments the words after the verb, with the time to live if there is one
 */
record VerbArguments(String name, Arguments arguments) {
    List<String> all() {
        return arguments.words();
    }

    int count() {
        return arguments.words().size();
    }

    boolean hasTtl() {
        return arguments.ttl() != null;
    }

    String word(int index) {
        return arguments.word(index);
    }

    @Nullable String optional(int index) {
        return index < count() ? word(index) : null;
    }

    long number(int index, String what) {
        return arguments.number(index, what);
    }

    Duration duration(int index) {
        return Arguments.duration(word(index));
    }
}
