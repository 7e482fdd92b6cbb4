package io.paxosstore.dist;

import tools.jackson.databind.json.JsonMapper;
import tools.jackson.dataformat.yaml.YAMLMapper;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Files of this checkout that tests read. */
final class Repository {
    private static final Path HOME = Path.of(System.getProperty("paxosstore.home", ".."));
    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final YAMLMapper YAML = YAMLMapper.builder().build();

    private Repository() {}

    static Path path(String name) {
        return HOME.resolve(name);
    }

    static String text(String name) throws IOException {
        return Files.readString(path(name));
    }

    /** The documents of a YAML file as JSON. */
    static List<String> documents(String name) throws IOException {
        List<String> documents = new ArrayList<>();
        for (String text : text(name).split("(?m)^---$", -1)) {
            documents.add(JSON.writeValueAsString(YAML.readValue(text, Map.class)));
        }
        return documents;
    }
}
