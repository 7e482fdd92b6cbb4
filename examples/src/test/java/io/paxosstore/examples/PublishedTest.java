package io.paxosstore.examples;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.w3c.dom.Node;
import org.w3c.dom.NodeList;

import java.nio.file.Path;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;

import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.xpath.XPath;
import javax.xml.xpath.XPathConstants;
import javax.xml.xpath.XPathFactory;

/** The BOM names what is published: every module that does not say otherwise. */
final class PublishedTest {
    private static final Path ROOT =
            Objects.requireNonNull(Path.of("").toAbsolutePath().getParent());
    private static final XPath XPATH = XPathFactory.newInstance().newXPath();

    private static Document pom(String module) throws Exception {
        return DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(ROOT.resolve(module).resolve("pom.xml").toFile());
    }

    private static Set<String> texts(Document pom, String path) throws Exception {
        NodeList nodes = (NodeList) XPATH.evaluate(path, pom, XPathConstants.NODESET);
        Set<String> texts = new TreeSet<>();
        for (int i = 0; i < nodes.getLength(); i++) {
            Node node = Objects.requireNonNull(nodes.item(i));
            texts.add(node.getTextContent());
        }
        return texts;
    }

    private static String text(Document pom, String path) throws Exception {
        return XPATH.evaluate(path, pom);
    }

    @Test
    void theBomNamesWhatIsPublished() throws Exception {
        Set<String> published = new TreeSet<>();
        for (String module : texts(pom(""), "/project/modules/module")) {
            Document pom = pom(module);
            if (!text(pom, "/project/properties/maven.deploy.skip").equals("true")) {
                published.add(text(pom, "/project/artifactId"));
            }
        }
        assertTrue(published.remove("paxosstore-bom"), "the BOM itself is published");
        assertEquals(
                published,
                texts(pom("bom"), "/project/dependencyManagement/dependencies/*/artifactId"));
        assertEquals(text(pom(""), "/project/version"), text(pom("bom"), "/project/version"));
    }

    @Test
    void theExampleIsOfThisVersion() throws Exception {
        assertEquals(
                text(pom(""), "/project/version"),
                text(pom("examples/shop"), "/project/properties/paxosstore.version"));
    }
}
