package io.paxosstore.server.cli;

/** The commands of the shell. */
enum ShellCommand {
    PUT("put SPACE KEY VALUE [--ttl 5s]", "writes a value", true, 2, 2),
    PUTNX("putnx SPACE KEY VALUE [--ttl 5s]", "writes a value if the key is absent", true, 2, 2),
    GET("get SPACE KEY", "shows a value", true, 1, 1),
    GETV("getv SPACE KEY", "shows a value with its version and expiry", true, 1, 1),
    MGET("mget SPACE KEY...", "shows several values", true, 1, Integer.MAX_VALUE),
    DEL("del SPACE KEY", "removes a key", true, 1, 1),
    CAS("cas SPACE KEY EXPECTED NEW [--ttl 5s]", "writes if the value equals", true, 3, 3),
    CASV("casv SPACE KEY VERSION NEW [--ttl 5s]", "writes if the version equals", true, 3, 3),
    INCR("incr SPACE KEY [DELTA] [--ttl 5s]", "adds to a number", true, 1, 2),
    SPACES("spaces", "lists the spaces", false, 0, 0),
    CREATE("create NAME", "creates a space", false, 1, 1),
    DROP("drop NAME", "drops a space with all its data", false, 1, 1),
    USE("use [SPACE]", "leaves SPACE out of the commands that follow", false, 0, 1),
    STATUS("status", "shows the nodes as this client sees them", false, 0, 0),
    HELP("help", "shows the commands", false, 0, 0),
    EXIT("exit", "leaves the shell", false, 0, 0);

    private final String usage;
    private final String help;
    private final boolean takesSpace;
    private final int wordsMin;
    private final int wordsMax;

    ShellCommand(String usage, String help, boolean takesSpace, int wordsMin, int wordsMax) {
        this.usage = usage;
        this.help = help;
        this.takesSpace = takesSpace;
        this.wordsMin = wordsMin;
        this.wordsMax = wordsMax;
    }

    /** The word that calls it. */
    String word() {
        int end = usage.indexOf(' ');
        return end < 0 ? usage : usage.substring(0, end);
    }

    String usage() {
        return usage;
    }

    String help() {
        return help;
    }

    boolean takesSpace() {
        return takesSpace;
    }

    boolean takesTtl() {
        return usage.contains("--ttl");
    }

    /** Least number of words besides the space and the time to live. */
    int wordsMin() {
        return wordsMin;
    }

    /** Greatest number of words besides the space and the time to live. */
    int wordsMax() {
        return wordsMax;
    }
}
