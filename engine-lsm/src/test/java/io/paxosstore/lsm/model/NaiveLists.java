package io.paxosstore.lsm.model;

import io.paxosstore.protocol.model.ListOperation;
import io.paxosstore.protocol.model.ObjectType;
import io.paxosstore.protocol.model.Page;
import io.paxosstore.protocol.model.Result;

import java.util.ArrayList;
import java.util.List;

/** Lists of the naive twin. */
final class NaiveLists {
    private final NaiveEntity entity;

    NaiveLists(NaiveEntity entity) {
        this.entity = entity;
    }

    Result execute(ListOperation operation) {
        NaiveObject found = entity.find(operation.object(), ObjectType.LIST);
        List<String> list = found == null ? new ArrayList<>() : found.list;
        return switch (operation) {
            case ListOperation.Prepend prepend -> {
                for (byte[] element : prepend.elements()) {
                    entity.findOrCreate(prepend.object(), ObjectType.LIST)
                            .list
                            .addFirst(Latin1.text(element));
                }
                yield new Result.Size(
                        list.size() + (found == null ? prepend.elements().size() : 0));
            }
            case ListOperation.Append append -> {
                for (byte[] element : append.elements()) {
                    entity.findOrCreate(append.object(), ObjectType.LIST)
                            .list
                            .addLast(Latin1.text(element));
                }
                yield new Result.Size(list.size() + (found == null ? append.elements().size() : 0));
            }
            case ListOperation.Index index -> {
                long at = index.index() < 0 ? index.index() + list.size() : index.index();
                yield new Result.Element(
                        at < 0 || at >= list.size() ? null : Latin1.bytes(list.get((int) at)));
            }
            case ListOperation.Range range -> range(list, range);
            case ListOperation.Trim trim -> {
                trim(list, trim);
                yield new Result.Size(list.size());
            }
            case ListOperation.Length _ -> new Result.Size(list.size());
            case ListOperation.PopFirst pop -> pop(list, pop.page(), true);
            case ListOperation.PopLast pop -> pop(list, pop.page(), false);
        };
    }

    private static boolean isWithin(int index, int size, long from, long to) {
        long first = from < 0 ? from + size : from;
        long last = to < 0 ? to + size : to;
        return index >= first && index <= last;
    }

    private Result range(List<String> list, ListOperation.Range range) {
        List<byte[]> elements = new ArrayList<>();
        int bytes = 0;
        for (int i = 0; i < list.size(); i++) {
            if (!isWithin(i, list.size(), range.from(), range.to())) {
                continue;
            }
            bytes += list.get(i).length();
            if (entity.room().isFull(elements.size(), bytes, range.page())) {
                return new Result.Elements(elements, i);
            }
            elements.add(Latin1.bytes(list.get(i)));
        }
        return new Result.Elements(elements, Result.NO_NEXT);
    }

    private void trim(List<String> list, ListOperation.Trim trim) {
        long to = trim.to();
        if (entity.has(NaiveEntity.Plant.LIST_TRIM_KEEPS_ONE_MORE)) {
            to++;
        }
        List<String> kept = new ArrayList<>();
        for (int i = 0; i < list.size(); i++) {
            if (isWithin(i, list.size(), trim.from(), to)) {
                kept.add(list.get(i));
            }
        }
        list.clear();
        list.addAll(kept);
    }

    private Result pop(List<String> list, Page page, boolean first) {
        List<byte[]> elements = new ArrayList<>();
        int bytes = 0;
        while (!list.isEmpty()) {
            String next = first ? list.getFirst() : list.getLast();
            bytes += next.length();
            if (entity.room().isFull(elements.size(), bytes, page)) {
                break;
            }
            elements.add(Latin1.bytes(first ? list.removeFirst() : list.removeLast()));
        }
        return new Result.Elements(elements, Result.NO_NEXT);
    }
}
