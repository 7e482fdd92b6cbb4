package io.paxosstore.server.history;

import java.util.List;

/** What Chronicle Queue needs of the JVM, which {@code bin/jvm.options} grants. Stateless. */
public final class JvmAccess {
    /** Packages that it reads of in depth. */
    private static final List<String> OPENED =
            List.of("java.io", "java.lang", "java.lang.reflect", "java.util", "sun.nio.ch");

    /** Packages that it calls. */
    private static final List<String> EXPORTED = List.of("jdk.internal.ref", "sun.nio.ch");

    private JvmAccess() {}

    /** Whether the JVM was started so that there can be a history. */
    public static boolean isGranted() {
        Module base = Object.class.getModule();
        Module own = JvmAccess.class.getModule();
        return OPENED.stream().allMatch(name -> base.isOpen(name, own))
                && EXPORTED.stream().allMatch(name -> base.isExported(name, own));
    }
}
