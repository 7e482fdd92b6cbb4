package io.paxosstore.server.config;

import static io.paxosstore.server.config.Declare.integer;

import java.util.regex.Pattern;

/** The settings of the web console. */
public final class ConsoleSettings {
    public static final Setting<Boolean> ENABLED =
            Setting.declare("console.enabled", ValueType.bool())
                    .defaultsTo(true)
                    .doc("Whether the admin port has the web console, at /.");

    public static final Setting<Boolean> DATA =
            Setting.declare("console.data", ValueType.bool())
                    .defaultsTo(true)
                    .doc(
                            "Whether the console shows what is stored, to whoever reaches the admin"
                                    + " port; like the client port, it asks nobody who he is.");

    public static final Setting<Integer> FOLLOWERS_MAX =
            integer(
                    "console.browsers",
                    32,
                    1,
                    1_000,
                    "Browsers that follow a node's console at once; one more is refused.");

    public static final Setting<String> HOSTS =
            Setting.declare(
                            "console.hosts",
                            ValueType.word(
                                    Pattern.compile("[A-Za-z0-9.,-]{0,1024}"),
                                    "names of hosts, separated by commas, or nothing"))
                    .defaultsTo("", "none")
                    .doc(
                            "Names under which browsers may ask for the console, beside localhost,"
                                    + " addresses in numbers and the names of the cluster's nodes:"
                                    + " those of a proxy before it. Any other is refused, so that"
                                    + " no page from elsewhere can have its own name lead here"
                                    + " (DNS rebinding).");

    private ConsoleSettings() {}
}
