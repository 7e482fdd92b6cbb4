package io.paxosstore.server.config;

/** The settings of what is done with damaged data. */
public final class DamageSettings {
    public static final Setting<Integer> COPIES_MAX =
            Declare.integer(
                    "entities.damaged-copies",
                    2,
                    1,
                    100,
                    "How many directories with entities' data that was moved aside as damaged"
                            + " (data.damaged-N) are kept, the newest ones; older ones are deleted"
                            + " when one more is moved aside. Each may be as large as the data.");

    private DamageSettings() {}
}
