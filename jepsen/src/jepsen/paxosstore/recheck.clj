(ns jepsen.paxosstore.recheck
  "Checks a stored history again, without Jepsen: the workload's name and a file
  such as Jepsen's history.edn, or the fault runner's."
  (:require [clojure.pprint :refer [pprint]]
            [jepsen.paxosstore.history :as history]
            [jepsen.paxosstore.workloads :refer [workloads]]))

(defn recheck
  "The verdict of the workload's checker."
  [workload file]
  (let [{:keys [check]} ((workloads workload) {})]
    (check (history/operations (history/read-edn file)))))

(defn -main
  [& [workload file :as arguments]]
  (when-not (and (= 2 (count arguments)) (contains? workloads workload))
    (binding [*out* *err*]
      (println "recheck: takes a workload and a file; workloads:" (sort (keys workloads))))
    (System/exit 254))
  (let [{:keys [valid?] :as verdict} (recheck workload file)]
    (pprint verdict)
    (System/exit (case valid? true 0, false 1, 2))))
