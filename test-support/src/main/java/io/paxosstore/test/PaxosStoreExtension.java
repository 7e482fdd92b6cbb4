package io.paxosstore.test;

import io.paxosstore.client.PaxosStore;
import io.paxosstore.server.embedded.EmbeddedCluster;
import io.paxosstore.server.node.StartException;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionConfigurationException;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolutionException;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.junit.platform.commons.support.AnnotationSupport;

/**
 * What {@link PaxosStoreCluster} says. JUnit may make several of these for one class; the cluster
 * is kept in the store of the context of the class that has the annotation.
 */
final class PaxosStoreExtension
        implements BeforeAllCallback, AfterEachCallback, AfterAllCallback, ParameterResolver {
    private static final ExtensionContext.Namespace NAMESPACE =
            ExtensionContext.Namespace.create(PaxosStoreExtension.class);

    /** Tests of a class may run at the same time; nothing else in the JVM has this lock. */
    private static final Object START = new Object();

    @Override
    public void beforeAll(ExtensionContext context) throws StartException {
        RunningCluster unused = running(owner(context));
    }

    @Override
    public void afterEach(ExtensionContext context) throws StartException {
        RunningCluster running = find(owner(context));
        if (running != null) {
            running.startAll();
        }
    }

    @Override
    public void afterAll(ExtensionContext context) {
        ExtensionContext owner = owner(context);
        if (owner.getUniqueId().equals(context.getUniqueId())) {
            RunningCluster running =
                    owner.getStore(NAMESPACE).remove(owner.getUniqueId(), RunningCluster.class);
            if (running != null) {
                running.close();
            }
        }
    }

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        Class<?> type = parameter.getParameter().getType();
        return type == PaxosStore.class || type == EmbeddedCluster.class;
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
        RunningCluster running;
        try {
            running = running(owner(context));
        } catch (RuntimeException e) {
            throw e;
        } catch (Exception e) {
            // Of the type StartException. To name it here would have a JVM that is too old fail to
            // load this class, before it can be told so.
            throw new ParameterResolutionException(String.valueOf(e.getMessage()), e);
        }
        return parameter.getParameter().getType() == PaxosStore.class
                ? running.store()
                : running.cluster();
    }

    /**
     * The cluster of a class; a class that is made once for all tests wants it before they begin.
     */
    private static RunningCluster running(ExtensionContext owner) throws StartException {
        synchronized (START) {
            RunningCluster running = find(owner);
            if (running == null) {
                running = RunningCluster.start(wanted(owner));
                // By a key of this class alone: classes around it are looked through too.
                owner.getStore(NAMESPACE).put(owner.getUniqueId(), running);
            }
            return running;
        }
    }

    private static @Nullable RunningCluster find(ExtensionContext owner) {
        return owner.getStore(NAMESPACE).get(owner.getUniqueId(), RunningCluster.class);
    }

    /** The context of the innermost class around a test that has the annotation. */
    private static ExtensionContext owner(ExtensionContext context) {
        ExtensionContext at = context;
        while (!isOwner(at)) {
            at =
                    at.getParent()
                            .orElseThrow(() ->
                                    new ExtensionConfigurationException(
                                            "No class around "
                                                    + context.getDisplayName()
                                                    + " has @PaxosStoreCluster."));
        }
        return at;
    }

    private static boolean isOwner(ExtensionContext context) {
        return context.getElement()
                .filter(Class.class::isInstance)
                .filter(type -> AnnotationSupport.isAnnotated(type, PaxosStoreCluster.class))
                .isPresent();
    }

    private static PaxosStoreCluster wanted(ExtensionContext owner) {
        return AnnotationSupport.findAnnotation(owner.getElement(), PaxosStoreCluster.class)
                .orElseThrow();
    }
}
