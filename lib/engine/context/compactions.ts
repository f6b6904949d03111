import { listResultIds } from "@/lib/engine/loop/context/history";
import {
  findHintIds,
  findIds,
  longResultTokens,
  toRecallHint,
  toResultKey,
  type KnownResult,
} from "@/lib/engine/loop/context/results";
import { shorten } from "@/lib/engine/loop/context/shorten";
import { toShortenQuestion, toShorterResult } from "@/lib/engine/loop/context/shorten-question";
import { estimateTokens } from "@/lib/engine/loop/tokens";
import type { ChatMessage, ChatPart } from "@/lib/protocol/chat-message";
import { findResult, type AnyToolResult } from "@/lib/protocol/tool-results";
import { toMessageText } from "@/lib/protocol/message-text";
import type { RunLog } from "@/lib/engine/log/run-log";
import type { Ask } from "@/lib/engine/ask";
import type { Brief } from "@/lib/engine/brief";
import type { SourcePorts } from "@/lib/engine/ports";
import type { Log } from "@/lib/log";

/** What a compacted result takes, the words on how to recall it included. */
const compactTokens = 500;
const modelLimitMs = 8_000;

type Entry = {
  text: string;
  question: string;
  ids: string[];
  /** Ends the small model's work on it. */ writing: AbortController | null;
  written: string | null;
  compact: string | null;
};
type CompactedRun = {
  brief: Pick<Brief, "id" | "userId" | "sourcesOf" | "question">;
  log: Pick<RunLog, "history" | "mark">;
  ask: Ask;
  signal: AbortSignal;
};
export type LongResult = { callId: string; tool: string; input: unknown; output: AnyToolResult };

/** The long results of a run in fewer words, for the steps and turns after the one that reads them whole. */
export type Compactions = {
  /** Notes a result that was made, and gives it an id to be recalled by where it has none. */
  add(result: LongResult): Promise<void>;
  /** A step begins, which reads what was made before it whole. */
  beginStep(): void;
  /** The step has calls, so another will follow: what it read whole is written in fewer words meanwhile. */
  shortenRead(): void;
  find(toolCallId: string, text: string): KnownResult;
  /** The message with what stands for its long results later. */
  attach(message: ChatMessage): ChatMessage;
};

type CompactionHost = { sources: Pick<SourcePorts, "createLedger">; log: Log };

export function createCompactions(host: CompactionHost, run: CompactedRun): Compactions {
  const { openResult, openText } = createEntries(run);
  const { id: runId, userId, sourcesOf } = run.brief;
  const made: Entry[] = [];
  const read: Entry[] = [];

  return {
    async add(result) {
      const entry = openResult(result);
      if (entry === null) return;
      if (entry.ids.length === 0) entry.ids = await keep(host, { userId, sourcesOf }, result, entry.question);
      made.push(entry);
    },
    beginStep: () => void read.push(...made.splice(0)),
    shortenRead() {
      // What fails here, or comes too late, is shortened without the model.
      for (const entry of read.splice(0))
        void write(entry, run).catch((error: unknown) =>
          host.log.debug("result_not_compacted", { runId, error }),
        );
    },
    find(toolCallId, text) {
      const key = toResultKey(toolCallId, text);
      const entry = openText(key, text);
      return entry === null
        ? { compact: null, ids: [] }
        : {
            ids: entry.ids,
            get compact() {
              return settle(key, entry, run);
            },
          };
    },
    attach: (message) => ({
      ...message,
      parts: message.parts.map((part) => {
        const result = toLongResult(part);
        const entry = result === null ? null : openResult(result);
        if (result === null || entry === null) return part;
        const compact = settle(toResultKey(result.callId, entry.text), entry, run);
        return { ...part, output: { ...result.output, compact } } as ChatPart;
      }),
    }),
  };
}

/** Asks the small model, once, for what has not been given out yet. */
async function write(entry: Entry, { ask, signal }: CompactedRun): Promise<void> {
  if (entry.writing !== null || entry.compact !== null) return;
  entry.writing = new AbortController();
  const question = toShortenQuestion(entry.text, entry.question, countWordTokens(entry));
  const ends = AbortSignal.any([signal, entry.writing.signal]);
  const { answer } = await ask({ ...question, limitMs: modelLimitMs }, "context", ends);
  entry.written = answer === null ? null : toShorterResult(answer, entry.text);
}

/** Once it has been given out it stays: the vendor keeps what it has read. */
function settle(key: string, entry: Entry, run: CompactedRun): string {
  if (entry.compact !== null) return entry.compact;
  if (entry.written === null) entry.writing?.abort();
  const words = entry.written ?? shorten(entry.text, entry.question, countWordTokens(entry));
  entry.compact = `${words}${toHint(entry)}`;
  run.log.mark({ mark: "compact", key, text: entry.compact });
  return entry.compact;
}

function toHint({ ids }: Entry): string {
  return `\n(Shortened${toRecallHint(ids)}.)`;
}

function countWordTokens(entry: Entry): number {
  return compactTokens - estimateTokens(toHint(entry));
}

/** What is known of each long result, by its key. */
function createEntries(run: CompactedRun) {
  const entries = new Map<string, Entry>();

  function open(key: string, { text, query, ids }: { text: string; query: string; ids: string[] }): Entry {
    const question = `${query}\n${toMessageText(run.brief.question)}`.trim();
    // What an earlier worker has shown stays as it was.
    const compact = run.log.history().compacts.get(key) ?? null;
    const entry = entries.get(key) ?? {
      text,
      question,
      ids: compact === null ? ids : findHintIds(compact),
      writing: null,
      written: null,
      compact,
    };
    entries.set(key, entry);
    return entry;
  }

  function openResult({ callId, input, output }: LongResult): Entry | null {
    if (!output.ok || estimateTokens(output.text) <= longResultTokens) return null;
    return open(toResultKey(callId, output.text), {
      text: output.text,
      query: toQuery(input),
      ids: listResultIds(output),
    });
  }

  return {
    openResult,
    /** By its text alone: one that an earlier worker has made. */
    openText(key: string, text: string): Entry | null {
      const known = entries.get(key);
      if (known === undefined && estimateTokens(text) <= longResultTokens) return null;
      return known ?? open(key, { text, query: "", ids: findIds(text) });
    },
  };
}

/** Without an id nobody could ask for it again; one that cannot be kept has none. */
async function keep(
  host: CompactionHost,
  { userId, sourcesOf }: { userId: string; sourcesOf: string },
  { tool, output }: LongResult,
  query: string,
): Promise<string[]> {
  if (!output.ok) return [];
  try {
    return [
      await host.sources
        .createLedger(userId, sourcesOf)
        .keep({ kind: "result", title: tool, site: "", text: output.text, query: query.slice(0, 400) }),
    ];
  } catch (error) {
    host.log.warn("result_not_kept", { tool, error });
    return [];
  }
}

export function toLongResult(part: ChatPart): LongResult | null {
  if (!("toolCallId" in part) || part.state !== "output-available") return null;
  const tool = part.type === "dynamic-tool" ? part.toolName : part.type.slice("tool-".length);
  const output = findResult(part.output);
  return output === null ? null : { callId: part.toolCallId, tool, input: part.input, output };
}

function toQuery(input: unknown): string {
  return typeof input === "object" && input !== null && "query" in input && typeof input.query === "string"
    ? input.query
    : "";
}
