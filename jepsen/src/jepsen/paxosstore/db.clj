(ns jepsen.paxosstore.db
  "Installs, starts and stops a node. All of a node is in one directory, named
  after it, so that nodes may be namespaces of one machine. A machine is called node,
  too: Jepsen does so; which of them are nodes of the cluster now, :cluster says, an
  atom of what `members` keeps."
  (:require [clojure.java.io :as io]
            [clojure.string :as str]
            [clojure.tools.logging :refer [info]]
            [jepsen.control :as c]
            [jepsen.control.util :as cu]
            [jepsen.db :as db]
            [jepsen.paxosstore.members :as members]))

(def client-port 7400)
(def peer-port 7401)
(def admin-port 7402)

(def disk-mb
  "The size of a node's disk, an image mounted where its data is: small enough to be
  filled."
  1024)

(def ready-ms
  "How long a node may take to be ready."
  60000)

;; Where things are on a node.

(def directory "/opt/paxosstore")
(defn home [node] (str directory "/" node))
(defn program [node] (str (home node) "/program"))
(defn data [node] (str (home node) "/data"))
(defn image [node] (str (home node) "/disk.image"))
(defn configuration [node] (str (home node) "/node.yaml"))
(defn log-file [node] (str (home node) "/server.log"))
(defn pid-file [node] (str (home node) "/server.pid"))
(defn clock-file [node] (str (home node) "/clock"))
(defn sync-file [node] (str (home node) "/sync"))

;; Which machines are nodes: see `members`.

(defn members
  "The machines that are to run as nodes now."
  [test]
  (members/members @(:cluster test)))

