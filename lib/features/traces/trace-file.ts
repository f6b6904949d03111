import { constants, createGunzip, gzip } from "node:zlib";
import { promisify } from "node:util";
import {
  traceEntrySchema,
  traceVersion,
  type TraceEntry,
  type TraceFault,
} from "@/lib/features/traces/shape/traces";
import { parseJson } from "@/lib/protocol/json";

/** What a trace may come to when it is unpacked; the rest of a longer one is left out. */
const mostBytes = 64_000_000;

const pack = promisify(gzip);

/** Lines of JSON as a gzip file. Files behind one another are a gzip file again. */
export async function packEntries(lines: readonly string[]): Promise<Uint8Array> {
  return pack(lines.map((line) => `${line}\n`).join(""), { level: 4 });
}

/** `version`: of whoever wrote it, 0 where the trace does not say. */
export type ReadTrace = { version: number; entries: TraceEntry[]; faults: TraceFault[] };

/** Reads up to where a file is cut or cannot be read, and says what is wrong. */
export async function readTrace(bytes: Uint8Array): Promise<ReadTrace> {
  const { text, isCut } = await unpack(bytes);
  const faults = new Set<TraceFault>();
  const lines = text.split("\n");
  // A whole file ends behind a line.
  if (lines.pop() !== "" || isCut) faults.add("cut");
  const entries = lines.flatMap((line): TraceEntry[] => {
    const entry = readEntry(line);
    if (entry === null) faults.add("unreadable");
    return entry === null ? [] : [entry];
  });
  return { version: findVersion(entries), entries, faults: [...listFaults(entries), ...faults] };
}

function readEntry(line: string): TraceEntry | null {
  return traceEntrySchema.safeParse(parseJson(line)).data ?? null;
}

function findVersion(entries: readonly TraceEntry[]): number {
  return entries.find((entry) => entry.kind === "begin")?.version ?? 0;
}

/**
 * A worker that let go of the run wrote what it had. One that died did not: what came since its last write is
 * missing, which the next one's beginning tells.
 */
function listFaults(entries: readonly TraceEntry[]): TraceFault[] {
  const isNewer = findVersion(entries) > traceVersion;
  const hasCrashed = entries.some((entry, index) => entry.kind === "begin" && isAfterCrash(entries, index));
  return [
    ...(hasCrashed ? ["recovered" as const] : []),
    ...(entries.some(({ kind }) => kind === "dropped") ? ["dropped" as const] : []),
    ...(isNewer ? ["unreadable" as const] : []),
    ...(entries.some((entry) => entry.kind === "note" && entry.name === "ended")
      ? []
      : ["unfinished" as const]),
  ];
}

function isAfterCrash(entries: readonly TraceEntry[], index: number): boolean {
  const [entry, before] = [entries[index], entries[index - 1]];
  if (entry?.kind !== "begin" || entry.epoch === 1) return false;
  return before?.kind !== "note" || before.name !== "released";
}

/** All that can be unpacked of it. */
function unpack(bytes: Uint8Array): Promise<{ text: string; isCut: boolean }> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const stream = createGunzip({ finishFlush: constants.Z_SYNC_FLUSH });
    const end = (isCut: boolean) => resolve({ text: Buffer.concat(chunks).toString("utf8"), isCut });
    stream.on("data", (chunk: Buffer) => {
      size += chunk.byteLength;
      chunks.push(chunk);
      if (size > mostBytes) stream.destroy(new Error("too long"));
    });
    stream.on("error", () => end(true));
    stream.on("end", () => end(false));
    stream.end(bytes);
  });
}
