(ns jepsen.paxosstore.workload.set
  "Sets: members are added once and never removed; reads see the whole set. A
  read takes it in pages, so that what is added meanwhile may be in it or not.

  An op's :value is [set member], of a completed read [set members]."
  (:require [jepsen.paxosstore.check :as check]
            [jepsen.paxosstore.client :as client]
            [jepsen.paxosstore.history :refer [of-f ok]]
            [jepsen.paxosstore.workload :as workload])
  (:import (io.paxosstore.client Codec EntitySet)))

(defn- members
  ^EntitySet [client set]
  (.set (client/entity client (str "set-" set)) "members" (Codec/longs)))

(defn invoke
  [client {:keys [f] [set member] :value :as op}]
  (client/with-outcome op
    (case f
      :add  (assoc op :type :ok, :new? (.add (members client set) member))
      :read (assoc op
                   :type  :ok
                   :value [set (vec (.inPagesOf (.scan (members client set))
                                                (client/page 50)))]))))

(defn generator
  [sets]
  (let [set    #(workload/choose sets)
        member (workload/counting)]
    (workload/weighted
      4 (fn [] {:f :add,  :value [(set) (member)]})
      1 (fn [] {:f :read, :value [(set) nil]}))))

(defn final-generator
  [sets]
  (delay
    (for [set (workload/taken-part sets)]
      {:f :read, :value [set nil]})))

(defn- check-set
  [operations]
  (let [adds  (of-f :add operations)
        reads (for [read (ok (of-f :read operations))]
                (assoc read :elements (second (:value read))))]
    (check/verdict
      (assoc (check/collection (comp second :invoked) adds reads)
             :not-new (remove :new? (ok adds)))
      {:adds (count (ok adds)), :reads (count reads)})))

(defn check
  [operations]
  (check/of-each (comp first :invoked) check-set operations))

(defn workload
  [_options]
  (let [sets (workload/rotation 3 400)]
    {:invoke          invoke
     :generator       (generator sets)
     :final-generator (final-generator sets)
     :check           check}))
