(ns jepsen.paxosstore.disk
  "Watches the disk that the nodes of one machine share: when it stands still, so do
  all of them, and that is not the store's doing."
  (:require [clojure.java.io :as io]
            [jepsen.nemesis :as n]
            [jepsen.util :refer [relative-time-nanos]])
  (:import (java.io RandomAccessFile)
           (java.nio ByteBuffer)))

(def pause-ms
  "How long after a write the next one comes."
  50)

(def stall-ms
  "From when on a write counts as a stall of the disk."
  250)

(defn- write!
  "A write of one block that is on the disk when this returns."
  [^RandomAccessFile file ^ByteBuffer block]
  (doto (.getChannel file)
    (.write (.clear block) 0)
    (.force false)))

(defn- watch
  "Writes until told to stop; returns the stalls, [from to] in the test's time."
  [directory going-on?]
  (let [path  (io/file directory "disk-watch")
        block (ByteBuffer/allocateDirect 4096)]
    (with-open [file (RandomAccessFile. path "rw")]
      (loop [stalls []]
        (if-not @going-on?
          (do (io/delete-file path) stalls)
          (let [from (relative-time-nanos)
                _    (write! file block)
                to   (relative-time-nanos)]
            (Thread/sleep (long pause-ms))
            (recur (cond-> stalls
                     (< (* stall-ms 1000000) (- to from)) (conj [from to])))))))))

(defrecord Watched [nemesis directory stalls going-on? watching]
  n/Reflection
  (fs [_] (n/fs nemesis))

  n/Nemesis
  (setup! [this test]
    (let [going-on? (atom true)]
      (assoc this
             :nemesis   (n/setup! nemesis test)
             :going-on? going-on?
             :watching  (future (watch directory going-on?)))))
  (invoke! [_ test op]
    (n/invoke! nemesis test op))
  (teardown! [_ test]
    (n/teardown! nemesis test)
    (reset! going-on? false)
    (reset! stalls @watching)))

(defn watched
  "A nemesis in whose time the disk that a directory is on is watched; an atom has the
  stalls afterwards."
  [nemesis directory stalls]
  (map->Watched {:nemesis nemesis, :directory directory, :stalls stalls}))
