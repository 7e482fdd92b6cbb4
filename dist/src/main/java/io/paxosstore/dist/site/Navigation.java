package io.paxosstore.dist.site;

import org.commonmark.node.AbstractVisitor;
import org.commonmark.node.Heading;
import org.commonmark.node.Link;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;

/**
 * The list of pages beside each page: what the index names, under its headings.
 *
 * @param groups in the index's order
 */
record Navigation(List<Group> groups) {
    /** A heading of the index. */
    record Group(String title, List<Entry> entries) {
        boolean has(Page page) {
            return entries.stream().anyMatch(entry -> entry.page().equals(page));
        }
    }

    /** A link of the index. */
    record Entry(String title, Page page) {}

    /**
     * Reads the index before its links are changed.
     *
     * @throws BrokenLinkException if it does not name each page once
     */
    static Navigation of(Page index, Map<String, Page> pages) {
        List<Group> groups = new ArrayList<>();
        Set<String> missing = new TreeSet<>(pages.keySet());
        missing.remove(index.source());
        index.document()
                .accept(
                        new AbstractVisitor() {
                            @Override
                            public void visit(Heading heading) {
                                groups.add(new Group(Page.text(heading), new ArrayList<>()));
                            }

                            @Override
                            public void visit(Link link) {
                                String source = source(index, link.getDestination());
                                Page page = pages.get(source);
                                if (page == null || !missing.remove(source)) {
                                    throw new BrokenLinkException(
                                            index.source(), source, "no page, or named before");
                                }
                                groups.getLast().entries().add(new Entry(Page.text(link), page));
                            }
                        });
        if (!missing.isEmpty()) {
            throw new BrokenLinkException(index.source() + " lacks " + String.join(", ", missing));
        }
        groups.removeIf(group -> group.entries().isEmpty());
        return new Navigation(List.copyOf(groups));
    }

    private static String source(Page index, String destination) {
        Path directory = Objects.requireNonNull(Path.of(index.source()).getParent());
        return directory.resolve(destination).normalize().toString();
    }
}
