package io.paxosstore.cli;

import org.jspecify.annotations.Nullable;

import java.util.Arrays;
import java.util.List;

/**
 * The commands of the shell. What does what a method of the Java client does has its name; upper
 * and lower case are the same.
 */
enum ShellCommand {
    PUT("put SPACE KEY VALUE [--ttl 5s]", "writes a value", Scope.SPACE, 2, 2),
    PUT_IF_ABSENT(
            "putIfAbsent SPACE KEY VALUE [--ttl 5s]",
            "writes if the key is absent",
            Scope.SPACE,
            2,
            2),
    GET("get SPACE KEY", "shows a value", Scope.SPACE, 1, 1),
    GET_VERSIONED("getVersioned SPACE KEY", "shows a value, version and expiry", Scope.SPACE, 1, 1),
    GET_ALL("getAll SPACE KEY...", "shows several values", Scope.SPACE, 1, Integer.MAX_VALUE),
    EXISTS("exists SPACE KEY", "asks for a key", Scope.SPACE, 1, 1),
    DELETE("delete SPACE KEY", "removes a key", Scope.SPACE, 1, 1),
    DELETE_IF_VERSION(
            "deleteIfVersion SPACE KEY VERSION",
            "removes if the version equals",
            Scope.SPACE,
            2,
            2),
    COMPARE_AND_SET(
            "compareAndSet SPACE KEY EXPECTED NEW [--ttl 5s]",
            "writes if the value equals",
            Scope.SPACE,
            3,
            3),
    COMPARE_VERSION_AND_SET(
            "compareVersionAndSet SPACE KEY VERSION NEW [--ttl 5s]",
            "writes if the version equals",
            Scope.SPACE,
            3,
            3),
    INCREMENT("increment SPACE KEY [DELTA] [--ttl 5s]", "adds to a number", Scope.SPACE, 1, 2),
    SCAN("scan SPACE [PREFIX [LIMIT]]", "shows keys, or ids of entities", Scope.SPACE, 0, 2),
    COUNT("count SPACE [PREFIX]", "counts keys, or entities", Scope.SPACE, 0, 1),
    WATCH_RANGE(
            "watchRange SPACE [PREFIX] [count N]",
            "shows what changes, until Ctrl-C",
            Scope.SPACE,
            0,
            3),
    LIST("list ENTITY NAME VERB [ARGUMENT...]", "a list of an entity", Scope.ENTITY, 2),
    QUEUE("queue ENTITY NAME VERB [ARGUMENT...]", "a queue of an entity", Scope.ENTITY, 2),
    SET("set ENTITY NAME VERB [ARGUMENT...]", "a set of an entity", Scope.ENTITY, 2),
    SORTED_SET(
            "sortedSet ENTITY NAME VERB [ARGUMENT...]", "works with a sorted set", Scope.ENTITY, 2),
    MAP("map ENTITY NAME VERB [ARGUMENT...] [--ttl 5s]", "a map", Scope.ENTITY, 2),
    VALUE("value ENTITY NAME VERB [ARGUMENT...] [--ttl 5s]", "a value", Scope.ENTITY, 2),
    TABLE("table ENTITY NAME VERB [ARGUMENT...] [--ttl 5s]", "a table", Scope.ENTITY, 2),
    SQL("sql ENTITY STATEMENT", "executes SQL on a table", Scope.ENTITY, 1),
    OBJECT("object ENTITY NAME VERB [ARGUMENT]", "an object of any model", Scope.ENTITY, 2),
    OBJECTS("objects ENTITY [FROM]", "lists the objects of an entity", Scope.ENTITY, 0, 1),
    WATCH(
            "watch ENTITY [from VERSION] [count N]",
            "shows what changes, until Ctrl-C",
            Scope.ENTITY,
            0,
            4),
    MULTI_OP("multiOp ENTITY", "begins a MultiOp: operations wait", Scope.ENTITY, 0, 0),
    WHEN("when GUARD ARGUMENT...", "adds a guard to it", Scope.NONE, 2),
    OTHERWISE("otherwise", "what follows is done if a guard does not hold", Scope.NONE, 0, 0),
    EXECUTE("execute", "executes it, all or nothing", Scope.NONE, 0, 0),
    DISCARD("discard", "forgets it", Scope.NONE, 0, 0),
    LIST_SPACES("listSpaces", "lists the spaces with their kinds", Scope.NONE, 0, 0),
    CREATE_SPACE("createSpace NAME [kv|entity]", "creates a space", Scope.NONE, 1, 2),
    CREATE_SPACE_IF_ABSENT(
            "createSpaceIfAbsent NAME [kv|entity]", "creates it if need be", Scope.NONE, 1, 2),
    DROP_SPACE("dropSpace NAME [--yes]", "drops a space with all its data", Scope.NONE, 1, 2),
    USE("use [SPACE | entity SPACE:ID]", "leaves it out of what follows", Scope.NONE, 0, 2),
    STATUS(
            "status",
            "asks every node how it is, and says what may still be lost",
            Scope.NONE,
            0,
            0),
    TOP("top", "shows what every node does, until q", Scope.NONE, 0, 0),
    HELP("help [COMMAND]", "shows the commands, or the verbs of one", Scope.NONE, 0, 1),
    EXIT("exit", "leaves the shell", Scope.NONE, 0, 0);

    /** What a command names first, if it is not in use. */
    enum Scope {
        NONE,
        SPACE,
        ENTITY
    }

    private final String usage;
    private final String help;
    private final Scope scope;
    private final int wordsMin;
    private final int wordsMax;

    ShellCommand(String usage, String help, Scope scope, int wordsMin) {
        this(usage, help, scope, wordsMin, Integer.MAX_VALUE);
    }

    ShellCommand(String usage, String help, Scope scope, int wordsMin, int wordsMax) {
        this.usage = usage;
        this.help = help;
        this.scope = scope;
        this.wordsMin = wordsMin;
        this.wordsMax = wordsMax;
    }

    /** The command that a word calls, a short form too; null if it calls none. */
    static @Nullable ShellCommand of(String word) {
        String name = ShortVerbs.inFull(word);
        for (ShellCommand command : values()) {
            if (command.word().equalsIgnoreCase(name)) {
                return command;
            }
        }
        return null;
    }

    /** The words that call commands, without short forms. */
    static List<String> words() {
        return Arrays.stream(values()).map(ShellCommand::word).toList();
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

    Scope scope() {
        return scope;
    }

    boolean takesTtl() {
        return usage.contains("--ttl");
    }

    /** Least number of words besides the space or entity and the time to live. */
    int wordsMin() {
        return wordsMin;
    }

    /** Greatest number of words besides the space or entity and the time to live. */
    int wordsMax() {
        return wordsMax;
    }
}
