package io.paxosstore.server.config;

import static io.paxosstore.server.config.Declare.duration;
import static io.paxosstore.server.config.Declare.integer;

import java.time.Duration;
import java.util.regex.Pattern;

/** The settings of traces. */
public final class TracingSettings {
    public static final Setting<Boolean> ENABLED =
            Setting.declare("tracing.enabled", ValueType.bool())
                    .defaultsTo(false)
                    .doc(
                            "Whether requests that belong to a sampled trace of their client are"
                                    + " traced (OpenTelemetry).");

    public static final Setting<String> ENDPOINT =
            Setting.declare("tracing.endpoint", new EndpointType())
                    .defaultsTo("http://localhost:4318/v1/traces")
                    .doc(
                            "Where traces are sent to, by OTLP over HTTP: a collector, whole with"
                                    + " its path.");

    public static final Setting<String> SERVICE =
            Setting.declare(
                            "tracing.service",
                            ValueType.word(
                                    Pattern.compile("[A-Za-z0-9._-]{1,255}"),
                                    "1 to 255 of A-Z, a-z, 0-9, ., _ and -"))
                    .defaultsTo("paxosstore")
                    .doc("What traces call the servers (service.name).");

    public static final Setting<Integer> QUEUE =
            integer(
                    "tracing.queue",
                    2048,
                    1,
                    1_000_000,
                    "Traced requests that may wait to be sent, each some 1 KiB of the heap. One"
                            + " more is dropped: requests never wait for the collector.");

    public static final Setting<Duration> INTERVAL =
            duration(
                    "tracing.interval",
                    Duration.ofSeconds(1),
                    Duration.ofMillis(10),
                    Duration.ofMinutes(1),
                    "After how long what waits is sent, if it is not enough for a batch before.");

    public static final Setting<Duration> TIMEOUT =
            duration(
                    "tracing.timeout",
                    Duration.ofSeconds(10),
                    Duration.ofMillis(100),
                    Duration.ofMinutes(1),
                    "How long the collector may take for a batch, repeats included; then the batch"
                            + " is lost.");

    private TracingSettings() {}
}
