import type { OpenServer } from "./open-server";

type Connection = {
  opened: Promise<OpenServer>;
  users: number;
  isDropped: boolean;
  timer: NodeJS.Timeout | undefined;
};

/** A connection that nobody uses is closed after so long; no more than so many are open at once. */
const idleMs = 5 * 60_000;
const mostOpen = 24;

/** Open servers by key: calls of a conversation find the session, and the program, of those before them. */
export function createConnections() {
  const entries = new Map<string, Connection>();

  function drop(key: string, entry: Connection): void {
    entry.isDropped = true;
    clearTimeout(entry.timer);
    if (entries.get(key) === entry) entries.delete(key);
    if (entry.users === 0) close(entry);
  }

  function take(key: string, open: () => Promise<OpenServer>): Connection {
    const known = entries.get(key);
    const entry = known ?? { opened: open(), users: 0, isDropped: false, timer: undefined };
    clearTimeout(entry.timer);
    entry.users += 1;
    // The one that was used last stands last.
    entries.delete(key);
    entries.set(key, entry);
    for (const [other, idle] of entries) {
      if (entries.size <= mostOpen) break;
      if (idle.users === 0) drop(other, idle);
    }
    return entry;
  }

  return {
    /** After a failure the next call opens anew. */
    async use<T>(
      key: string,
      open: () => Promise<OpenServer>,
      work: (server: OpenServer) => Promise<T>,
    ): Promise<T> {
      const entry = take(key, open);
      try {
        return await work(await entry.opened);
      } catch (error) {
        drop(key, entry);
        throw error;
      } finally {
        entry.users -= 1;
        if (entry.users === 0 && entry.isDropped) close(entry);
        else if (entry.users === 0) entry.timer = setTimeout(() => drop(key, entry), idleMs).unref();
      }
    },
    async close(): Promise<void> {
      const open = [...entries.values()];
      for (const [key, entry] of entries) drop(key, entry);
      await Promise.all(
        open.map(({ opened }) => opened.then((server) => server.close()).catch(() => undefined)),
      );
    },
  };
}
export type Connections = ReturnType<typeof createConnections>;

/** What cannot be said goodbye to is gone already. */
function close({ opened }: Connection): void {
  void opened.then((server) => server.close()).catch(() => undefined);
}
