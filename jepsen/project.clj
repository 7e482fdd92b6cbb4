(defproject jepsen.paxosstore "0.1.0-SNAPSHOT"
  :description "Jepsen tests for PaxosStore"
  :license {:name "Apache-2.0"}
  :dependencies [[org.clojure/clojure "1.12.5"]
                 [jepsen "0.3.13"]
                 ; `mvn install -pl client -am` brings it to the local repository.
                 [io.paxosstore/paxosstore-client "0.1.0-SNAPSHOT"]]
  :main jepsen.paxosstore.core
  :jvm-opts ["-Djava.awt.headless=true" "-Xmx4g" "-XX:+UseSerialGC"])
