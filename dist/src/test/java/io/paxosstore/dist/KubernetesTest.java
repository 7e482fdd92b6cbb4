package io.paxosstore.dist;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonParser;

import io.kubernetes.client.openapi.JSON;
import io.kubernetes.client.openapi.models.V1ConfigMap;
import io.kubernetes.client.openapi.models.V1Container;
import io.kubernetes.client.openapi.models.V1PodDisruptionBudget;
import io.kubernetes.client.openapi.models.V1PodSpec;
import io.kubernetes.client.openapi.models.V1Probe;
import io.kubernetes.client.openapi.models.V1Service;
import io.kubernetes.client.openapi.models.V1StatefulSet;
import io.paxosstore.server.config.ClusterMember;
import io.paxosstore.server.config.Configuration;
import io.paxosstore.server.config.ConfigurationLoader;
import io.paxosstore.server.config.RedisSettings;
import io.paxosstore.server.config.Settings;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** The manifests are what Kubernetes knows, and agree with each other and with the server. */
class KubernetesTest {
    private static final String DIRECTORY = "deploy/kubernetes/";
    private static final List<String> FILES =
            List.of(
                    "configmap.yaml",
                    "services.yaml",
                    "statefulset.yaml",
                    "disruption-budget.yaml");
    private static final int QUORUM_LOSS_MAX = 1;

    private static V1StatefulSet statefulSet() throws IOException {
        return V1StatefulSet.fromJson(Repository.documents(DIRECTORY + FILES.get(2)).getFirst());
    }

    private static V1PodSpec pod() throws IOException {
        return Objects.requireNonNull(statefulSet().getSpec().getTemplate().getSpec());
    }

    private static V1Container container() throws IOException {
        return pod().getContainers().getFirst();
    }

    private static V1ConfigMap configMap() throws IOException {
        return V1ConfigMap.fromJson(Repository.documents(DIRECTORY + FILES.get(0)).getFirst());
    }

    private static Configuration configuration(String pod) throws Exception {
        Map<String, String> files = Objects.requireNonNull(configMap().getData());
        String text = Objects.requireNonNull(files.get("node.yaml"));
        return ConfigurationLoader.onHost(pod).yaml(text, "node.yaml").load();
    }

    private static List<V1Service> services() throws IOException {
        List<V1Service> services = new ArrayList<>();
        for (String document : Repository.documents(DIRECTORY + FILES.get(1))) {
            services.add(V1Service.fromJson(document));
        }
        return services;
    }

    private static void check(String json) throws IOException {
        String kind = JsonParser.parseString(json).getAsJsonObject().get("kind").getAsString();
        JSON.getGson();
        var element = JsonParser.parseString(json);
        switch (kind) {
            case "ConfigMap" -> V1ConfigMap.validateJsonElement(element);
            case "Service" -> V1Service.validateJsonElement(element);
            case "StatefulSet" -> V1StatefulSet.validateJsonElement(element);
            case "PodDisruptionBudget" -> V1PodDisruptionBudget.validateJsonElement(element);
            default -> throw new AssertionError("no check for a " + kind);
        }
    }

    @Test
    void everyFieldIsKnown() throws IOException {
        for (String file : FILES) {
            for (String json : Repository.documents(DIRECTORY + file)) {
                check(json);
            }
        }
        String kustomization = Repository.text(DIRECTORY + "kustomization.yaml");
        FILES.forEach(file -> assertTrue(kustomization.contains("- " + file), file));
    }

    /** The check itself can fail, however deep. */
    @Test
    void aMisspeltFieldIsFound() throws IOException {
        String json = Repository.documents(DIRECTORY + FILES.get(2)).getFirst();
        String misspelt = json.replace("\"failureThreshold\"", "\"failureTreshold\"");
        assertFalse(json.equals(misspelt));
        assertThrows(IllegalArgumentException.class, () -> check(misspelt));
    }

    @Test
    void eachPodIsTheFounderOfItsName() throws Exception {
        V1StatefulSet set = statefulSet();
        String name = Objects.requireNonNull(set.getMetadata().getName());
        int replicas = set.getSpec().getReplicas();
        for (int ordinal = 0; ordinal < replicas; ordinal++) {
            String pod = name + "-" + ordinal;
            ClusterMember self = configuration(pod).self();
            assertEquals(ordinal + 1, self.id());
            assertEquals(pod + "." + set.getSpec().getServiceName(), self.host());
            assertEquals(replicas, configuration(pod).members().size());
        }
        assertEquals("Parallel", set.getSpec().getPodManagementPolicy(), "all are needed once");
    }

