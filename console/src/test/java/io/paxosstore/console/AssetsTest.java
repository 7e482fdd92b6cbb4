package io.paxosstore.console;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import static java.nio.charset.StandardCharsets.UTF_8;

import org.junit.jupiter.api.Test;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What a browser loads is whole, small and from here alone. */
class AssetsTest {
    private static final int BYTES_MAX = 60_000;
    private static final Pattern IMPORT = Pattern.compile("from '([^']+)'");
    private static final Pattern LINK = Pattern.compile("(?:href|src)=\"(/[^\"]+)\"");

    private static String text(String path) {
        Assets.Asset asset = Assets.find(path);
        assertNotNull(asset, path);
        return new String(asset.body(), UTF_8);
    }

    @Test
    void everythingThatIsNamedIsThere() {
        Matcher links = LINK.matcher(text("/"));
        while (links.find()) {
            text(links.group(1));
        }
        int imports = 0;
        for (String script : Assets.SCRIPTS) {
            Matcher names = IMPORT.matcher(text("/console/" + script));
            while (names.find()) {
                text(names.group(1).replaceFirst("^\\./", "/console/"));
                imports++;
            }
        }
        assertTrue(imports > 8);
    }

    @Test
    void nothingIsAskedOfAnybodyElse() {
        for (String path : new String[] {"/", "/console/style.css"}) {
            assertFalse(text(path).contains("http"), path);
        }
        for (String script : Assets.SCRIPTS) {
            String code = text("/console/" + script);
            assertFalse(code.contains("http"), script);
            assertFalse(code.contains("innerHTML"), script + " makes markup of texts");
        }
    }

    @Test
    void itIsSmall() {
        assertTrue(Assets.packedBytes() < BYTES_MAX, () -> Assets.packedBytes() + " bytes");
    }

    @Test
    void nothingElseOfTheClassPathCanBeHad() {
        for (String path :
                new String[] {
                    "/console/",
                    "/console/../console/app.js",
                    "/index.html",
                    "/META-INF/MANIFEST.MF"
                }) {
            assertNull(Assets.find(path), path);
        }
    }
}
