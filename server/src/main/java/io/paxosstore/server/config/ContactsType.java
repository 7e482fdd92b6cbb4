package io.paxosstore.server.config;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Client ports of nodes: in YAML a list, elsewhere {@code db1:7400,db2:7400}. */
final class ContactsType implements ValueType<List<Contact>> {
    private static final Pattern CONTACT =
            Pattern.compile("(\\[[^\\]]+\\]|[^:\\[\\]=@]+):(\\d{1,5})");

    @Override
    public String name() {
        return "a list of addresses";
    }

    @Override
    public String constraint() {
        return "host:client-port";
    }

    @Override
    public List<Contact> parse(Object raw) throws BadValueException {
        List<?> parts =
                raw instanceof List<?> list ? list : List.of(String.valueOf(raw).split(",", -1));
        List<Contact> contacts = new ArrayList<>();
        for (Object part : parts) {
            String text = String.valueOf(part).strip();
            Matcher matcher = CONTACT.matcher(text);
            if (!matcher.matches()) {
                throw new BadValueException(
                        "'"
                                + text
                                + "' is no address of a node; write host:client-port, such as"
                                + " db1:7400.");
            }
            int port = Integer.parseInt(matcher.group(2));
            AddressType.checkPort("'" + text + "'", port);
            contacts.add(new Contact(AddressType.host(matcher.group(1)), port));
        }
        return contacts;
    }

    @Override
    public int compare(List<Contact> a, List<Contact> b) {
        return Integer.compare(a.size(), b.size());
    }

    @Override
    public String format(List<Contact> value) {
        return value.stream().map(Contact::toString).collect(Collectors.joining(","));
    }
}
