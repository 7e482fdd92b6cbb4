package io.paxosstore.redis.geo;

/** A part of the map between two meridians and two parallels, in degrees. */
record Bounds(double west, double south, double east, double north) {}
