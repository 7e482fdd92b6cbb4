package io.paxosstore.server.config;

import java.net.URI;
import java.net.URISyntaxException;

/** A URL of HTTP, such as {@code http://localhost:4318/v1/traces}. */
final class EndpointType extends ValueType.Scalar<String> {
    private static final int PORT_MAX = 65_535;

    EndpointType() {
        super("a URL");
    }

    @Override
    public String constraint() {
        return "http:// or https://, host, port and path";
    }

    @Override
    String parseText(String text) throws BadValueException {
        URI uri;
        try {
            uri = new URI(text);
        } catch (URISyntaxException e) {
            throw refuse(text, remedy());
        }
        boolean isHttp = "http".equals(uri.getScheme()) || "https".equals(uri.getScheme());
        boolean hasMore = uri.getUserInfo() != null || uri.getFragment() != null;
        if (!isHttp || uri.getHost() == null || uri.getPort() > PORT_MAX || hasMore) {
            throw refuse(text, remedy());
        }
        return text;
    }

    private static String remedy() {
        return "write http:// or https://, a host, a port and a path, such as"
                + " http://localhost:4318/v1/traces";
    }
}
