package io.paxosstore.bench.workload;

import io.paxosstore.client.Scan;
import io.paxosstore.protocol.model.Page;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Compares an entity with what its clients were told; they must rest. */
final class EntityCheck {
    private static final Page PAGE = Page.of(500);

    private final EntityObjects objects;
    private final EntityLedger ledger;
    private final QueueFollower follower;
    private final List<String> problems = new ArrayList<>();

    /**
     * @param follower of the queue of transfers
     */
    EntityCheck(EntityObjects objects, EntityLedger ledger, QueueFollower follower) {
        this.objects = objects;
        this.ledger = ledger;
        this.follower = follower;
    }

    /** What is wrong, a sentence each; empty when all is well. */
    List<String> problems() {
        problems.addAll(ledger.problems());
        transfers();
        tell("list recent", ledger.recent().problems(all(objects.recent().range(0, -1))));
        tell("list tasks", ledger.tasks().problems(all(objects.tasks().range(0, -1))));
        tell("set members", ledger.members().problems(all(objects.members().scan())));
        tell("counter hits", ledger.hits().problems(objects.hits().get().orElse(0L)));
        long counted = objects.counts().get(EntityObjects.COUNTED).orElse(0L);
        tell("map counts", ledger.counts().problems(counted));
        long refused = objects.refused().get().orElse(0L);
        tell("counter refused", ledger.refused().problems(refused));
        tell("table rows", new TableCheck(objects, ledger.rows()).problems());
        return problems;
    }

    /** Everything in one entry or not at all: the messages add up to what the accounts hold. */
    private void transfers() {
        follower.drain(objects.transfers());
        Map<String, Long> actual = objects.balances();
        while (follower.drain(objects.transfers())) {
            // A transfer that nobody waits for any more may still take effect.
            actual = objects.balances();
        }
        List<Additions.Found> delivered = follower.delivered();
        List<String> messages = delivered.stream().map(Additions.Found::element).toList();
        tell("queue transfers", ledger.transfers().problems(messages));
        tell("queue transfers", ledger.transfers().problemsOfOrder(delivered));
        Map<String, Long> expected = EntityObjects.openingBalances();
        for (String message : messages) {
            EntityObjects.Transfer transfer = EntityObjects.Transfer.parse(message);
            expected.merge(transfer.from(), -transfer.gold(), Long::sum);
            expected.merge(transfer.to(), transfer.gold(), Long::sum);
        }
        if (!actual.equals(expected)) {
            problems.add(
                    "%s: the accounts hold %s, by the messages %s"
                            .formatted(ledger.entity(), actual, expected));
        }
    }

    private void tell(String object, List<String> sentences) {
        sentences.forEach(
                sentence -> problems.add(ledger.entity() + ", " + object + ": " + sentence));
    }

    private static List<String> all(Scan<String> scan) {
        return scan.inPagesOf(PAGE).stream().toList();
    }
}
