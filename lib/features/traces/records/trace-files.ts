import type { BlobPage, BlobStore } from "@/lib/store/blobs";

export type TracePlace = { userId: string; conversationId: string; runId: string; startedAt: number };
export type TracePart = { epoch: number; seq: number; bytes: Uint8Array };

const contentType = "application/gzip";
const pageSize = 1_000;

export type TraceFiles = ReturnType<typeof createTraceFiles>;

/**
 * What happened in runs, a file each: below the person and the conversation, with which it goes, and with the
 * day in its name, after which it is deleted. While a run is made its parts are files below that name.
 */
export function createTraceFiles(blobs: BlobStore) {
  const writing = new Set<Promise<unknown>>();
  /** A conversation that is deleted waits for what is being written here. */
  async function note(work: Promise<void>): Promise<void> {
    writing.add(work);
    await work.finally(() => writing.delete(work));
  }
  return {
    put: (place: TracePlace, part: TracePart): Promise<void> =>
      note(blobs.put(toPartPath(place, part), part.bytes, { contentType })),

    /** Joins all parts, the last one behind the others, into the run's one file. */
    finish: (place: TracePlace, last: TracePart): Promise<void> => note(join(blobs, place, last)),

    /** The file, or its parts behind one another; `null` where nothing is kept. */
    async find(place: TracePlace): Promise<Uint8Array | null> {
      const whole = await blobs.find(toPath(place));
      if (whole !== null) return whole.bytes;
      const parts = await readParts(blobs, place);
      return parts.length === 0 ? null : Buffer.concat(parts);
    },

    async deleteOfConversation(userId: string, conversationId: string): Promise<void> {
      await Promise.allSettled(writing);
      await blobs.deleteTree(`${toFolder(userId)}/${conversationId}`);
    },

    /** Of all people, those of runs that began before the day of this time. */
    deleteBefore: (time: number, signal: AbortSignal): Promise<number> => deleteBefore(blobs, time, signal),
  };
}

const toFolder = (userId: string) => `users/${userId}/traces`;
const toDay = (time: number) => new Date(time).toISOString().slice(0, 10);

function toPath({ userId, conversationId, runId, startedAt }: TracePlace): string {
  return `${toFolder(userId)}/${conversationId}/${toDay(startedAt)}-${runId}`;
}

/** Padded, so that the order of the names is the order of the parts. */
function toPartPath(place: TracePlace, { epoch, seq }: Omit<TracePart, "bytes">): string {
  return `${toPath(place)}/${String(epoch).padStart(4, "0")}-${String(seq).padStart(6, "0")}`;
}

async function join(blobs: BlobStore, place: TracePlace, last: TracePart): Promise<void> {
  // Alone in most runs: nothing was written before and nobody else was at it.
  const parts = last.epoch === 1 && last.seq === 1 ? [] : await readParts(blobs, place);
  await blobs.put(toPath(place), Buffer.concat([...parts, last.bytes]), { contentType });
  for (const path of parts.length === 0 ? [] : await listParts(blobs, place)) await blobs.delete(path);
}

async function listParts(blobs: BlobStore, place: TracePlace): Promise<string[]> {
  const prefix = `${toPath(place)}/`;
  const { blobs: found } = await blobs.list({ cursor: `${prefix}0`, limit: pageSize });
  return found.flatMap(({ path }) => (path.startsWith(prefix) ? [path] : []));
}

async function readParts(blobs: BlobStore, place: TracePlace): Promise<Uint8Array[]> {
  const paths = await listParts(blobs, place);
  const found = await Promise.all(paths.map((path) => blobs.find(path)));
  return found.flatMap((blob) => (blob === null ? [] : [blob.bytes]));
}

/** Goes from person to person; what else people have is jumped over. */
async function deleteBefore(blobs: BlobStore, time: number, signal: AbortSignal): Promise<number> {
  let count = 0;
  let cursor = "users/-";
  while (!signal.aborted) {
    const page: BlobPage = await blobs.list({ cursor, limit: 1 });
    const [top, userId = "", kind = ""]: string[] = page.blobs[0]?.path.split("/") ?? [];
    if (top !== "users") return count;
    if (kind === "traces") count += await deleteOfPerson(blobs, userId, toDay(time));
    cursor = kind < "traces" ? `${toFolder(userId)}/-` : `users/${userId}/${lastName}`;
  }
  return count;
}

/** Behind whatever a person has. */
const lastName = "z".repeat(128);

async function deleteOfPerson(blobs: BlobStore, userId: string, day: string): Promise<number> {
  const folder = `${toFolder(userId)}/`;
  let count = 0;
  let cursor: string | null = `${folder}-`;
  while (cursor !== null) {
    const page: BlobPage = await blobs.list({ cursor, limit: pageSize });
    const own = page.blobs.filter(({ path }) => path.startsWith(folder));
    for (const { path } of own.filter(({ path }) => findDay(path) < day)) {
      await blobs.delete(path);
      count += 1;
    }
    cursor = own.length === page.blobs.length ? page.cursor : null;
  }
  return count;
}

function findDay(path: string): string {
  return path.split("/")[4]?.slice(0, 10) ?? "";
}
