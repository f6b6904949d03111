import { LRUCache } from "lru-cache";
import { createHash } from "node:crypto";
import { traceVersion, type TraceEntry, type TraceEntryOf } from "@/lib/features/traces/shape/traces";
import { packEntries } from "./trace-file";
import { toPlain } from "./to-plain";

/** Where the parts of a trace go: each is a whole gzip file, and those joined are one as well. */
export type TraceSink = {
  put(part: { epoch: number; seq: number; bytes: Uint8Array }): Promise<void>;
  /** Joins the parts of all workers into one file. */
  finish(last: { epoch: number; seq: number; bytes: Uint8Array }): Promise<void>;
};

export type RecorderOptions = {
  runId: string;
  epoch: number;
  /** `null` where nothing is to be kept. */
  sink: TraceSink | null;
  /** What the model thought is not kept where it is not shown. */
  reasoningVisible: boolean;
  now: () => number;
  /** Takes a write that goes on beside the run. */
  inBackground: (event: string, work: Promise<unknown>) => void;
};

/** What a trace may take as JSON in one worker's hands, in characters; what comes later is only counted. */
const mostCharacters = 12_000_000;
/** Between two writes beside the run. */
const quietMs = 5_000;

export type Recorder = ReturnType<typeof createRecorder>;
type Timeless<ENTRY> = ENTRY extends { at: number } ? Omit<ENTRY, "at"> : never;

/** Collects what happens in a run, and writes it where the run's log is written anyway. */
export function createRecorder(options: RecorderOptions) {
  const { runId, epoch, sink, reasoningVisible, now } = options;
  const lines = createLines(sink !== null);
  let seq = 0;
  let writtenAt = now();
  let isOver = false;
  // One after the other: the last one joins those before it.
  let tail: Promise<unknown> = Promise.resolve();

  function add(entry: Timeless<TraceEntry>): void {
    if (!isOver) lines.add({ ...entry, at: now() } as TraceEntry);
  }

  function write(target: TraceSink, how: "put" | "finish"): Promise<void> {
    const taken = lines.take();
    const place = { epoch, seq: (seq += 1) };
    writtenAt = now();
    const work = tail.then(async () => target[how]({ ...place, bytes: await packEntries(taken) }));
    tail = work.catch(() => undefined);
    return work;
  }

  async function end(name: "released" | "ended", how: "put" | "finish"): Promise<void> {
    if (sink === null || isOver) return;
    add({ kind: "note", name, data: null });
    isOver = true;
    await write(sink, how);
  }

  add({ kind: "begin", version: traceVersion, runId, epoch });
  return {
    isOn: sink !== null,
    reasoningVisible,
    now,
    add,
    /** As it is, with its own time. */
    addCall(entry: TraceEntryOf<"call" | "question">): void {
      if (!isOver) lines.add(entry);
    },
    keepMessage: lines.keepMessage,
    keepTools: lines.keepTools,
    /** Called where the log is written; does nothing so soon after the last time. */
    border(): void {
      if (sink === null || isOver || lines.isEmpty() || now() - writtenAt < quietMs) return;
      options.inBackground("trace_not_written", write(sink, "put"));
    },
    /** This worker's part is over, and the run goes on elsewhere. */
    release: (): Promise<void> => end("released", "put"),
    /** The run is over. */
    finish: (): Promise<void> => end("ended", "finish"),
  };
}

const toLine = (entry: TraceEntry): string => JSON.stringify(toPlain(entry));
const toDigest = (value: unknown): string =>
  createHash("sha256").update(JSON.stringify(value)).digest("base64url").slice(0, 16);

/** Lists of tools as lines by their digests: most replies offer the same ones, and each is long. */
const toolLines = new LRUCache<string, string>({ max: 20 });

/** What waits to be written, and what is kept already. */
function createLines(isOn: boolean) {
  const known = new Set<string>();
  const toolLists = new Map<string, string>();
  let lines: string[] = [];
  let characters = 0;
  let dropped = 0;

  function add(entry: TraceEntry): void {
    if (isOn) addLine(toLine(entry));
  }

  function addLine(line: string): void {
    characters += line.length;
    if (characters > mostCharacters) dropped += 1;
    else lines.push(line);
  }

  /** Keeps a value under its digest, once. */
  function keep(given: unknown, toEntry: (id: string, value: never) => TraceEntry): string {
    const value = holdsFiles(given) ? toPlain(given) : given;
    const id = toDigest(value);
    if (!known.has(id)) add(toEntry(id, value as never));
    known.add(id);
    return id;
  }

  function keepToolList(tools: readonly { name: string }[]): string {
    const id = toDigest(tools);
    if (known.has(id) || !isOn) return id;
    const line = toolLines.get(id) ?? toLine({ kind: "tools", id, tools: tools as never });
    toolLines.set(id, line);
    addLine(line);
    known.add(id);
    return id;
  }

  return {
    add,
    isEmpty: (): boolean => lines.length === 0,
    keepMessage: (role: string, content: unknown): string =>
      keep({ role, content }, (id, message: object) => ({ kind: "message", id, ...message }) as TraceEntry),
    /** Within a run a tool of one name is the same. */
    keepTools(tools: readonly { name: string }[]): string {
      const names = tools.map(({ name }) => name).join();
      const id = toolLists.get(names) ?? keepToolList(tools);
      toolLists.set(names, id);
      return id;
    },
    /** Says at the end of each part how much was too much. */
    take(): string[] {
      const taken = dropped === 0 ? lines : [...lines, JSON.stringify({ kind: "dropped", entries: dropped })];
      lines = [];
      dropped = 0;
      return taken;
    },
  };
}

/** Bytes as JSON would be a number for each. */
function holdsFiles(value: unknown): boolean {
  const { content } = value as { content?: unknown };
  return Array.isArray(content) && content.some((part: { type?: unknown }) => part.type === "file");
}
