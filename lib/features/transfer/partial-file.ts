import type { Hash } from "node:crypto";
import { createHash } from "node:crypto";
import type { FileHandle } from "node:fs/promises";
import { open } from "node:fs/promises";
import { AppError } from "@/lib/errors";
import type { HeaderLine, ExportLine, MarkLine } from "./format";
import { formatVersion, parseLine, toLine } from "./format";
import { readLines } from "./read-lines";
import type { Tally } from "./tally";
import { createTally } from "./tally";

/** An export that is being written, maybe taken up from an earlier one. */
export type PartialFile = {
  /** Where to continue: the previous run's last mark, `null` at the start. */
  readonly mark: MarkLine | null;
  /** Whether the footer is there. */
  readonly isDone: boolean;
  readonly tally: Tally;
  add(line: ExportLine): Promise<void>;
  /** Writes the footer with the totals, and waits until everything is on disk. */
  finish(): Promise<void>;
  close(): Promise<void>;
};

/** Makes the file, for its owner only, or takes up one that begins with the same store. */
export async function openPartialFile(
  file: string,
  header: HeaderLine,
  signal: AbortSignal,
): Promise<PartialFile> {
  const handle = await open(file, "a+", 0o600);
  try {
    const kept = (await handle.stat()).size === 0 ? null : await findKept(file, header, signal);
    await handle.truncate(kept?.end ?? 0);
    const partial = createPartialFile(handle, kept ?? createStart());
    if (kept === null) await partial.add(header);
    return partial;
  } catch (error) {
    await handle.close();
    throw error;
  }
}

type KeptPart = { end: number; hash: Hash; tally: Tally; mark: MarkLine | null; isDone: boolean };

function createStart(): KeptPart {
  return { end: 0, hash: createHash("sha256"), tally: createTally(), mark: null, isDone: false };
}

const flushBytes = 1_000_000;

function createPartialFile(handle: FileHandle, { hash, tally, mark, isDone }: KeptPart): PartialFile {
  let waiting: Buffer[] = [];
  let waitingBytes = 0;

  async function flush(): Promise<void> {
    const text = Buffer.concat(waiting);
    waiting = [];
    waitingBytes = 0;
    await handle.appendFile(text);
  }

  async function write(line: ExportLine): Promise<void> {
    const text = Buffer.concat([toLine(line), Buffer.from("\n")]);
    if (line.kind !== "footer") hash.update(text);
    waiting.push(text);
    waitingBytes += text.length;
    if (waitingBytes >= flushBytes || line.kind === "mark") await flush();
  }

  return {
    mark,
    isDone,
    tally,
    async add(line) {
      if (line.kind === "document") tally.addDocument(line);
      if (line.kind === "blob") tally.addBlob(line);
      await write(line);
    },
    async finish() {
      await write({ kind: "footer", ...tally.toTotals(), sha256: hash.copy().digest("hex") });
      await flush();
      await handle.sync();
    },
    close: () => handle.close(),
  };
}

/** An interrupted export up to its last mark; what follows is exported again. */
async function findKept(file: string, header: HeaderLine, signal: AbortSignal): Promise<KeptPart | null> {
  const hash = createHash("sha256");
  const tally = createTally();
  let kept: KeptPart | null = null;
  let isFirst = true;
  for await (const { text, end, isWhole } of readLines(file, signal)) {
    if (!isWhole) break;
    const line = parseLine(text);
    if (
      line === null ||
      isFirst !== (line.kind === "header") ||
      (line.kind === "header" && !isSameStart(line, header))
    )
      throw createOtherError(file);
    isFirst = false;
    if (line.kind === "footer") return { ...(kept ?? createStart()), end, isDone: true };
    hash.update(text).update("\n");
    if (line.kind === "document") tally.addDocument(line);
    if (line.kind === "blob") tally.addBlob(line);
    if (line.kind === "mark")
      kept = { end, hash: hash.copy(), tally: createTally(tally.toTotals()), mark: line, isDone: false };
  }
  return kept;
}

function isSameStart(one: HeaderLine, other: HeaderLine): boolean {
  return one.version === formatVersion && one.source === other.source;
}

function createOtherError(file: string): AppError {
  return new AppError(
    "conflict",
    `${file} is not the beginning of an export of this store. Delete it to begin anew.`,
  );
}
