package io.paxosstore.dist.site;

import org.commonmark.ext.gfm.tables.TablesExtension;
import org.commonmark.parser.Parser;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * All documents of a checkout, and where each becomes a page: {@code docs/} at the root, with
 * {@code docs/index.md} as the first page and the order of all; READMEs of modules in {@code
 * modules/}.
 */
final class Site {
    static final String STYLE = "site.css";
    private static final String INDEX = "docs/index.md";
    private static final String DOCS = "docs/";
    private static final String MARKDOWN = ".md";
    private static final String README = "README.md";

    /** {@code bench/peers/README.md}. */
    private static final int README_DEPTH = 3;

    private final Path home;
    private final Map<String, Page> pages;

    private Site(Path home, Map<String, Page> pages) {
        this.home = home;
        this.pages = pages;
    }

    /**
     * Reads the documents.
     *
     * @param home the root of the checkout
     */
    static Site read(Path home) throws IOException {
        Parser parser = Parser.builder().extensions(List.of(TablesExtension.create())).build();
        Map<String, Page> pages = new TreeMap<>();
        for (String source : sources(home)) {
            String text = Files.readString(home.resolve(source));
            pages.put(source, Page.of(source, file(source), parser.parse(text)));
        }
        return new Site(home, pages);
    }

    private static Set<String> sources(Path home) throws IOException {
        TreeSet<String> sources = new TreeSet<>(List.of(README, "CONTRIBUTING.md"));
        try (Stream<Path> docs = Files.walk(home.resolve(DOCS))) {
            docs.map(file -> home.relativize(file).toString())
                    .filter(name -> name.endsWith(MARKDOWN))
                    .forEach(sources::add);
        }
        try (Stream<Path> modules = Files.walk(home, README_DEPTH)) {
            modules.map(file -> home.relativize(file))
                    .filter(file -> file.endsWith(README) && !file.toString().contains("target/"))
                    .map(Path::toString)
                    .forEach(sources::add);
        }
        return sources;
    }

    private static String file(String source) {
        String name = source.substring(0, source.length() - MARKDOWN.length());
        if (name.startsWith(DOCS)) {
            return name.substring(DOCS.length()) + ".html";
        }
        if (!name.contains("/")) {
            return name.equals("README") ? "overview.html" : "contributing.html";
        }
        return "modules/" + name.replace("/README", "").replace('/', '-') + ".html";
    }

    /**
     * Writes pages, their pictures and their style.
     *
     * @throws BrokenLinkException if a document names what is not there
     */
    void write(Path output) throws IOException {
        Page index = Objects.requireNonNull(pages.get(INDEX), INDEX);
        Navigation navigation = Navigation.of(index, pages);
        TreeSet<String> pictures = new TreeSet<>();
        for (Page page : pages.values()) {
            Links links = new Links(home, pages, page, pictures);
            page.document().accept(links);
            Path file = output.resolve(page.file());
            Files.createDirectories(Objects.requireNonNull(file.getParent()));
            Files.writeString(file, new PageWriter(page, navigation).html());
        }
        for (String picture : pictures) {
            Path file = output.resolve(picture.substring(DOCS.length()));
            Files.createDirectories(Objects.requireNonNull(file.getParent()));
            Files.copy(home.resolve(picture), file, StandardCopyOption.REPLACE_EXISTING);
        }
        try (InputStream style =
                Objects.requireNonNull(Site.class.getResourceAsStream(STYLE), STYLE)) {
            Files.copy(style, output.resolve(STYLE), StandardCopyOption.REPLACE_EXISTING);
        }
    }

    /** From a page to a file of the site, both from its root. */
    static String relative(String from, String to) {
        Path directory = Path.of("/" + from).getParent();
        return Objects.requireNonNull(directory).relativize(Path.of("/" + to)).toString();
    }
}
