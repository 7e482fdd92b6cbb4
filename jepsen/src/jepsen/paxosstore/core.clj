(ns jepsen.paxosstore.core
  "Tests of PaxosStore by Jepsen: puts a workload, faults, the database and checkers
  together, and runs them from the command line."
  (:require [clojure.string :as str]
            [jepsen.checker :as checker]
            [jepsen.cli :as cli]
            [jepsen.client :as jepsen-client]
            [jepsen.generator :as gen]
            [jepsen.net :as net]
            [jepsen.os :as os]
            [jepsen.paxosstore.client :as client]
            [jepsen.paxosstore.db :as db]
            [jepsen.paxosstore.disk :as disk]
            [jepsen.paxosstore.faults :as faults]
            [jepsen.paxosstore.history :as history]
            [jepsen.paxosstore.members :as members]
            [jepsen.paxosstore.nemesis :as nemesis]
            [jepsen.paxosstore.remote :as remote]
            [jepsen.paxosstore.summary :as summary]
            [jepsen.paxosstore.workloads :refer [workloads]]
            [jepsen.tests :as tests]
            [jepsen.tests.cycle.append :as append])
  (:gen-class))

;; From the workloads' plain functions to what Jepsen asks for.

(defrecord Client [workload connection node]
  jepsen-client/Client
  (open! [this test node]
    (assoc this
           :node       node
           :connection (client/open (db/addresses test node) test)))
  (setup! [_ _test]
    (client/create-spaces connection))
  (invoke! [_ _test op]
    ((:invoke workload) connection op))
  (teardown! [_ _test])
  (close! [_ _test]
    (client/close connection))

  ; Where members change, the clients of founders stay open all the time: they have to
  ; find those that come by themselves. The others are opened anew after a call whose
  ; outcome is unknown, and told who is there now.
  jepsen-client/Reusable
  (reusable? [_ {:keys [cluster faults]}]
    (boolean (and (:members faults)
                  (some #{node} (:founders @cluster))))))

(defn- workload-checker
  "The workload's own check."
  [workload]
  (reify checker/Checker
    (check [_ _test history _opts]
      ((:check workload) (history/operations history)))))

(defn- availability-checker
  "Times without an answer while a majority was there. Told, and too long ones are
  errors; not those of the warm-up, in which all programs are new to their machines,
  and those in which a disk that all nodes share stood still."
  [limit-ms stalls]
  (reify checker/Checker
    (check [_ test history _opts]
      (let [{:keys [gap after-heal] :as times}
            (faults/availability (:founders @(:cluster test))
                                 history
                                 (cons [0 (* (:warm-up test) 1000000000)] @stalls))]
        (assoc times
               :disk-stalls (vec @stalls)
               :valid?      (and (<= gap limit-ms) (<= after-heal limit-ms)))))))

(defn- recovery-checker
  "Nodes that did not come back from what was done to them are errors."
  []
  (reify checker/Checker
    (check [_ _test history _opts]
      (let [unrecovered (faults/unrecovered history)]
        {:valid? (empty? unrecovered), :unrecovered (vec unrecovered)}))))

(defn- members-checker
  "A run in which no voters changed while clients asked has not tested that."
  []
  (reify checker/Checker
    (check [_ test history _opts]
      (let [counts (members/counts history)]
        {:valid? (if (members/tested? counts) true :unknown)
         :counts counts
         :alone  (members/oks-without-founders test history)}))))

(defn- exception-checker
  "Exceptions that no workload expects are errors of the harness: it knows nothing of
  the calls."
  []
  (let [unhandled (checker/unhandled-exceptions)]
    (reify checker/Checker
      (check [_ test history opts]
        (let [found (checker/check unhandled test history opts)]
          (assoc found :valid? (empty? (:exceptions found))))))))

(defn- summary-checker
  "What the table of runs says of this one."
  []
  (reify checker/Checker
    (check [_ test history _opts]
      (assoc (summary/summary test history) :valid? true))))

(defn- elle-checker
  "Elle's verdict on transactions: strict serializability."
  []
  (append/checker {:consistency-models [:strict-serializable]}))

(defn- checker
  [workload {:keys [gap-limit-ms faults]} stalls perf]
  (checker/compose
    (cond-> {:workload     (workload-checker workload)
             :availability (availability-checker gap-limit-ms stalls)
             :recovery     (recovery-checker)
             :summary      (summary-checker)
             :exceptions   (exception-checker)
             :perf         (checker/perf {:nemeses perf})}
      (:members faults) (assoc :members (members-checker))
      (:elle? workload) (assoc :elle (elle-checker)))))

(defn- generator
  "The workload under faults for the time, then the ends of the faults, the workload
  again, then what every process does once all is well."
  [workload {:keys [rate warm-up time-limit recovery-time]} faults]
  (gen/phases
    (->> (:generator workload)
         (gen/stagger (/ rate))
         (gen/nemesis (gen/phases (gen/sleep warm-up) (:generator faults)))
         (gen/time-limit time-limit))
    (gen/log "Healing")
    (gen/nemesis (:final-generator faults))
    (gen/log "Going on after the heal")
    (->> (:generator workload)
         (gen/stagger (/ rate))
         (gen/clients)
         (gen/time-limit recovery-time))
    (gen/log "Waiting until every node is whole")
    (gen/nemesis nemesis/await-all-whole)
    (when-let [final (:final-generator workload)]
      (gen/clients (gen/each-thread final)))))

(def founders-default
  "How many nodes there are at first where members change."
  3)

(def spare-fewest
  "Where members change: one machine is needed for who replaces a lost node, and another
  one so that it need not wait until the lost one's is free."
  2)

(defn- founders-of
  "How many machines are nodes at first."
  [{:keys [founders faults nodes]}]
  (let [n      (count nodes)
        wanted (or founders (if (:members faults) founders-default n))]
    (when-not (<= wanted (if (:members faults) (- n spare-fewest) n))
      (throw (ex-info (str "There are " n " machines for " wanted " nodes at first"
                           (when (:members faults)
                             (str ", and where members change " spare-fewest " more"))
                           "; use more machines, or --founders.")
                      {})))
    wanted))

(defn paxosstore-test
  "A Jepsen test from the options of the command line."
  [{:keys [workload faults interval nodes] :as options}]
  (let [made     ((workloads workload) options)
        founders (founders-of options)
        faulty   (nemesis/nemesis faults interval)
        stalls   (atom [])]
    (merge tests/noop-test
           options
           {:name      (str/join " " (cons workload (map name (sort faults))))
            :os        os/noop
            :db        (db/database)
            :net       net/iptables
            :founders  founders
            :cluster   (atom (members/found nodes founders))
            :members-max (min (dec (count nodes)) (+ 2 founders))
            :nonserializable-keys [:cluster]
            :client    (->Client made nil nil)
            :nemesis   (:nemesis faulty)
            :generator (generator made options faulty)
            :checker   (checker made options stalls (:perf faulty))}
           (when (= :netns (:remote-kind options))
             {:remote  (remote/netns)
              :nemesis (disk/watched (:nemesis faulty) db/directory stalls)}))))

(def options
  "What the command line knows besides Jepsen's own options."
  [["-w" "--workload NAME" "What clients do."
    :default "register"
    :validate [workloads (cli/one-of workloads)]]
   [nil "--nemesis NAMES" "Faults, with commas; none, or all."
    :id :faults
    :default #{}
    :parse-fn nemesis/parse
    :validate [#(every? nemesis/packages %) (str "Each " (cli/one-of nemesis/packages))]]
   [nil "--interval SECONDS" "About how long from one op of a nemesis to the next."
    :default 5
    :parse-fn parse-double
    :validate [pos? "Must be positive"]]
   [nil "--warm-up SECONDS" "How long there are no faults at first, and availability does not count."
    :default 5
    :parse-fn parse-long
    :validate [nat-int? "Must not be negative"]]
   ["-r" "--rate HZ" "About how many ops clients begin a second."
    :default 200
    :parse-fn parse-double
    :validate [pos? "Must be positive"]]
   [nil "--time SECONDS" "How long clients and faults go on; --time-limit too."
    :id :time-limit
    :parse-fn parse-long
    :validate [pos? "Must be positive"]]
   [nil "--recovery-time SECONDS" "How long clients go on after the faults have ended."
    :default 10
    :parse-fn parse-long
    :validate [pos? "Must be positive"]]
   [nil "--deadline-ms MILLIS" "The deadline of each call."
    :default 1000
    :parse-fn parse-long
    :validate [pos? "Must be positive"]]
   [nil "--gap-limit-ms MILLIS" "Longest time without an answer while a majority is there."
    :default 1000
    :parse-fn parse-long
    :validate [pos? "Must be positive"]]
   [nil "--founders NUMBER" "How many machines are nodes at first (default: all; 3 where members change)."
    :parse-fn parse-long
    :validate [pos? "Must be positive"]]
   [nil "--slots-moving NUMBER" "In how many slots a node may have to become whole at once."
    :default 256
    :parse-fn parse-long
    :validate [#(<= 1 % 4096) "Must be 1 to 4096"]]
   [nil "--remote KIND" "How commands get to the nodes: ssh, or netns for those of local-cluster."
    :id :remote-kind
    :default :ssh
    :parse-fn keyword
    :validate [#{:ssh :netns} "Must be ssh or netns"]]
   [nil "--jvm-options OPTIONS" "Options of the nodes' JVMs, besides their own."]
   [nil "--distribution FILE" "What is installed: the archive that jepsen/distribution makes."
    :default "target/paxosstore.tar"]
   [nil "--slow-disk-source FILE" "The library that makes disks slow, in C."
    :default "../bench/src/main/resources/io/paxosstore/bench/faults/slow_disk.c"]])

(defn -main
  [& arguments]
  (cli/run! (merge (cli/single-test-cmd {:test-fn paxosstore-test, :opt-spec options})
                   (cli/serve-cmd))
            arguments))
