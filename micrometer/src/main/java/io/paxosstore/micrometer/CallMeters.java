package io.paxosstore.micrometer;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import io.paxosstore.client.CallReport;
import io.paxosstore.client.NotDoneException;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/** Measures calls in one registry. Thread-safe. */
final class CallMeters {
    private record Asked(String model, String operation) {}

    private record Ended(
            Asked asked, CallReport.Outcome outcome, NotDoneException.@Nullable Reason reason) {}

    private final MeterRegistry registry;
    private final Tags tags;
    private final Map<Ended, Timer> timers = new ConcurrentHashMap<>();
    private final Map<Asked, Counter> retries = new ConcurrentHashMap<>();

    CallMeters(MeterRegistry registry, Tags tags) {
        this.registry = registry;
        this.tags = tags;
    }

    /** A call has ended. */
    void onEnd(CallReport report) {
        Asked asked = new Asked(report.model(), report.operation());
        timers.computeIfAbsent(new Ended(asked, report.outcome(), report.reason()), this::timer)
                .record(report.nanos(), TimeUnit.NANOSECONDS);
        Counter sentAgain = retries.computeIfAbsent(asked, this::retries); // 0 is shown, too
        if (report.attempts() > 1) {
            sentAgain.increment(report.attempts() - 1);
        }
    }

    private Timer timer(Ended ended) {
        NotDoneException.Reason reason = ended.reason();
        return Timer.builder("paxosstore.client.calls")
                .description("Time from a call to its end")
                .tags(tags(ended.asked()))
                .tag("outcome", word(ended.outcome()))
                .tag("reason", reason == null ? "none" : word(reason))
                .register(registry);
    }

    private Counter retries(Asked asked) {
        return Counter.builder("paxosstore.client.retries")
                .description("Requests sent again, to the same or another node")
                .baseUnit("retries")
                .tags(tags(asked))
                .register(registry);
    }

    private Tags tags(Asked asked) {
        return tags.and("model", asked.model(), "operation", asked.operation());
    }

    private static String word(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT);
    }

    /** What it has registered so far. */
    List<Meter> meters() {
        List<Meter> meters = new ArrayList<>(timers.values());
        meters.addAll(retries.values());
        return meters;
    }
}
