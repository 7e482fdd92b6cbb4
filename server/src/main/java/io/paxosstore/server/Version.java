package io.paxosstore.server;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Objects;
import java.util.Properties;

/** Which build of the server this is. */
public final class Version {
    private static final String TEXT = read();

    private Version() {}

    /** The release, and the commit it was built from if that was known. */
    public static String text() {
        return TEXT;
    }

    private static String read() {
        Properties properties = new Properties();
        try (InputStream in =
                Objects.requireNonNull(Version.class.getResourceAsStream("version.properties"))) {
            properties.load(in);
        } catch (IOException e) {
            throw new UncheckedIOException("version.properties cannot be read", e);
        }
        return properties.getProperty("version", "");
    }
}
