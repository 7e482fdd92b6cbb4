package io.paxosstore.server.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import org.junit.jupiter.api.Test;

import java.nio.file.Files;
import java.nio.file.Path;

/** docs/configuration.md says what the settings say; -Drewrite=true writes it anew. */
final class SettingsReferenceTest {
    private static final Path FILE = Path.of("..", "docs", "configuration.md");

    @Test
    void documentationIsUpToDate() throws Exception {
        String expected = SettingsReference.markdown();
        if (Boolean.getBoolean("rewrite")) {
            Files.createDirectories(FILE.toAbsolutePath().getParent());
            Files.writeString(FILE, expected);
        }
        assertEquals(
                expected,
                Files.readString(FILE),
                "docs/configuration.md is stale; its first lines say how to write it anew");
    }

    @Test
    void everySettingIsExplained() {
        for (Setting<?> setting : Settings.ALL) {
            assertFalse(setting.doc().isBlank(), setting.key());
        }
    }
}
