package io.paxosstore.bench;

import static io.paxosstore.client.table.Col.column;

import io.paxosstore.client.Codec;
import io.paxosstore.client.Entity;
import io.paxosstore.client.EntityMap;
import io.paxosstore.client.EntityQueue;
import io.paxosstore.client.EntityTable;
import io.paxosstore.client.KeyValue;
import io.paxosstore.client.PaxosStore;
import io.paxosstore.client.table.Indexed;
import io.paxosstore.client.table.Key;
import io.paxosstore.protocol.model.SpaceKind;
import io.paxosstore.server.embedded.EmbeddedCluster;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.List;

/** README's Java examples; {@link ReadmeTest} keeps them equal. */
final class ReadmeExample {
    private ReadmeExample() {}

    /** Runs the first example and gives what it prints. */
    static List<Object> run() throws Exception {
        List<Object> printed = new ArrayList<>();
        // begin of example 1
        try (var cluster = EmbeddedCluster.start(3); // or: a cluster started by bin/paxosstore
                var store = PaxosStore.connect(cluster.connectString())) {
            store.createSpaceIfAbsent("profiles");
            KeyValue<String, String> profiles =
                    store.keyValue("profiles", Codec.utf8(), Codec.utf8());
            long version = profiles.put("alice", "hi");
            printed.add(profiles.get("alice").orElseThrow()); // hi
            printed.add(profiles.compareVersionAndSet("alice", version, "hello").isApplied());
            printed.add(profiles.increment("visits", 1)); // 1
            profiles.deleteAsync("alice").join();
            printed.add(profiles.exists("alice")); // false
        }
        // end of example 1
        return printed;
    }

    /** Runs the examples of entities and gives what they lead to. */
    static List<Object> runEntities() throws Exception {
        try (var cluster = EmbeddedCluster.start(1);
                var store = PaxosStore.connect(cluster.connectString())) {
            List<Object> seen = new ArrayList<>();
            // begin of example 2
            store.createSpaceIfAbsent("inbox", SpaceKind.ENTITY);
            Entity alice = store.entity("inbox", "alice");
            EntityQueue<String> mail = alice.queue("mail", Codec.utf8());
            EntityMap<String, Long> money = alice.map("money", Codec.utf8(), Codec.longs());
            money.put("current", 25L);
            alice.multiOp()
                    .when(money.ifAtLeast("current", 10))
                    .then(money.op().increment("current", -10), mail.op().enqueue("spent 10"))
                    .execute();
            // end of example 2
            seen.add(money.get("current").orElseThrow());
            seen.add(mail.peek().orElseThrow().element());
            // begin of example 3
            record Contact(@Key String name, @Indexed @Nullable String city, int age) {}
            EntityTable<Contact> contacts = alice.table("contacts", Contact.class);
            contacts.createIfAbsent();
            contacts.insert(new Contact("Ada", "Graz", 36));
            contacts.query().where(column("city").eq("Graz")).orderBy("name").limit(20).list();
            alice.sql("UPDATE contacts SET age = age + 1 WHERE name = 'Ada'");
            // end of example 3
            seen.add(contacts.query().list().getFirst().age());
            return seen;
        }
    }
}
