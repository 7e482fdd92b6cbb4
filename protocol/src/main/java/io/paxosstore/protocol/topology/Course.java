package io.paxosstore.protocol.topology;

/** How changes of voters go on, as the operator wants it. */
public enum Course {
    /** Changes begin and end as they are planned. */
    RUNNING(1),

    /** No change begins; those under way end. */
    PAUSED(2),

    /** No change begins; those under way are taken back. */
    CANCELLED(3);

    private final int code;

    Course(int code) {
        this.code = code;
    }

    /** The number that stands for it in bytes; never changes. */
    int code() {
        return code;
    }

    /**
     * What a number stands for.
     *
     * @throws IllegalArgumentException for a number that stands for none
     */
    static Course of(int code) {
        for (Course course : values()) {
            if (course.code == code) {
                return course;
            }
        }
        throw new IllegalArgumentException(
                "No course has the number " + code + "; 1 to 3 are running, paused, cancelled.");
    }
}
