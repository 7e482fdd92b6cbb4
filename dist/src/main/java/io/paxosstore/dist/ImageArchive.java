package io.paxosstore.dist;

import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;

import tools.jackson.databind.json.JsonMapper;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Date;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Writes an image as one tar that is an OCI layout and can also be read by {@code docker load} of
 * any age: its {@code manifest.json} names the same blobs. Not thread-safe.
 */
final class ImageArchive {
    private static final String MANIFEST_TYPE = "application/vnd.oci.image.manifest.v1+json";
    private static final String CONFIG_TYPE = "application/vnd.oci.image.config.v1+json";
    private static final String LAYER_TYPE = "application/vnd.oci.image.layer.v1.tar+gzip";

    private final JsonMapper json = JsonMapper.builder().build();
    private final Instant date;

    ImageArchive(Instant date) {
        this.date = date;
    }

    /**
     * Writes it.
     *
     * @param name with its tag, as engines then know the image
     * @param config what is run, as which user, in which environment ...: OCI's {@code config}
     */
    void write(Path file, String name, Map<String, Object> config, List<Layer.Finished> layers)
            throws IOException {
        Blob description = Blob.of(json.writeValueAsString(description(config, layers)));
        Blob manifest = Blob.of(json.writeValueAsString(manifest(description, layers)));
        Map<String, byte[]> entries = new LinkedHashMap<>();
        entries.put("oci-layout", utf8(Map.of("imageLayoutVersion", "1.0.0")));
        entries.put("index.json", utf8(index(name, manifest)));
        entries.put("manifest.json", utf8(List.of(forDocker(name, description, layers))));
        for (Layer.Finished layer : layers) {
            entries.put(layer.blob().path(), layer.blob().bytes());
        }
        entries.put(description.path(), description.bytes());
        entries.put(manifest.path(), manifest.bytes());
        write(file, entries);
    }

    private Map<String, Object> description(
            Map<String, Object> config, List<Layer.Finished> layers) {
        Map<String, Object> description = new LinkedHashMap<>();
        description.put("created", date.toString());
        description.put("architecture", "amd64");
        description.put("os", "linux");
        description.put("config", config);
        Map<String, Object> files = new LinkedHashMap<>();
        files.put("type", "layers");
        files.put("diff_ids", layers.stream().map(Layer.Finished::contentDigest).toList());
        description.put("rootfs", files);
        return description;
    }

    private static Map<String, Object> manifest(Blob description, List<Layer.Finished> layers) {
        Map<String, Object> manifest = new LinkedHashMap<>();
        manifest.put("schemaVersion", 2);
        manifest.put("mediaType", MANIFEST_TYPE);
        manifest.put("config", descriptor(CONFIG_TYPE, description));
        List<Object> all = new ArrayList<>();
        layers.forEach(layer -> all.add(descriptor(LAYER_TYPE, layer.blob())));
        manifest.put("layers", all);
        return manifest;
    }

    private static Map<String, Object> index(String name, Blob manifest) {
        Map<String, Object> entry = descriptor(MANIFEST_TYPE, manifest);
        Map<String, Object> annotations = new LinkedHashMap<>();
        annotations.put("io.containerd.image.name", "docker.io/library/" + name);
        annotations.put("org.opencontainers.image.ref.name", name.substring(name.indexOf(':') + 1));
        entry.put("annotations", annotations);
        Map<String, Object> index = new LinkedHashMap<>();
        index.put("schemaVersion", 2);
        index.put("mediaType", "application/vnd.oci.image.index.v1+json");
        index.put("manifests", List.of(entry));
        return index;
    }

    private static Map<String, Object> forDocker(
            String name, Blob description, List<Layer.Finished> layers) {
        Map<String, Object> image = new LinkedHashMap<>();
        image.put("Config", description.path());
        image.put("RepoTags", List.of(name));
        image.put("Layers", layers.stream().map(layer -> layer.blob().path()).toList());
        return image;
    }

    private static Map<String, Object> descriptor(String type, Blob blob) {
        Map<String, Object> descriptor = new LinkedHashMap<>();
        descriptor.put("mediaType", type);
        descriptor.put("digest", blob.digest());
        descriptor.put("size", blob.bytes().length);
        return descriptor;
    }

    private byte[] utf8(Object value) {
        return json.writeValueAsString(value).getBytes(StandardCharsets.UTF_8);
    }

    private void write(Path file, Map<String, byte[]> entries) throws IOException {
        Set<String> directories = new LinkedHashSet<>(List.of("blobs/", "blobs/sha256/"));
        try (TarArchiveOutputStream tar =
                new TarArchiveOutputStream(
                        Files.newOutputStream(file), StandardCharsets.UTF_8.name())) {
            for (String directory : directories) {
                put(tar, directory, new byte[0]);
            }
            for (Map.Entry<String, byte[]> entry : entries.entrySet()) {
                put(tar, entry.getKey(), entry.getValue());
            }
        }
    }

    private void put(TarArchiveOutputStream tar, String name, byte[] content) throws IOException {
        TarArchiveEntry entry = new TarArchiveEntry(name);
        entry.setModTime(Date.from(date));
        entry.setSize(content.length);
        tar.putArchiveEntry(entry);
        tar.write(content);
        tar.closeArchiveEntry();
    }
}
