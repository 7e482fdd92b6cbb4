package io.paxosstore.client.table;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** The component has a secondary index. */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.RECORD_COMPONENT)
public @interface Indexed {
    /**
     * The name of the index; components that name the same one share it, in their order. Empty for
     * "by_" and the name of the column.
     */
    String value() default "";
}
