package io.paxosstore.client;

import io.paxosstore.protocol.wire.Wire;

import org.jspecify.annotations.Nullable;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Objects;
import java.util.regex.Pattern;

/** The settings of a {@link PaxosStore}. Immutable; made by {@link #builder()}. */
public final class ClientOptions {
    private static final Duration MILLI = Duration.ofMillis(1);
    private static final Duration MINUTE = Duration.ofMinutes(1);

    private final Builder values;

    private ClientOptions(Builder values) {
        this.values = values;
    }

    /** The defaults. */
    public static ClientOptions defaults() {
        return builder().build();
    }

    /** Starts from the defaults. */
    public static Builder builder() {
        return new Builder();
    }

    /** The client's name in the servers' logs. */
    public String name() {
        return values.name;
    }

    /** How long a call may take at most, unless it says otherwise. */
    public Duration deadline() {
        return values.deadline;
    }

    /** How long an attempt may go without an answer before the next node is tried. */
    public Duration attemptTimeout() {
        return values.attemptTimeout;
    }

    /**
     * How long a connection on which answers are awaited may be silent before its node is asked for
     * a sign of life, and how long that may take, before the next node is tried.
     */
    public Duration silenceTimeout() {
        return values.silenceTimeout;
    }

    /** How often a call is sent at most, the first time included. */
    public int attemptsMax() {
        return values.attemptsMax;
    }

    /** The wait before a call is sent again after a node said it cannot serve it now. */
    public Duration backoffMin() {
        return values.backoffMin;
    }

    /** What that wait grows to. */
    public Duration backoffMax() {
        return values.backoffMax;
    }

    /**
     * How long {@link PaxosStore#connect} waits for the first node that greets, trying again and
     * again; it gives up earlier if no address is that of a node this client can talk to.
     */
    public Duration connectTimeout() {
        return values.connectTimeout;
    }

    /** The longest wait between attempts to reach a node that is gone. */
    public Duration reconnectMax() {
        return values.reconnectMax;
    }

    /**
     * Calls that may be under way at once. One more waits in the client, first come, first served,
     * at most until its deadline; then it fails with {@link OverloadedException}, and nothing was
     * sent. Blocking calls always wait; of asynchronous ones {@link #asyncWaitingMax} may.
     */
    public int inFlightMax() {
        return values.inFlightMax;
    }

    /**
     * Asynchronous calls that may be open beyond {@link #inFlightMax}, waiting for room. One more
     * fails with {@link OverloadedException} at once.
     */
    public int asyncWaitingMax() {
        return values.asyncWaitingMax;
    }

    /** Events that a {@link Watch} keeps for its reader, about. */
    public int watchEventsMax() {
        return values.watchEventsMax;
    }

    /**
     * Keys whose latest version a {@link RangeWatch} remembers until all nodes have told it. A node
     * that is further behind is not relied on any more.
     */
    public int watchKeysMax() {
        return values.watchKeysMax;
    }

    /** How long {@link PaxosStore#close()} waits for calls under way. */
    public Duration closeTimeout() {
        return values.closeTimeout;
    }

    /**
     * The zone that the client is in: LOCAL reads go first to a replica there. Empty for none.
     * Other requests go where the data is preferred, in whichever zone.
     */
    public String zone() {
        return values.zone;
    }

    /** Who is told about nodes that come and go. */
    public NodeListener nodeListener() {
        return values.nodeListener;
    }

    /** Who makes a span of each call; null for nobody. */
    public @Nullable CallTracer callTracer() {
        return values.callTracer;
    }

    /** Collects settings; each setter checks its range. Not thread-safe. */
    public static final class Builder {
        /** As good as no limit: the deadline comes first. */
        static final int ATTEMPTS_LIMIT = 1_000_000;

        /** Greatest {@link #inFlightMax}. */
        static final int IN_FLIGHT_LIMIT = 65_536;

        /** Greatest {@link #asyncWaitingMax}. */
        static final int ASYNC_WAITING_LIMIT = 1_000_000;

        /** Greatest {@link #watchEventsMax}. */
        static final int WATCH_EVENTS_LIMIT = 1_000_000;

        /** Range of {@link #watchKeysMax}. */
        static final int WATCH_KEYS_MIN = 1000;

        static final int WATCH_KEYS_LIMIT = 10_000_000;

        private static final Pattern ZONE = Pattern.compile("[a-z0-9_-]{1,64}");

        private String name = "java-client";
        private Duration deadline = Duration.ofSeconds(1);
        private Duration attemptTimeout = Duration.ofMillis(250);
        private Duration silenceTimeout = Duration.ofMillis(20);
        private int attemptsMax = ATTEMPTS_LIMIT;
        private Duration backoffMin = Duration.ofMillis(5);
        private Duration backoffMax = Duration.ofMillis(200);
        private Duration connectTimeout = Duration.ofSeconds(10);
        private Duration reconnectMax = Duration.ofSeconds(1);
        private int inFlightMax = 4096;
        private int asyncWaitingMax = 4096;
        private int watchEventsMax = 1024;
        private int watchKeysMax = 100_000;
        private Duration closeTimeout = Duration.ofSeconds(5);
        private String zone = "";
        private NodeListener nodeListener = state -> {};
        private @Nullable CallTracer callTracer;

        private Builder() {}

