package io.paxosstore.lsm.model;

import io.paxosstore.protocol.bytes.ByteReader;

import org.jspecify.annotations.Nullable;

import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Checks that a state holds what its headers say, and nothing that belongs to nobody. */
final class PhysicalCheck {
    private PhysicalCheck() {}

    static void check(MemoryState state) {
        List<String> problems = EntityAudit.of(state).problems();
        expect(problems.isEmpty(), "the audit finds nothing: " + problems);
        Map<Long, ObjectHeader> headers = new HashMap<>();
        Map<Long, String> names = new HashMap<>();
        Map<Long, Long> elements = new HashMap<>();
        Map<Long, Long> expiring = new HashMap<>();
        Map<Long, Long> scores = new HashMap<>();
        Set<String> deadlines = new HashSet<>();
        Set<String> wanted = new HashSet<>();
        for (Map.Entry<byte[], byte[]> record : state.records().entrySet()) {
            byte[] key = record.getKey();
            if (key[0] == 1) {
                ObjectHeader header = ObjectHeader.decode(record.getValue());
                headers.put(header.generation(), header);
                names.put(header.generation(), KeyLayout.nameOf(key));
                if (header.deadlineMillis() != 0) {
                    byte[] expiry = KeyLayout.expiry(header.deadlineMillis(), header.generation());
                    wanted.add(Arrays.toString(expiry));
                    expect(
                            Arrays.equals(
                                    state.get(expiry), Arrays.copyOfRange(key, 1, key.length)),
                            "a deadline names its object");
                }
            }
        }
        for (Map.Entry<byte[], byte[]> record : state.records().entrySet()) {
            byte[] key = record.getKey();
            if (KeyLayout.isFieldDeadline(key)) {
                long owner = KeyLayout.generationOfElement(key);
                String name = names.getOrDefault(owner, "");
                expect(
                        !isOfMapOrTable(headers.get(owner))
                                || Arrays.equals(record.getValue(), KeyLayout.utf8(name)),
                        "the deadline of a field or row names its object");
            }
            boolean ofTable =
                    key[0] == 2
                            && headers.get(KeyLayout.generationOfElement(key))
                                    instanceof ObjectHeader.Table;
            if (ofTable) {
                continue; // the audit looks at tables as a whole
            }
            if (KeyLayout.isExpiry(key) || KeyLayout.isFieldDeadline(key)) {
                deadlines.add(Arrays.toString(key));
            }
            if (key[0] == 2) {
                long generation = ByteReader.of(Arrays.copyOfRange(key, 1, 9)).getLong();
                ObjectHeader header = headers.get(generation);
                if (header == null) {
                    throw new AssertionError("an element of generation " + generation + " is left");
                }
                if (KeyLayout.isScored(key)) {
                    byte[] member = KeyLayout.member(generation, KeyLayout.memberOfScored(key));
                    byte[] score = state.get(member);
                    expect(
                            header instanceof ObjectHeader.SortedSet
                                    && score != null
                                    && SortedSetModel.decode(score) == KeyLayout.scoreOf(key),
                            "what has a score is a member with that score");
                    scores.merge(generation, 1L, Long::sum);
                } else if (KeyLayout.isFieldDeadline(key)) {
                    expiring.merge(generation, 1L, Long::sum);
                } else {
                    elements.merge(generation, 1L, Long::sum);
                    if (header instanceof ObjectHeader.Map) {
                        long deadline = ByteReader.of(record.getValue()).getVarint();
                        if (deadline != 0) {
                            byte[] field = KeyLayout.memberOf(key);
                            wanted.add(
                                    Arrays.toString(
                                            KeyLayout.deadline(generation, deadline, field)));
                        }
                    }
                }
            }
        }
        expect(wanted.equals(deadlines), "every deadline has its record, and no other has one");
        headers.values()
                .forEach(header ->
                        expect(
                                count(header) == elements.getOrDefault(header.generation(), 0L),
                                "the header counts right: " + header));
        headers.values().stream()
                .filter(ObjectHeader.SortedSet.class::isInstance)
                .forEach(header ->
                        expect(
                                count(header) == scores.getOrDefault(header.generation(), 0L),
                                "every member has a score: " + header));
    }

    private static boolean isOfMapOrTable(@Nullable ObjectHeader header) {
        return header instanceof ObjectHeader.Map || header instanceof ObjectHeader.Table;
    }

    private static long count(ObjectHeader header) {
        return switch (header) {
            case ObjectHeader.Value _ -> 0;
            case ObjectHeader.List list -> list.length();
            case ObjectHeader.Queue queue -> queue.next() - queue.first();
            case ObjectHeader.Set set -> set.members();
            case ObjectHeader.SortedSet set -> set.members();
            case ObjectHeader.Map map -> map.fields();
            case ObjectHeader.Stream stream -> stream.rows();
            case ObjectHeader.Table _ -> 0;
        };
    }

    private static void expect(boolean holds, String what) {
        if (!holds) {
            throw new AssertionError("It does not hold that " + what);
        }
    }
}
