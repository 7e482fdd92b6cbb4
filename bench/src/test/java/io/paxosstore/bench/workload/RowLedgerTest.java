package io.paxosstore.bench.workload;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

import java.util.List;

/** A row that its only writer did not write so is found. */
class RowLedgerTest {
    private static final String ID = "c1-1";

    private final RowLedger ledger = new RowLedger();

    RowLedgerTest() {
        ledger.asked(WorkloadRow.fresh(ID, "shelf-0"));
    }

    private List<String> problems(String shelf, long touched) {
        return ledger.problems(new WorkloadRow(ID, shelf, touched, WorkloadRow.note(ID)));
    }

    @Test
    void updatesAddUp() {
        assertEquals(List.of(), problems("shelf-0", 0));
        ledger.touched(ID);
        ledger.touched(ID);
        ledger.perhapsTouched(ID);
        assertEquals(List.of(), problems("shelf-0", 2));
        assertEquals(List.of(), problems("shelf-0", 3));
        assertEquals(
                List.of("c1-1 was touched 1 times; 2 updates were acknowledged, 1 are unknown"),
                problems("shelf-0", 1));
        assertEquals(1, problems("shelf-0", 4).size());
    }

    @Test
    void aRowIsWhereItWasPut() {
        ledger.perhapsMoved(ID, "shelf-1");
        ledger.moved(ID, "shelf-2");
        assertEquals(List.of(), problems("shelf-2", 0));
        assertEquals(List.of(), problems("shelf-1", 0));
        assertEquals(
                List.of("c1-1 is on shelf-0, its writer put it on shelf-2 last"),
                problems("shelf-0", 0));
    }

    @Test
    void rowsThatNobodyWroteAreFound() {
        assertEquals(
                List.of("c2-1 is there, which nobody asked for"),
                ledger.problems(WorkloadRow.fresh("c2-1", "shelf-0")));
        assertEquals(
                List.of("c1-1 has the note 'another'"),
                ledger.problems(new WorkloadRow(ID, "shelf-0", 0, "another")));
    }
}
