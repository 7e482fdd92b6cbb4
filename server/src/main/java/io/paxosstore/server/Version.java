package io.paxosstore.server;

/** Which build of the server this is. */
public final class Version {
    private Version() {}

    /** From the manifest of the jar; says so when there is none. */
    public static String text() {
        String version = Version.class.getPackage().getImplementationVersion();
        return version == null ? "(not built as a jar)" : version;
    }
}
