package io.paxosstore.redis.resp;

/**
 * A command cannot be executed, and has no effects: an expected outcome, on its way to the reply.
 * The texts are Redis's own, since clients compare them.
 */
public final class RedisError extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** An error of these words, which begin with a code such as {@code ERR}. */
    public RedisError(String text) {
        super(text, null, false, false);
    }

    /** As the client gets to read it. */
    public Reply reply() {
        return new Reply.Error(String.valueOf(getMessage()));
    }

    /** Whether it says that the key holds something of another type. */
    public boolean isWrongType() {
        return String.valueOf(getMessage()).startsWith("WRONGTYPE");
    }

    /** An option is unknown, or is where it must not be. */
    public static RedisError syntax() {
        return new RedisError("ERR syntax error");
    }

    /** What should be a whole number of 64 bits is none. */
    public static RedisError notAnInteger() {
        return new RedisError("ERR value is not an integer or out of range");
    }

    /** What should be a floating point number is none. */
    public static RedisError notAFloat() {
        return new RedisError("ERR value is not a valid float");
    }

    /** A whole number is beyond what the command takes. */
    public static RedisError outOfRange() {
        return new RedisError("ERR value is out of range");
    }

    /** The key holds something of another type. */
    public static RedisError wrongType() {
        return new RedisError("WRONGTYPE Operation against a key holding the wrong kind of value");
    }

    /** There is no such key, where one must be. */
    public static RedisError noSuchKey() {
        return new RedisError("ERR no such key");
    }

    /** A key of no bytes, which cannot be stored. */
    public static RedisError emptyKey() {
        return new RedisError("ERR a key without a byte cannot be stored");
    }

    /** The keys have several hash tags, so that nothing can be done to them together. */
    public static RedisError crossSlot() {
        return new RedisError("CROSSSLOT Keys in request don't hash to the same slot");
    }

    /** A time to live that makes no sense. */
    public static RedisError invalidExpire(String command) {
        return new RedisError("ERR invalid expire time in '" + command + "' command");
    }

    /** A subcommand, which is the second word, does not take such words. */
    public static RedisError wrongWords(Arguments in) {
        return new RedisError(
                "ERR unknown subcommand or wrong number of arguments for '"
                        + in.text(1)
                        + "'. Try "
                        + in.option(0)
                        + " HELP.");
    }

    /** A command has no such subcommand, which is the second word. */
    public static RedisError unknownSubcommand(String command, Arguments in) {
        String shown = in.text(1).replace('\r', ' ').replace('\n', ' ');
        return new RedisError(
                "ERR unknown subcommand '"
                        + shown.substring(0, Math.min(128, shown.length()))
                        + "'. Try "
                        + command
                        + " HELP.");
    }

    /** Too few or too many arguments. */
    public static RedisError wrongCount(String command) {
        return new RedisError("ERR wrong number of arguments for '" + command + "' command");
    }
}
