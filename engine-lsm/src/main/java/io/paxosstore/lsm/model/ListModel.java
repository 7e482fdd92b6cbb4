package io.paxosstore.lsm.model;

import io.paxosstore.log.record.RecordCursor;
import io.paxosstore.protocol.model.ListOperation;
import io.paxosstore.protocol.model.ObjectType;
import io.paxosstore.protocol.model.Page;
import io.paxosstore.protocol.model.Result;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.List;

/**
 * The operations on lists. An element's position is its index plus the head's position; adding and
 * removing at either end moves head or tail and touches no other element.
 */
final class ListModel {
    private final Evaluation evaluation;
    private final String name;
    private final ObjectHeader.@Nullable List header;

    private ListModel(Evaluation evaluation, String name, ObjectHeader.@Nullable List header) {
        this.evaluation = evaluation;
        this.name = name;
        this.header = header;
    }

    static ListModel open(Evaluation evaluation, String name) {
        return switch (evaluation.find(name)) {
            case null -> new ListModel(evaluation, name, null);
            case ObjectHeader.List list -> new ListModel(evaluation, name, list);
            case ObjectHeader other -> throw Evaluation.wrongType(name, ObjectType.LIST, other);
        };
    }

    long length() {
        return header == null ? 0 : header.length();
    }

    Result execute(ListOperation operation) {
        return switch (operation) {
            case ListOperation.Prepend prepend -> prepend(prepend.elements());
            case ListOperation.Append append -> append(append.elements());
            case ListOperation.Index index -> index(index.index());
            case ListOperation.Range range -> range(range.from(), range.to(), range.page());
            case ListOperation.Trim trim -> trim(trim.from(), trim.to());
            case ListOperation.Length _ -> new Result.Size(length());
            case ListOperation.PopFirst pop -> popFirst(pop.page());
            case ListOperation.PopLast pop -> popLast(pop.page());
        };
    }

    private ObjectHeader.List headerOrNew() {
        return header == null
                ? new ObjectHeader.List(evaluation.create(name), Deadlines.NEVER, 0, 0)
                : header;
    }

    private Result write(ObjectHeader.List now, long head, long tail) {
        evaluation.put(
                name,
                header,
                new ObjectHeader.List(now.generation(), now.deadlineMillis(), head, tail));
        return new Result.Size(tail - head);
    }

    private void put(ObjectHeader.List now, long position, byte[] element) {
        evaluation
                .state()
                .put(
                        KeyLayout.position(now.generation(), position),
                        ElementRecord.listed(evaluation.entry(), element));
    }

    private Result prepend(List<byte[]> elements) {
        if (elements.isEmpty()) {
            return new Result.Size(length());
        }
        ObjectHeader.List now = headerOrNew();
        long position = now.head();
        for (byte[] element : elements) {
            position--;
            put(now, position, element);
        }
        return write(now, position, now.tail());
    }

    private Result append(List<byte[]> elements) {
        if (elements.isEmpty()) {
            return new Result.Size(length());
        }
        ObjectHeader.List now = headerOrNew();
        long position = now.tail();
        for (byte[] element : elements) {
            put(now, position, element);
            position++;
        }
        return write(now, now.head(), position);
    }

    /** An index from the beginning; what is before it or behind the end stays so. */
    private long fromBegin(long index) {
        return index < 0 ? index + length() : index;
    }

    private Result index(long index) {
        long at = fromBegin(index);
        if (header == null || at < 0 || at >= length()) {
            return new Result.Element(null);
        }
        byte[] record = evaluation.state().get(positionAt(header, at));
        if (record == null) {
            throw Elements.missing(name, at);
        }
        byte[] element = ElementRecord.ofList(record).element();
        evaluation.returns(element.length);
        return new Result.Element(element);
    }

    private static byte[] positionAt(ObjectHeader.List list, long index) {
        return KeyLayout.position(list.generation(), list.head() + index);
    }

    private Result range(long from, long to, Page page) {
        long first = Math.max(0, fromBegin(from));
        long last = Math.min(length() - 1, fromBegin(to));
        List<byte[]> elements = new ArrayList<>();
        if (header == null || first > last) {
            return new Result.Elements(elements, Result.NO_NEXT);
        }
        Evaluation.Budget budget = evaluation.budget(page);
        long next = first;
        try (RecordCursor cursor =
                evaluation.state().scan(positionAt(header, first), positionAt(header, last + 1))) {
            while (cursor.next()) {
                byte[] element = ElementRecord.ofList(cursor.value()).element();
                if (!budget.takes(element.length)) {
                    return new Result.Elements(elements, next);
                }
                elements.add(element);
                next++;
            }
        }
        return new Result.Elements(elements, Result.NO_NEXT);
    }

    private Result trim(long from, long to) {
        long length = length();
        if (header == null) {
            return new Result.Size(0);
        }
        long first = Math.min(length, Math.max(0, fromBegin(from)));
        long end = Math.max(first, Math.min(length - 1, fromBegin(to)) + 1);
        if (first == 0 && end == length) {
            return new Result.Size(length);
        }
        long head = header.head() + first;
        long tail = header.head() + end;
        remove(header.head(), head);
        remove(tail, header.tail());
        return write(header, head, tail);
    }

    private void remove(long fromPosition, long toPosition) {
        if (header != null) {
            Elements.removePositions(
                    evaluation.state(), header.generation(), fromPosition, toPosition);
        }
    }

    /** Takes elements off an end for as long as the page takes them. */
    private static void take(RecordCursor cursor, Evaluation.Budget budget, List<byte[]> elements) {
        while (cursor.next()) {
            byte[] element = ElementRecord.ofList(cursor.value()).element();
            if (!budget.takes(element.length)) {
                return;
            }
            elements.add(element);
        }
    }

    private Result popFirst(Page page) {
        List<byte[]> elements = new ArrayList<>();
        if (header == null) {
            return new Result.Elements(elements, Result.NO_NEXT);
        }
        Evaluation.Budget budget = evaluation.budget(page);
        try (RecordCursor cursor =
                evaluation.state().scan(positionAt(header, 0), positionAt(header, length()))) {
            take(cursor, budget, elements);
        }
        if (!elements.isEmpty()) {
            long head = header.head() + elements.size();
            remove(header.head(), head);
            write(header, head, header.tail());
        }
        return new Result.Elements(elements, Result.NO_NEXT);
    }

    private Result popLast(Page page) {
        List<byte[]> elements = new ArrayList<>();
        if (header == null) {
            return new Result.Elements(elements, Result.NO_NEXT);
        }
        Evaluation.Budget budget = evaluation.budget(page);
        try (RecordCursor cursor =
                evaluation
                        .state()
                        .scanReverse(positionAt(header, 0), positionAt(header, length()))) {
            take(cursor, budget, elements);
        }
        if (!elements.isEmpty()) {
            long tail = header.tail() - elements.size();
            remove(tail, header.tail());
            write(header, header.head(), tail);
        }
        return new Result.Elements(elements, Result.NO_NEXT);
    }
}
