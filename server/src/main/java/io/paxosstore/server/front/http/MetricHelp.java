package io.paxosstore.server.front.http;

import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.config.MeterFilter;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Objects;
import java.util.Properties;

/** Says what each figure means: the HELP lines, from metrics.properties beside this class. */
final class MetricHelp implements MeterFilter {
    private final Properties meanings = new Properties();

    MetricHelp() {
        try (InputStream in =
                Objects.requireNonNull(
                        MetricHelp.class.getResourceAsStream("metrics.properties"))) {
            meanings.load(in);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public Meter.Id map(Meter.Id id) {
        String meaning = meanings.getProperty(id.getName());
        return meaning == null
                ? id
                : new Meter.Id(
                        id.getName(),
                        Tags.of(id.getTags()),
                        id.getBaseUnit(),
                        meaning,
                        id.getType());
    }
}