    @Test
    void thePortsAreTheServers() throws Exception {
        Configuration configuration = configuration("paxosstore-0");
        ClusterMember self = configuration.self();
        Map<String, Integer> expected = new HashMap<>();
        expected.put("clients", self.clientPort());
        expected.put("peers", self.peerPort());
        expected.put("admin", self.adminPort());
        expected.put("redis", self.clientPort() + configuration.get(RedisSettings.PORT_OFFSET));
        Map<String, Integer> ports = new HashMap<>();
        container().getPorts().forEach(port -> ports.put(port.getName(), port.getContainerPort()));
        assertEquals(expected, ports);
        assertTrue(configuration.get(RedisSettings.ENABLED));
        for (V1Service service : services()) {
            service.getSpec()
                    .getPorts()
                    .forEach(port -> {
                        assertEquals(expected.get(port.getName()), port.getPort());
                        assertEquals(port.getName(), port.getTargetPort().getStrValue());
                    });
        }
        assertEquals(
                String.valueOf(self.adminPort()),
                statefulSet()
                        .getSpec()
                        .getTemplate()
                        .getMetadata()
                        .getAnnotations()
                        .get("prometheus.io/port"));
    }

    @Test
    void theProbesAskTheAdminPort() throws IOException {
        Map<String, V1Probe> probes =
                Map.of(
                        "/livez", Objects.requireNonNull(container().getLivenessProbe()),
                        "/readyz?whole", Objects.requireNonNull(container().getReadinessProbe()));
        probes.forEach((path, probe) -> {
            assertEquals(path, probe.getHttpGet().getPath());
            assertEquals("admin", probe.getHttpGet().getPort().getStrValue());
        });
        assertEquals("/livez", container().getStartupProbe().getHttpGet().getPath());
    }

    @Test
    void theSelectorsMeetThePods() throws IOException {
        Map<String, String> labels =
                statefulSet().getSpec().getTemplate().getMetadata().getLabels();
        V1PodDisruptionBudget budget =
                V1PodDisruptionBudget.fromJson(
                        Repository.documents(DIRECTORY + FILES.get(3)).getFirst());
        assertEquals(QUORUM_LOSS_MAX, budget.getSpec().getMaxUnavailable().getIntValue());
        assertEquals(labels, budget.getSpec().getSelector().getMatchLabels());
        assertEquals(labels, statefulSet().getSpec().getSelector().getMatchLabels());
        for (V1Service service : services()) {
            assertEquals(labels, service.getSpec().getSelector());
        }
        V1Service nodes = services().getFirst();
        assertEquals(statefulSet().getSpec().getServiceName(), nodes.getMetadata().getName());
        assertEquals("None", nodes.getSpec().getClusterIP());
        assertTrue(nodes.getSpec().getPublishNotReadyAddresses(), "they meet before that");
    }

    @Test
    void theFilesAreWhereTheServerLooks() throws Exception {
        Map<String, String> mounts = new HashMap<>();
        container()
                .getVolumeMounts()
                .forEach(mount -> mounts.put(mount.getMountPath(), mount.getName()));
        assertTrue(
                configuration("paxosstore-0")
                        .get(Settings.NODE_DIRECTORY)
                        .startsWith("/" + BuildImage.DATA));
        assertEquals("data", mounts.get("/" + BuildImage.DATA));
        var claim = statefulSet().getSpec().getVolumeClaimTemplates().getFirst();
        assertEquals("data", claim.getMetadata().getName());
        assertTrue(mounts.containsKey("/tmp"), "the root is read-only");
        assertTrue(mounts.containsKey("/" + BuildImage.HOME + "/conf/jvm.options"));
        assertTrue(container().getArgs().contains("/etc/paxosstore/node.yaml"));
        assertEquals(BuildImage.USER, pod().getSecurityContext().getRunAsUser());
        assertTrue(
                pod().getTerminationGracePeriodSeconds()
                        > configuration("paxosstore-0").get(Settings.DRAIN_TIMEOUT).toSeconds());
    }
}