(defn addresses
  "The client addresses of the nodes there are now; of this machine first, if it is one."
  [test machine]
  (let [nodes (members test)]
    (map #(str % ":" client-port)
         (concat (filter #{machine} nodes) (remove #{machine} nodes)))))

(defn- founders-of
  "The part of a founder's configuration that says who was there at the beginning."
  [{:keys [founders]}]
  (str "  nodes:\n"
       (str/join
         (for [[i founder] (map-indexed vector founders)]
           (str "    - {id: " (inc i) ", host: " founder ", client-port: " client-port
                ", peer-port: " peer-port ", admin-port: " admin-port "}\n")))))

(defn- others-to-join
  "The part of the configuration of a node that came later, or of a founder that no other
  one is left of: if its directory is empty, it asks these."
  [cluster node]
  (str "  join: ["
       (str/join ", " (map #(str \" % ":" client-port \")
                           (remove #{node} (members/members cluster))))
       "]\n"))

(defn- among-founders?
  "Is this machine's tenant one of the founders, and another one of them a member?"
  [{:keys [founders] :as cluster} node]
  (and (members/founder? cluster node)
       (or (= 1 (count founders))
           (some #(members/founder? cluster %) (remove #{node} (members/members cluster))))))

(defn- configuration-of
  "The node's configuration file, as an operator would write it now."
  [{:keys [cluster slots-moving]} node]
  (let [cluster @cluster]
    (str "cluster:\n"
         "  id: jepsen\n"
         (if (among-founders? cluster node)
           (founders-of cluster)
           (others-to-join cluster node))
         "node:\n"
         "  id: " (:id (members/tenant cluster node)) "\n"
         "  address: '" node ":" client-port "'\n"
         "  directory: '" (data node) "/store'\n"
         "slots:\n"
         "  moving: " slots-moving "\n"
         ; So that nodes keep the reserve of their disk, which is a few files, on a small one.
         "storage:\n"
         "  segment-bytes: 16MiB\n"
         "entities:\n"
         "  journal-file-bytes: 16MiB\n")))

(defn page
  "What a page of the node's admin port says; nil if it does not answer with 200."
  [node path]
  (try
    (let [connection (.openConnection (io/as-url (str "http://" node ":" admin-port path)))]
      (.setConnectTimeout connection 1000)
      (.setReadTimeout connection 2000)
      (slurp (.getInputStream connection)))
    (catch java.io.IOException _
      nil)))

(defn lives?
  "Has the node's process begun to answer?"
  [node]
  (some? (page node "/livez")))

(defn ready?
  "Does the node serve requests?"
  [node]
  (some? (page node "/readyz")))

(defn- gauge
  "The sum of a metric's values on a page of metrics."
  [metrics start]
  (->> (str/split-lines metrics)
       (filter #(str/starts-with? % start))
       (map #(parse-double (last (str/split % #" "))))
       (reduce +)))

(defn- standing-whole?
  "Do these metrics say that the store has lost nothing?"
  [metrics]
  (pos? (gauge metrics "paxosstore_store_standing{standing=\"whole\"}")))

(defn remembers?
  "Does the node serve requests, and remember its votes? It may be behind, or be about to
  become whole in slots to which it has come."
  [node]
  (when-let [metrics (and (ready? node) (page node "/metrics"))]
    (standing-whole? metrics)))

(defn whole?
  "Does the node serve requests, and lack nothing that it once had?"
  [node]
  (when-let [metrics (and (ready? node) (page node "/metrics"))]
    (and (standing-whole? metrics)
         (zero? (gauge metrics "paxosstore_sweep_left")))))

(defn await-node
  "Waits until a node is as demanded; whether it came to be so in time."
  [node demanded? ms]
  (let [end (+ (System/currentTimeMillis) ms)]
    (loop []
      (cond
        (demanded? node)                       true
        (< end (System/currentTimeMillis))     false
        :else (do (Thread/sleep 100) (recur))))))

;; The disk.

(defn mount!
  [node]
  (c/su (c/exec :mkdir :-p (data node))
        (c/exec :mount :-o :loop (image node) (data node))))

(defn unmount!
  [node]
  (c/su (c/exec :umount (data node))))

(defn- mounted?
  [node]
  (cu/exists? (str (data node) "/lost+found")))

(defn- make-disk!
  [node]
  (c/su (c/exec :rm :-f (image node))
        (c/exec :truncate :-s (str disk-mb "M") (image node))
        (c/exec "/sbin/mkfs.ext4" :-q :-F (image node)))
  (mount! node))

;; The program.

(defn- install!
  "Brings the distribution to the node, unless it is there."
  [{:keys [distribution slow-disk-source]} node]
  (let [file   (io/file distribution)
        wanted (str (.length file) "-" (.lastModified file))
        stamp  (str (program node) "/installed")
        tar    (str (home node) "/distribution.tar")]
    (when-not (and (cu/exists? stamp) (= wanted (str/trim (c/exec :cat stamp))))
      (info "installing on" node)
      (c/su
        (c/exec :rm :-rf (program node))
        (c/exec :mkdir :-p (program node))
        (c/upload distribution tar)
        (c/exec :tar :-xf tar :-C (program node))
        (c/exec :rm tar)
        (c/upload slow-disk-source (str (program node) "/slow_disk.c"))
        (c/upload-resource! "skewed_clock.c" (str (program node) "/skewed_clock.c"))
        (doseq [library ["slow_disk" "skewed_clock"]]
          (c/exec :cc :-shared :-fPIC :-O1
                  :-o (str (program node) "/" library ".so")
                  (str (program node) "/" library ".c")))
        (cu/write-file! wanted stamp)))))

(defn- environment
  "The options of the node's JVM, and what lets nemeses slow its disk and turn its clock,
  from outside."
  [test node]
  (let [faults (:faults test)
        libraries (cond-> []
                    (:slow faults)  (conj (str (program node) "/slow_disk.so"))
                    (:clock faults) (conj (str (program node) "/skewed_clock.so")))]
    (cond-> {}
      (:jvm-options test) (assoc :PAXOSSTORE_SERVER_JVM_OPTS (:jvm-options test))
      (seq libraries) (assoc :LD_PRELOAD (str/join ":" libraries))
      (:slow faults)  (assoc :SLOW_DISK_CONTROL (sync-file node))
      (:clock faults) (assoc :SKEWED_CLOCK_CONTROL (clock-file node)))))

(defn alive?
  "Is there a process of the node?"
  [node]
  (cu/daemon-running? (pid-file node)))

(defn- signal!
  [node signal]
  (when (alive? node)
    (c/su (c/exec :kill (str "-" signal) (c/lit (str "$(cat " (pid-file node) ")"))))))

(defn start-node!
  "Starts the node's process, unless it runs: :started or :running."
  [test node]
  (if (alive? node)
    :running
    (c/su
      (c/exec :rm :-f (pid-file node))
      (cu/write-file! (configuration-of test node) (configuration node))
      (cu/start-daemon!
        {:env               (environment test node)
         :logfile           (log-file node)
         :pidfile           (pid-file node)
         :chdir             (home node)
         :match-executable? false}
        (str (program node) "/server")
        :--config (configuration node))
      :started)))

(defn kill-node!
  "Kills the node's process, and waits until it is gone."
  [node]
  (signal! node "KILL")
  (while (alive? node)
    (Thread/sleep 10))
  :killed)

(defn paused?
  "Is the node's process stopped for now?"
  [node]
  (and (alive? node)
       (str/starts-with? (c/exec :ps :-o "state=" :-p (c/lit (str "$(cat " (pid-file node) ")")))
                         "T")))

(defn pause-node! [node] (signal! node "STOP") :paused)

(defn resume-node! [node] (signal! node "CONT") :resumed)

(defn store [node] (str (data node) "/store"))

(defn wipe!
  "Deletes the node's directory."
  [node]
  (c/su (c/exec :rm :-rf (store node))))

(defn last-words
  "The end of what a node has logged, as text."
  [node]
  (c/exec :tail :-n 3 (log-file node)))

(defrecord Database []
  db/DB
  (setup! [_ test node]
    (c/su (c/exec :mkdir :-p (home node)))
    (install! test node)
    (make-disk! node)
    (c/su
      (cu/write-file! "+0000000000\n" (clock-file node))
      (cu/write-file! "0" (sync-file node)))
    (when (some #{node} (members test))
      (start-node! test node)
      (when-not (await-node node ready? ready-ms)
        (throw (ex-info (str "node " node " is not ready after " ready-ms " ms; see "
                             (log-file node))
                        {})))))

  (teardown! [_ _test node]
    (kill-node! node)
    (c/su
      (c/exec :mkdir :-p (data node))
      (when (mounted? node)
        (unmount! node))
      (c/exec :rm :-rf (image node) (data node) (configuration node) (log-file node)
              (pid-file node))))

  db/LogFiles
  (log-files [_ _test node]
    {(log-file node) "server.log"}))

(defn database
  []
  (->Database))
