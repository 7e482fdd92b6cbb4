package io.paxosstore.server.config;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.paxosstore.lsm.store.MergeConfig;

import org.junit.jupiter.api.Test;

import java.util.Objects;

/** A configuration knows no engine: what stands in both is compared here. */
class TableSettingsTest {
    private static <T> T byDefault(Setting<T> setting) {
        return Objects.requireNonNull(setting.defaultValue());
    }

    @Test
    void theDefaultsAreThoseOfTheEngine() {
        assertEquals(
                MergeConfig.DEFAULT,
                new MergeConfig(
                        byDefault(TableSettings.MERGE_ROWS),
                        byDefault(TableSettings.MERGE_PERCENT) / 100.0,
                        byDefault(TableSettings.MERGE_AFTER),
                        Math.toIntExact(byDefault(TableSettings.MERGE_STEP_BYTES)),
                        byDefault(TableSettings.MERGE_SHARE)));
    }
}