        private Builder(Builder from) {
            name = from.name;
            deadline = from.deadline;
            attemptTimeout = from.attemptTimeout;
            silenceTimeout = from.silenceTimeout;
            attemptsMax = from.attemptsMax;
            backoffMin = from.backoffMin;
            backoffMax = from.backoffMax;
            connectTimeout = from.connectTimeout;
            reconnectMax = from.reconnectMax;
            inFlightMax = from.inFlightMax;
            asyncWaitingMax = from.asyncWaitingMax;
            watchEventsMax = from.watchEventsMax;
            watchKeysMax = from.watchKeysMax;
            closeTimeout = from.closeTimeout;
            zone = from.zone;
            nodeListener = from.nodeListener;
            callTracer = from.callTracer;
        }

        /** Default {@code java-client}; at most 255 bytes in UTF-8. */
        public Builder name(String value) {
            Checks.range(
                    "length of the client's name in bytes",
                    value.getBytes(StandardCharsets.UTF_8).length,
                    0,
                    Wire.NAME_BYTES_MAX);
            name = value;
            return this;
        }

        /** Default 1 s; 1 ms to 1 hour. */
        public Builder deadline(Duration value) {
            Checks.duration("deadline", value, MILLI, CallOptions.DEADLINE_MAX);
            deadline = value;
            return this;
        }

        /**
         * Default 250 ms; 1 ms to 1 minute. Doubles with every attempt of a call. Should be far
         * above the usual latency: an attempt sent too early is work done twice.
         */
        public Builder attemptTimeout(Duration value) {
            Checks.duration("attempt timeout", value, MILLI, MINUTE);
            attemptTimeout = value;
            return this;
        }

        /**
         * Default 20 ms; 1 ms to 1 minute. A node that is not silent but slow is left to the
         * attempt timeout. False alarms double it, up to the attempt timeout, and cost requests
         * sent twice; for far nodes it should be above half a round trip.
         */
        public Builder silenceTimeout(Duration value) {
            Checks.duration("silence timeout", value, MILLI, MINUTE);
            silenceTimeout = value;
            return this;
        }

        /**
         * How often a call is sent at most. Default and maximum 1,000,000, which is until its
         * deadline; 1 switches retries off. What is not answered at all, fails by a fault, or takes
         * more time than a node gives it, is sent 15 times in any case. A call that is sent again
         * takes one of the places of {@link #inFlightMax}: where deadlines are long, and what is
         * refused by some nodes for long must not keep out what others would serve, bound this.
         */
        public Builder attemptsMax(int value) {
            Checks.range("maximum of attempts", value, 1, ATTEMPTS_LIMIT);
            attemptsMax = value;
            return this;
        }

        /**
         * Default 5 ms to 200 ms; 1 ms to 1 minute. The wait doubles from the least to the most, or
         * to an eighth of the time that the call has taken if that is more, 5 s at most; a random
         * part of up to a half is taken off.
         */
        public Builder backoff(Duration min, Duration max) {
            Checks.duration("least backoff", min, MILLI, MINUTE);
            Checks.duration("greatest backoff", max, min, MINUTE);
            backoffMin = min;
            backoffMax = max;
            return this;
        }

        /**
         * Default 10 s; 1 ms to 1 hour. A connection that is not greeted within 5 s, or this time
         * if it is shorter, is opened anew.
         */
        public Builder connectTimeout(Duration value) {
            Checks.duration("connect timeout", value, MILLI, CallOptions.DEADLINE_MAX);
            connectTimeout = value;
            return this;
        }

        /** Default 1 s; 20 ms to 1 minute. */
        public Builder reconnectMax(Duration value) {
            Checks.duration("longest wait to reconnect", value, Node.RECONNECT_MIN, MINUTE);
            reconnectMax = value;
            return this;
        }

        /** Default 4,096; 1 to 65,536. */
        public Builder inFlightMax(int value) {
            Checks.range("maximum of calls in flight", value, 1, IN_FLIGHT_LIMIT);
            inFlightMax = value;
            return this;
        }

        /** Default 4,096; 0 to 1,000,000. Each keeps its arguments in memory. */
        public Builder asyncWaitingMax(int value) {
            Checks.range("maximum of waiting asynchronous calls", value, 0, ASYNC_WAITING_LIMIT);
            asyncWaitingMax = value;
            return this;
        }

        /**
         * Default 1,024; 1 to 1,000,000. A watch whose reader is further behind is taken off the
         * server until half of the events are read.
         */
        public Builder watchEventsMax(int value) {
            Checks.range("events of a watch", value, 1, WATCH_EVENTS_LIMIT);
            watchEventsMax = value;
            return this;
        }

        /** Default 100,000; 1,000 to 10,000,000. Each takes some 200 bytes while it is kept. */
        public Builder watchKeysMax(int value) {
            Checks.range("keys of a watch", value, WATCH_KEYS_MIN, WATCH_KEYS_LIMIT);
            watchKeysMax = value;
            return this;
        }

        /** Default 5 s; 1 ms to 1 hour. */
        public Builder closeTimeout(Duration value) {
            Checks.duration("close timeout", value, MILLI, CallOptions.DEADLINE_MAX);
            closeTimeout = value;
            return this;
        }

        /** Default: none. 1 to 64 of a-z, 0-9, _ and -, as the nodes' zones are named. */
        public Builder zone(String value) {
            if (!ZONE.matcher(value).matches()) {
                throw new IllegalArgumentException(
                        "The zone is \"" + value + "\"; write 1 to 64 of a-z, 0-9, _ and -.");
            }
            zone = value;
            return this;
        }

        /** Default: nobody. */
        public Builder nodeListener(NodeListener value) {
            nodeListener = Objects.requireNonNull(value);
            return this;
        }

        /** Default: nobody, which costs nothing. */
        public Builder callTracer(CallTracer value) {
            callTracer = Objects.requireNonNull(value);
            return this;
        }

        /** The options as set so far. */
        public ClientOptions build() {
            return new ClientOptions(new Builder(this));
        }
    }
}
