package io.paxosstore.server.front.http;

import io.netty.util.NetUtil;

import org.jspecify.annotations.Nullable;

import java.util.Collection;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;

/**
 * Whether a browser was led here by a name that is ours. A page from elsewhere can have its own
 * name lead to this node, and read then what it answers (DNS rebinding); it cannot forge the name
 * that the browser says. Thread-safe.
 */
public final class HostCheck {
    private final Set<String> allowed;
    private final Supplier<? extends Collection<String>> nodes;

    /**
     * @param named names that were set, separated by commas
     * @param nodes the names of the cluster's nodes
     */
    public HostCheck(String named, Supplier<? extends Collection<String>> nodes) {
        this.allowed = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
        allowed.add("localhost");
        for (String name : named.split(",", -1)) {
            if (!name.isBlank()) {
                allowed.add(name.strip());
            }
        }
        this.nodes = nodes;
    }

    /**
     * Whether it is.
     *
     * @param host the field of the request, with a port or not; null if it has none, as only what
     *     is no browser has
     */
    boolean isOurs(@Nullable String host) {
        if (host == null) {
            return true;
        }
        String name = name(host);
        return allowed.contains(name)
                || NetUtil.isValidIpV4Address(name)
                || NetUtil.isValidIpV6Address(name)
                || nodes.get().stream().anyMatch(node -> node.equalsIgnoreCase(name));
    }

    private static String name(String host) {
        int bracket = host.indexOf(']');
        if (host.startsWith("[") && bracket > 0) {
            return host.substring(1, bracket);
        }
        int colon = host.lastIndexOf(':');
        String name = colon < 0 ? host : host.substring(0, colon);
        return name.toLowerCase(Locale.ROOT);
    }
}
