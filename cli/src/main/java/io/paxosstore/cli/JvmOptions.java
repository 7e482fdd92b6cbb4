package io.paxosstore.cli;

import org.jspecify.annotations.Nullable;

import java.util.Map;

/** Whether the options of the JVM that somebody has set are those that it has been given. */
final class JvmOptions {
    /** Set by the script that reads the variable. */
    static final String LAUNCHER = "paxosstore.launcher";

    static final String VARIABLE = "PAXOSSTORE_JVM_OPTS";

    private JvmOptions() {}

    /**
     * What somebody has to know who has set the variable where nothing reads it, as in a container,
     * whose image starts Java itself; empty if all is well.
     *
     * @param launcher what the property has; null if it is not set
     */
    static String unread(@Nullable String launcher, Map<String, String> environment) {
        if (launcher != null || environment.getOrDefault(VARIABLE, "").isBlank()) {
            return "";
        }
        return VARIABLE
                + " has no effect here, since bin/paxosstore has not started this process: write"
                + " the options into conf/jvm.options of the installation (in a container mount a"
                + " file over /opt/paxosstore/conf/jvm.options), or give them to java itself";
    }
}
