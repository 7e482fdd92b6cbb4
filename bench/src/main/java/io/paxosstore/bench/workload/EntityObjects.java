package io.paxosstore.bench.workload;

import io.paxosstore.client.Codec;
import io.paxosstore.client.Entity;
import io.paxosstore.client.EntityList;
import io.paxosstore.client.EntityMap;
import io.paxosstore.client.EntityQueue;
import io.paxosstore.client.EntitySet;
import io.paxosstore.client.EntityTable;
import io.paxosstore.client.EntityValue;
import io.paxosstore.client.MultiOpOutcome;
import io.paxosstore.client.Slice;
import io.paxosstore.client.Step;
import io.paxosstore.protocol.model.Page;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The objects that each entity of an {@link EntityWorkload} holds.
 *
 * @param left accounts that transfers go from and to
 * @param right the others
 * @param transfers a message for each transfer, in the same entry
 * @param refused how many transfers were not done because an account held too little
 * @param recent grows at both ends
 * @param tasks appended to and popped
 * @param registers a field for each client
 * @param rows inserted, updated and removed
 * @param rowCount how many rows there are, changed in the same entries
 */
record EntityObjects(
        Entity entity,
        EntityMap<String, Long> left,
        EntityMap<String, Long> right,
        EntityQueue<String> transfers,
        EntityValue<Long> refused,
        EntityList<String> recent,
        EntityList<String> tasks,
        EntitySet<String> members,
        EntityValue<Long> hits,
        EntityMap<String, Long> counts,
        EntityMap<String, Long> registers,
        EntityTable<WorkloadRow> rows,
        EntityValue<Long> rowCount) {
    /** Accounts of each side. */
    static final int ACCOUNTS = 3;

    /** What each account of the left side holds at first. */
    static final long OPENING_BALANCE = 100;

    /** The only field of {@code counts} in use. */
    static final String COUNTED = "calls";

    /** The row that every client updates; it is there from the beginning. */
    static final String SHARED_ROW = "all";

    private static final String LEFT = "left/";
    private static final String RIGHT = "right/";

    static EntityObjects of(Entity entity) {
        return new EntityObjects(
                entity,
                entity.map("left", Codec.utf8(), Codec.longs()),
                entity.map("right", Codec.utf8(), Codec.longs()),
                entity.queue("transfers", Codec.utf8()),
                entity.value("refused", Codec.longs()),
                entity.list("recent", Codec.utf8()),
                entity.list("tasks", Codec.utf8()),
                entity.set("members", Codec.utf8()),
                entity.value("hits", Codec.longs()),
                entity.map("counts", Codec.utf8(), Codec.longs()),
                entity.map("registers", Codec.utf8(), Codec.longs()),
                entity.table("rows", WorkloadRow.class),
                entity.value("row-count", Codec.longs()));
    }

    static String account(int number) {
        return "account-" + number;
    }

    /**
     * Opens the accounts and creates the table; to be called once, before anything else.
     *
     * @throws io.paxosstore.client.PaxosStoreException if they may not be open now
     */
    void open() {
        Map<String, Long> accounts = new TreeMap<>();
        for (int number = 0; number < ACCOUNTS; number++) {
            accounts.put(account(number), OPENING_BALANCE);
        }
        left.putAll(accounts);
        entity.multiOp()
                .then(
                        rows.op().create(),
                        rows.op().insert(WorkloadRow.fresh(SHARED_ROW, WorkloadRow.shelf(0))),
                        rowCount.op().increment(1))
                .execute();
    }

    /** What {@link #balances} is after the opening. */
    static Map<String, Long> openingBalances() {
        Map<String, Long> balances = new TreeMap<>();
        for (int number = 0; number < ACCOUNTS; number++) {
            balances.put(LEFT + account(number), OPENING_BALANCE);
        }
        return balances;
    }

    /**
     * What the accounts of both sides hold at one version of the entity, by {@code left/account}
     * and {@code right/account}.
     */
    Map<String, Long> balances() {
        Step<Slice<Map.Entry<String, Long>>> ofLeft = left.op().scan(Page.LARGEST);
        Step<Slice<Map.Entry<String, Long>>> ofRight = right.op().scan(Page.LARGEST);
        MultiOpOutcome outcome = entity.multiOp().then(ofLeft, ofRight).execute();
        Map<String, Long> balances = new TreeMap<>();
        outcome.get(ofLeft)
                .elements()
                .forEach(one -> balances.put(LEFT + one.getKey(), one.getValue()));
        outcome.get(ofRight)
                .elements()
                .forEach(one -> balances.put(RIGHT + one.getKey(), one.getValue()));
        return balances;
    }

    /** The sum of what accounts hold. */
    static long sum(Map<String, Long> balances) {
        return balances.values().stream().mapToLong(Long::longValue).sum();
    }

    /**
     * A transfer from one side to the other, as the queue of transfers tells it.
     *
     * @param id unique
     * @param from such as {@code left/account-1}
     * @param to such as {@code right/account-0}
     */
    record Transfer(String id, String from, String to, long gold) {
        static Transfer parse(String message) {
            List<String> words = List.of(message.split(" ", -1));
            return new Transfer(
                    words.get(0), words.get(1), words.get(2), Long.parseLong(words.get(3)));
        }

        @Override
        public String toString() {
            return id + " " + from + " " + to + " " + gold;
        }
    }
}
