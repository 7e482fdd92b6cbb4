(ns jepsen.paxosstore.workloads
  "All workloads by name. A further one is a file under workload/ and a line here."
  (:require [jepsen.paxosstore.workload.append :as append]
            [jepsen.paxosstore.workload.bank :as bank]
            [jepsen.paxosstore.workload.counter :as counter]
            [jepsen.paxosstore.workload.multi :as multi]
            [jepsen.paxosstore.workload.queue :as queue]
            [jepsen.paxosstore.workload.register :as register]
            [jepsen.paxosstore.workload.set :as set]
            [jepsen.paxosstore.workload.table :as table]
            [jepsen.paxosstore.workload.timeline :as timeline]
            [jepsen.paxosstore.workload.watch :as watch]))

(def workloads
  "A function of options for each, which makes the workload."
  {"append"   append/workload
   "bank"     bank/workload
   "counter"  counter/workload
   "multi"    multi/workload
   "queue"    queue/workload
   "register" register/workload
   "set"      set/workload
   "table"    table/workload
   "timeline" timeline/workload
   "watch"    watch/workload})
