(ns jepsen.paxosstore.junit
  "Runs tests for JUnit, which asks for them by name."
  (:require [clojure.string :as str]
            [clojure.test :as test])
  (:import (java.io StringWriter)))

(defn load-namespace
  "Loads a namespace; returns what the compiler warned of in files of ours, nothing
  if all is well."
  [name]
  (let [warnings (StringWriter.)]
    (binding [*warn-on-reflection* true
              *err*                warnings]
      (require (symbol name) :reload))
    (str warnings)))

(defn tests
  "The names of the tests in a namespace."
  [name]
  (require (symbol name))
  (->> (ns-interns (symbol name))
       vals
       (filter (comp :test meta))
       (sort-by (comp :line meta))
       (mapv (comp str :name meta))))

(defn- told
  "A failure in words."
  [{:keys [message expected actual]}]
  (str/join "\n" (remove nil? [(str/join " > " (reverse test/*testing-contexts*))
                               message
                               (str "expected: " (pr-str expected))
                               (str "actual: " (if (instance? Throwable actual)
                                                 (pr-str (Throwable->map actual))
                                                 (pr-str actual)))])))

(defn run
  "Runs a test with its fixtures; returns its failures, none if it has passed. A
  test that asserts nothing has failed."
  [namespace name]
  (let [failures   (atom [])
        assertions (atom 0)]
    (binding [test/report (fn [{:keys [type] :as event}]
                            (case type
                              :pass         (swap! assertions inc)
                              (:fail :error) (do (swap! assertions inc)
                                                 (swap! failures conj (told event)))
                              nil))]
      (test/test-vars [(ns-resolve (symbol namespace) (symbol name))]))
    (cond-> @failures
      (zero? @assertions) (conj "it asserts nothing"))))
