package io.paxosstore.dist.site;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.SAXException;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;

import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;

/** The pages as a browser finds them: in files, without a network. */
class SiteTest {
    private static final Path HOME = Path.of(System.getProperty("paxosstore.home", ".."));

    @TempDir private Path directory;

    private static Document xml(Path file) throws IOException {
        try {
            return DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(file.toFile());
        } catch (SAXException | ParserConfigurationException e) {
            throw new AssertionError(file + ": " + e.getMessage(), e);
        }
    }

    private Map<String, Document> pages() throws IOException {
        Site.read(HOME).write(directory);
        Map<String, Document> pages = new TreeMap<>();
        for (String file : files(".html")) {
            pages.put(file, xml(directory.resolve(file)));
        }
        assertTrue(pages.size() > 40, "they are where they are looked for");
        return pages;
    }

    private List<String> files(String ending) throws IOException {
        try (Stream<Path> files = Files.walk(directory)) {
            return files.map(file -> directory.relativize(file).toString())
                    .filter(file -> file.endsWith(ending))
                    .sorted()
                    .toList();
        }
    }

    private static List<Element> elements(Document page, String tag) {
        NodeList nodes = page.getElementsByTagName(tag);
        List<Element> elements = new ArrayList<>();
        for (int i = 0; i < nodes.getLength(); i++) {
            elements.add((Element) nodes.item(i));
        }
        return elements;
    }

    private static Set<String> anchors(Document page) {
        Set<String> anchors = new TreeSet<>();
        for (Element element : elements(page, "*")) {
            String id = element.getAttribute("id");
            assertTrue(id.isEmpty() || anchors.add(id), id + " comes twice");
        }
        return anchors;
    }

    private static String resolve(String page, String link) {
        return Path.of("/" + page).resolveSibling(link).normalize().toString().substring(1);
    }

    @Test
    void everyLinkAndAnchorIsThere() throws IOException {
        Map<String, Document> pages = pages();
        List<String> problems = new ArrayList<>();
        int checked = 0;
        for (Map.Entry<String, Document> page : pages.entrySet()) {
            for (Element link : elements(page.getValue(), "a")) {
                String target = link.getAttribute("href");
                if (target.startsWith("https://")) {
                    continue;
                }
                String[] parts = target.split("#", 2);
                String file = parts[0].isEmpty() ? page.getKey() : resolve(page.getKey(), parts[0]);
                Document found = pages.get(file);
                boolean there =
                        found != null
                                && (parts.length == 1
                                        || parts[1].isEmpty()
                                        || anchors(found).contains(parts[1]));
                if (!there) {
                    problems.add(page.getKey() + ": " + target);
                }
                checked++;
            }
        }
        assertEquals(List.of(), problems);
        assertTrue(checked > 1000, "links are where they are looked for");
    }

    @Test
    void everyPictureIsThere() throws IOException {
        Set<String> shown = new TreeSet<>();
        for (Map.Entry<String, Document> page : pages().entrySet()) {
            for (Element picture : elements(page.getValue(), "img")) {
                assertFalse(picture.getAttribute("alt").isEmpty(), page.getKey());
                shown.add(resolve(page.getKey(), picture.getAttribute("src")));
            }
        }
        for (String picture : shown) {
            assertTrue(Files.isRegularFile(directory.resolve(picture)), picture);
        }
        assertTrue(
                shown.containsAll(
                        Set.of(
                                "images/architecture.svg",
                                "images/write.svg",
                                "images/placement.svg",
                                "images/recovery.svg",
                                "images/console-cluster.png")),
                shown.toString());
    }

    @Test
    void everyDocumentHasAPageThatEachPageLists() throws IOException {
        Map<String, Document> pages = pages();
        Set<String> expected =
                new TreeSet<>(Set.of("overview.html", "contributing.html", "modules/server.html"));
        try (Stream<Path> docs = Files.walk(HOME.resolve("docs"))) {
            docs.map(file -> HOME.resolve("docs").relativize(file).toString())
                    .filter(file -> file.endsWith(".md"))
                    .forEach(file -> expected.add(file.replaceAll("\\.md$", ".html")));
        }
        assertTrue(pages.keySet().containsAll(expected), pages.keySet().toString());
        for (Map.Entry<String, Document> page : pages.entrySet()) {
            Set<String> listed = new TreeSet<>(Set.of("index.html"));
            for (Element link :
                    elements(page.getValue(), "nav").stream()
                            .flatMap(nav -> links(nav).stream())
                            .toList()) {
                listed.add(resolve(page.getKey(), link.getAttribute("href")));
            }
            assertEquals(pages.keySet(), listed, page.getKey());
        }
    }

    private static List<Element> links(Element element) {
        NodeList nodes = element.getElementsByTagName("a");
        List<Element> links = new ArrayList<>();
        for (int i = 0; i < nodes.getLength(); i++) {
            links.add((Element) nodes.item(i));
        }
        return links;
    }

