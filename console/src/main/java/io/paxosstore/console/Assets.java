package io.paxosstore.console;

import io.paxosstore.console.answer.Gzip;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;

/**
 * The pages, scripts and styles that a browser loads: all that there are, read when the first one
 * is asked for; nothing else of the class path can be had. Immutable.
 */
public final class Assets {
    /** Our own scripts. */
    static final List<String> SCRIPTS =
            List.of(
                    "app.js",
                    "cluster.js",
                    "data.js",
                    "dom.js",
                    "events.js",
                    "feed.js",
                    "live.js",
                    "problems.js",
                    "standouts.js");

    private static final String OWN = "/io/paxosstore/console/web/";
    private static final String UPLOT = "/META-INF/resources/webjars/uplot/1.6.30/dist/";
    private static final String HTML = "text/html; charset=utf-8";
    private static final String SCRIPT = "text/javascript; charset=utf-8";
    private static final String STYLE = "text/css; charset=utf-8";
    private static final String PICTURE = "image/svg+xml";
    private static final int TAG_BYTES = 12;

    /**
     * A file.
     *
     * @param type of the content
     * @param packed the body as gzip has it
     * @param tag which other content does not have
     */
    @SuppressWarnings("ArrayRecordComponent") // not changed by anybody
    public record Asset(String type, byte[] body, byte[] packed, String tag) {}

    /** A class of its own: a node that nobody looks at reads nothing. */
    private static final class All {
        private static final Assets ASSETS = new Assets();
    }

    private final Map<String, Asset> files = new HashMap<>();

    private Assets() {
        add("/", OWN + "index.html", HTML);
        for (String script : SCRIPTS) {
            add("/console/" + script, OWN + script, SCRIPT);
        }
        add("/console/style.css", OWN + "style.css", STYLE);
        add("/console/icon.svg", OWN + "icon.svg", PICTURE);
        add("/console/uplot.js", UPLOT + "uPlot.iife.min.js", SCRIPT);
        add("/console/uplot.css", UPLOT + "uPlot.min.css", STYLE);
    }

    private void add(String path, String resource, String type) {
        try (InputStream in = Assets.class.getResourceAsStream(resource)) {
            if (in == null) {
                throw new IllegalStateException("The build lacks " + resource + ".");
            }
            byte[] body = in.readAllBytes();
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(body);
            String tag = HexFormat.of().formatHex(digest, 0, TAG_BYTES);
            files.put(path, new Asset(type, body, Gzip.pack(body), "\"" + tag + "\""));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    /** The file at a path; null if there is none. */
    public static @Nullable Asset find(String path) {
        return All.ASSETS.files.get(path);
    }

    /** How many bytes all together are, on their way. */
    static int packedBytes() {
        return All.ASSETS.files.values().stream().mapToInt(file -> file.packed().length).sum();
    }
}
