package io.paxosstore.server.config;

import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Environment variables with our prefix that Kubernetes and Docker set in every container to say
 * where a service or a linked container is: those of a service called {@code paxosstore} or {@code
 * paxosstore-...}. They are told by name and value together, so that a setting whose name is
 * misspelt stays a mistake. Immutable.
 */
final class InjectedVariables {
    /** {@code PAXOSSTORE} or {@code PAXOSSTORE_NAME}: the service in capitals. */
    private static final String SERVICE = "(PAXOSSTORE(?:_[A-Z0-9]+)*)";

    private static final String NUMBER = "\\d{1,5}";
    private static final String ADDRESS =
            "(?:\\d{1,3}(?:\\.\\d{1,3}){3}|[0-9a-fA-F:.]*:[0-9a-fA-F:.]*)";
    private static final String PROTOCOL = "(?:tcp|udp|sctp)";
    private static final String URL =
            PROTOCOL + "://(?:\\d{1,3}(?:\\.\\d{1,3}){3}|\\[[0-9a-fA-F:.]+\\]):" + NUMBER;
    private static final String PORT = "_PORT_" + NUMBER + "_(?:TCP|UDP|SCTP)";

    /** What a name ends with, and what its value then looks like. */
    private record Shape(Pattern name, Pattern value) {
        private Shape(String nameEnd, String value) {
            this(Pattern.compile(SERVICE + nameEnd), Pattern.compile(value));
        }

        private boolean fits(String givenName, String givenValue) {
            return name.matcher(givenName).matches() && value.matcher(givenValue).matches();
        }
    }

    private static final Shape CONTAINER =
            new Shape("_NAME", "(?:/[a-zA-Z0-9][a-zA-Z0-9_.-]*){2,}");

    private static final Set<Shape> SHAPES =
            Set.of(
                    new Shape("_SERVICE_HOST", ADDRESS),
                    new Shape("_SERVICE_PORT(?:_[A-Z0-9_]+)?", NUMBER),
                    new Shape("_PORT", URL),
                    new Shape(PORT, URL),
                    new Shape(PORT + "_PROTO", PROTOCOL),
                    new Shape(PORT + "_PORT", NUMBER),
                    new Shape(PORT + "_ADDR", ADDRESS),
                    // Of a range of ports Docker also names the first and the last one.
                    new Shape(PORT + "_(?:START|END)", URL),
                    new Shape(PORT + "_PORT_(?:START|END)", NUMBER),
                    CONTAINER);

    /** The variables of a linked container, under the name of the link. */
    private static final Pattern OF_CONTAINER = Pattern.compile(SERVICE + "_ENV_.+");

    private final Map<String, String> environment;

    /** Of an environment, which must not change. */
    InjectedVariables(Map<String, String> environment) {
        this.environment = environment;
    }

    /** Whether it is one of theirs; the caller has seen that it is no setting. */
    boolean contains(String name) {
        String value = environment.getOrDefault(name, "");
        if (SHAPES.stream().anyMatch(shape -> shape.fits(name, value))) {
            return true;
        }
        // Any value is possible here; but the link has a name, too.
        Matcher linked = OF_CONTAINER.matcher(name);
        if (!linked.matches()) {
            return false;
        }
        String link = linked.group(1) + "_NAME";
        return CONTAINER.fits(link, environment.getOrDefault(link, ""));
    }
}
