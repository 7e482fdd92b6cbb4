package io.paxosstore.server.config;

import java.time.Duration;

/** Declares the settings that have a range and need no more. */
final class Declare {
    private Declare() {}

    static Setting<Duration> duration(
            String key, Duration byDefault, Duration min, Duration max, String doc) {
        return Setting.declare(key, ValueType.duration())
                .defaultsTo(byDefault)
                .between(min, max)
                .doc(doc);
    }

    static Setting<Integer> integer(String key, int byDefault, int min, int max, String doc) {
        return Setting.declare(key, ValueType.integer())
                .defaultsTo(byDefault)
                .between(min, max)
                .doc(doc);
    }

    static Setting<Long> size(String key, long byDefault, long min, long max, String doc) {
        return Setting.declare(key, ValueType.size())
                .defaultsTo(byDefault)
                .between(min, max)
                .doc(doc);
    }
}