    @Test
    void nothingIsRunAndNobodyIsAsked() throws IOException {
        for (Map.Entry<String, Document> page : pages().entrySet()) {
            for (Element element : elements(page.getValue(), "*")) {
                String where = page.getKey() + ": " + element.getTagName();
                assertFalse(
                        Set.of("script", "iframe", "object", "embed", "base", "form", "style")
                                .contains(element.getTagName()),
                        where);
                assertFalse(element.hasAttribute("style"), where);
                for (String loaded : List.of("src", "srcset", "poster", "data")) {
                    assertFalse(element.getAttribute(loaded).contains(":"), where);
                }
                if (element.getTagName().equals("link")) {
                    assertEquals("site.css", resolve(page.getKey(), element.getAttribute("href")));
                }
            }
        }
        String style = Files.readString(directory.resolve("site.css"));
        assertFalse(style.contains("url(") || style.contains("@import"), style);
        for (String picture : files(".svg")) {
            String text = Files.readString(directory.resolve(picture));
            assertFalse(
                    text.replace("xmlns=\"http://www.w3.org/2000/svg\"", "").contains("://"),
                    picture);
            assertFalse(text.contains("<script") || text.contains("url(http"), picture);
        }
    }

    /** Each is XML, says what it shows, and is shown by a document. */
    @Test
    void drawingsAreWellFormedAndShown() throws IOException {
        pages();
        Set<String> shown = Set.copyOf(files(".svg"));
        try (Stream<Path> drawings = Files.list(HOME.resolve("docs/images"))) {
            for (Path drawing :
                    drawings.filter(file -> file.toString().endsWith(".svg")).sorted().toList()) {
                Document document = xml(drawing);
                assertEquals("svg", document.getDocumentElement().getTagName());
                assertTrue(document.getDocumentElement().hasAttribute("viewBox"), drawing + "");
                assertEquals(1, elements(document, "title").size(), drawing.toString());
                assertEquals(1, elements(document, "desc").size(), drawing.toString());
                assertTrue(shown.contains("images/" + drawing.getFileName()), drawing.toString());
            }
        }
    }

    @Test
    void tablesAndCodeAreWhatTheyAre() throws IOException {
        Map<String, Document> pages = pages();
        Document metrics = Objects.requireNonNull(pages.get("metrics.html"));
        Document library = Objects.requireNonNull(pages.get("library.html"));
        assertTrue(elements(metrics, "tr").size() > 90, "rows of the table");
        assertTrue(
                elements(library, "pre").stream()
                        .anyMatch(
                                code -> code.getTextContent().contains("<dependencyManagement>")));
    }

    private Path checkout(String index, String page) throws IOException {
        Path home = Files.createDirectory(directory.resolve("checkout"));
        Files.createDirectory(home.resolve("docs"));
        Files.writeString(home.resolve("README.md"), "# Readme\n");
        Files.writeString(home.resolve("CONTRIBUTING.md"), "# Contributing\n");
        Files.writeString(
                home.resolve("docs/index.md"),
                "# Index\n\n- [a](../README.md)\n- [b](../CONTRIBUTING.md)\n" + index);
        Files.writeString(home.resolve("docs/page.md"), page);
        return home;
    }

    private String page(String text) throws IOException {
        Path site = directory.resolve("site");
        Site.read(checkout("- [page](page.md)\n", text)).write(site);
        return Files.readString(site.resolve("page.html"));
    }

    private String refused(String index, String text) throws IOException {
        Site site = Site.read(checkout(index, text));
        BrokenLinkException refused =
                assertThrows(
                        BrokenLinkException.class, () -> site.write(directory.resolve("site")));
        return String.valueOf(refused.getMessage());
    }

    @Test
    void linksLeadToPagesAndWhatIsNoPageIsPlain() throws IOException {
        String html =
                page("# Page\n\n[top](../README.md#readme) [self](#page) [dir](.) <b>&</b>\n");
        assertTrue(html.contains("<a href=\"overview.html#readme\">top</a>"), html);
        assertTrue(html.contains("<a href=\"#page\">self</a> dir &lt;b&gt;&amp;&lt;/b&gt;"), html);
    }

    @Test
    void whatIsNotThereEndsTheBuild() throws IOException {
        String message = refused("- [page](page.md)\n", "# Page\n\n[x](other.md)\n");
        assertEquals("docs/page.md names other.md: no such file", message);
    }

    @Test
    void aHeadingThatIsNotThereEndsTheBuild() throws IOException {
        String message = refused("- [page](page.md)\n", "# Page\n\n[x](#other)\n");
        assertEquals("docs/page.md names #other: no such heading", message);
    }

    @Test
    void aPictureThatIsNotThereEndsTheBuild() throws IOException {
        String message = refused("- [page](page.md)\n", "# Page\n\n![x](x.png)\n");
        assertEquals("docs/page.md names x.png: no file below docs/", message);
    }

    @Test
    void aPageThatTheIndexForgetsEndsTheBuild() throws IOException {
        assertEquals("docs/index.md lacks docs/page.md", refused("", "# Page\n"));
    }
}
