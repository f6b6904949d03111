import type { FirestoreConfig } from "./firestore-config";
import { createFirestoreConnection, type FirestoreConnection } from "./firestore-connection";

/**
 * One connection that also makes the calls, and further ones when many listen. Google's servers take 100 streams at once on a
 * connection; what is beyond waits until one ends, so a hundred listeners would hold up every call.
 */
export function createFirestorePool(config: FirestoreConfig): FirestoreConnection {
  const first = createFirestoreConnection(config);
  const held = [{ connection: first, streams: 0 }];

  function addConnection() {
    const added = { connection: createFirestoreConnection(config), streams: 0 };
    held.push(added);
    return added;
  }

  return {
    call: first.call,
    listen(request, onResponse) {
      const place = held.find(({ streams }) => streams < maxStreams) ?? addConnection();
      place.streams += 1;
      const stream = place.connection.listen(request, onResponse);
      void stream.ended.then(() => (place.streams -= 1));
      return stream;
    },
    async close() {
      await Promise.all(held.map(({ connection }) => connection.close()));
    },
  };
}

/** Listeners on one connection: the other half is for calls. */
const maxStreams = 50;
