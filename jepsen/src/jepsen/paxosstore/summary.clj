(ns jepsen.paxosstore.summary
  "Runs in a table: what was run, how many operations ended how, the verdict and the
  longest time without an answer. Reads the results.edn of Jepsen's store."
  (:require [clojure.edn :as edn]
            [clojure.java.io :as io]
            [clojure.string :as str]
            [jepsen.paxosstore.history :refer [client-op?]]
            [jepsen.paxosstore.members :as members])
  (:import (java.io File)))

(defn summary
  "What the table says of a run, but for its verdict."
  [{:keys [nodes founders workload faults time-limit]} history]
  (let [ends (frequencies (map :type (filter client-op? history)))]
    {:nodes    (or founders (count nodes))
     :members  (members/counts history)
     :workload workload
     :faults   (vec (sort faults))
     :seconds  time-limit
     :ok       (:ok ends 0)
     :fail     (:fail ends 0)
     :info     (:info ends 0)}))

(def ^:private heading
  (str "| workload | faults | nodes | ops of clients: ok / fail / info | verdict"
       " | longest without an ok, ms | after a heal, ms | members changed | store |\n"
       "| --- | --- | --- | --- | --- | --- | --- | --- | --- |"))

(defn- changed
  "What happened to members, in words."
  [counts]
  (->> [[:joined "joined"] [:lost "lost"] [:replaced "replaced"] [:drained "drained"]
        [:removed "removed"] [:revived "came back"] [:spread "spread"] [:voters "voters"]
        [:cancelled "cancelled"] [:paused "paused"] [:driver-killed "drivers killed"]
        [:driver-paused "drivers paused"]]
       (keep (fn [[what word]] (when-let [n (get counts what)] (str n " " word))))
       (str/join ", ")))

(defn- row
  [{:keys [store valid? summary availability]}]
  (let [{:keys [workload faults nodes ok fail info members]} summary]
    (format "| %s | %s | %d | %,d / %,d / %,d | %s | %,d | %,d | %s | %s |"
            workload
            (if (seq faults) (str/join ", " (map name faults)) "none")
            nodes ok fail info
            (case valid? true "valid", false "**not valid**", "unknown")
            (:gap availability)
            (:after-heal availability)
            (changed members)
            store)))

(defn- store-name
  "The name of the run whose results these are."
  [^File results]
  (.getName (.getParentFile results)))

(defn- results
  "The results in a store, in the order of their time."
  [directory]
  (->> (file-seq (io/file directory))
       (filter (fn [^File file]
                 (and (= "results.edn" (.getName file))
                      (not (str/includes? (.getPath file) "latest"))
                      (not (str/includes? (.getPath file) "current")))))
       (sort-by store-name)
       (map (fn [file]
              (assoc (edn/read-string {:default (fn [_tag value] value)} (slurp file))
                     :store (store-name file))))))

(defn -main
  [& [directory]]
  (println heading)
  (run! (comp println row) (filter :summary (results (or directory "store")))))
