package io.paxosstore.server.config;

import org.jspecify.annotations.Nullable;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Where a node is reached: {@code host:7400}, or with all three ports {@code host:7400:7401:7402}.
 * Ports that are left out follow the client port.
 */
final class AddressType implements ValueType<Address> {
    /** Host and client port, and the two others if they are given: groups 1 to 4. */
    static final String PATTERN =
            "(\\[[^\\]]+\\]|[^:\\[\\]=@]+):(\\d{1,5})(?::(\\d{1,5}):(\\d{1,5}))?";

    private static final Pattern ADDRESS = Pattern.compile(PATTERN);
    static final int PORT_MAX = 65_535;

    @Override
    public String name() {
        return "an address";
    }

    @Override
    public Address parse(Object raw) throws BadValueException {
        Matcher matcher = ADDRESS.matcher(String.valueOf(raw).strip());
        if (!matcher.matches()) {
            throw new BadValueException(
                    "'" + raw + "' is no address; write host:client-port, such as db4:7400.");
        }
        return checked(
                "this node",
                host(matcher.group(1)),
                Integer.parseInt(matcher.group(2)),
                number(matcher.group(3)),
                number(matcher.group(4)));
    }

    /** A host without the brackets of an IPv6 address. */
    static String host(String text) {
        return text.startsWith("[") ? text.substring(1, text.length() - 1) : text;
    }

    static @Nullable Integer number(@Nullable String text) {
        return text == null ? null : Integer.valueOf(text);
    }

    /** An address whose ports are in range, and follow the client port where they are null. */
    static Address checked(
            String whose,
            String host,
            int clientPort,
            @Nullable Integer peerPort,
            @Nullable Integer adminPort)
            throws BadValueException {
        Address address =
                new Address(
                        host,
                        clientPort,
                        peerPort == null ? clientPort + 1 : peerPort,
                        adminPort == null ? clientPort + 2 : adminPort);
        for (int port : new int[] {address.clientPort(), address.peerPort(), address.adminPort()}) {
            checkPort(whose, port);
        }
        if (address.clientPort() == address.peerPort()
                || address.clientPort() == address.adminPort()
                || address.peerPort() == address.adminPort()) {
            throw new BadValueException(
                    ("client port, peer port and admin port of %s must differ; %d, %d and %d are"
                                    + " given.")
                            .formatted(
                                    whose,
                                    address.clientPort(),
                                    address.peerPort(),
                                    address.adminPort()));
        }
        return address;
    }

    static void checkPort(String whose, int port) throws BadValueException {
        if (port < 1 || port > PORT_MAX) {
            throw new BadValueException(
                    "port " + port + " of " + whose + " is out of range 1 to 65535.");
        }
    }

    @Override
    public int compare(Address a, Address b) {
        return a.toString().compareTo(b.toString());
    }

    @Override
    public String format(Address value) {
        return value.toString();
    }
}
