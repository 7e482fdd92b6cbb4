package io.paxosstore.dist.site;

import org.commonmark.ext.heading.anchor.IdGenerator;
import org.commonmark.node.AbstractVisitor;
import org.commonmark.node.Code;
import org.commonmark.node.Heading;
import org.commonmark.node.Node;
import org.commonmark.node.Text;

import java.util.ArrayList;
import java.util.List;

/**
 * A document of the checkout.
 *
 * @param source its file, from the root of the checkout
 * @param file the page's file, from the root of the site
 * @param document what was read; links in it are changed when the page is written
 * @param headings in their order, each with the anchor that GitHub gives it, too
 */
record Page(String source, String file, Node document, List<Section> headings) {
    /** A heading of a page. */
    record Section(Heading node, String text, String anchor) {}

    static Page of(String source, String file, Node document) {
        IdGenerator anchors = IdGenerator.builder().build();
        List<Section> headings = new ArrayList<>();
        document.accept(
                new AbstractVisitor() {
                    @Override
                    public void visit(Heading heading) {
                        String text = text(heading);
                        headings.add(new Section(heading, text, anchors.generateId(text)));
                    }
                });
        return new Page(source, file, document, List.copyOf(headings));
    }

    /** What a reader sees of it, without marks. */
    static String text(Node node) {
        StringBuilder text = new StringBuilder();
        node.accept(
                new AbstractVisitor() {
                    @Override
                    public void visit(Text part) {
                        text.append(part.getLiteral());
                    }

                    @Override
                    public void visit(Code part) {
                        text.append(part.getLiteral());
                    }
                });
        return text.toString();
    }

    /** Its first heading. */
    String title() {
        return headings.isEmpty() ? source : headings.getFirst().text();
    }

    boolean hasAnchor(String anchor) {
        return headings.stream().anyMatch(heading -> heading.anchor().equals(anchor));
    }
}
