(ns jepsen.paxosstore.operator
  "What an operator asks of a cluster, by the Java client, and what came of it."
  (:import (io.paxosstore.client ClientOptions NotDoneException NotDoneException$Reason
                                 OutcomeUnknownException PaxosStore PaxosStoreException)
           (io.paxosstore.protocol.topology ClusterChange ClusterChange$Drain ClusterChange$Keep
                                            ClusterChange$Remove ClusterChange$Replace
                                            ClusterChange$Reweigh ClusterChange$Spread
                                            ClusterChange$Steer ClusterChange$Voters Course)
           (java.time Duration)))

(def deadline-ms
  "How long a change may take to be answered."
  5000)

(defn open
  "An operator of the cluster with nodes at these addresses, HOST:PORT each; it finds
  those that come later by itself."
  ^PaxosStore [addresses]
  (PaxosStore/connect
    (String/join "," ^Iterable addresses)
    (-> (ClientOptions/builder)
        (.name "jepsen-operator")
        (.deadline (Duration/ofMillis deadline-ms))
        (.build))))

(defn close
  [^PaxosStore operator]
  (.close operator))

(defn show
  "What a node says of the topology, as JSON; nil if none answers."
  [^PaxosStore operator]
  (try
    (.show (.members operator))
    (catch PaxosStoreException _
      nil)))

(defn- ask!
  "Asks for a change: :done, :refused, :failed (not done either), or :unknown, with the
  reason under :why."
  [^PaxosStore operator ^ClusterChange change]
  (try
    (let [moves (.change (.members operator) change false)]
      {:outcome :done, :copies (.copies moves)})
    (catch OutcomeUnknownException e
      {:outcome :unknown, :why (ex-message e)})
    (catch NotDoneException e
      {:outcome (if (= NotDoneException$Reason/REFUSED (.reason e)) :refused :failed)
       :why     (ex-message e)})
    (catch PaxosStoreException e
      {:outcome :unknown, :why (ex-message e)})))

(defn replace! [operator leaving joining] (ask! operator (ClusterChange$Replace. leaving joining)))

(defn drain! [operator id] (ask! operator (ClusterChange$Drain. id)))

(defn keep! [operator id] (ask! operator (ClusterChange$Keep. id)))

(defn remove! [operator id] (ask! operator (ClusterChange$Remove. id)))

(defn weigh! [operator id weight] (ask! operator (ClusterChange$Reweigh. id weight)))

(defn voters! [operator number] (ask! operator (ClusterChange$Voters. number)))

(defn spread! [operator] (ask! operator (ClusterChange$Spread.)))

(defn resume! [operator] (ask! operator (ClusterChange$Steer. Course/RUNNING)))

(defn pause! [operator] (ask! operator (ClusterChange$Steer. Course/PAUSED)))

(defn cancel! [operator] (ask! operator (ClusterChange$Steer. Course/CANCELLED)))
