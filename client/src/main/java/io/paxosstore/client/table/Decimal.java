package io.paxosstore.client.table;

import io.paxosstore.protocol.model.Column;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** What every component that is a {@link java.math.BigDecimal} must say. */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.RECORD_COMPONENT)
public @interface Decimal {
    /** Digits, 1 to {@link Column#PRECISION_MAX}. */
    int precision();

    /** How many of them stand behind the point. */
    int scale();
}
