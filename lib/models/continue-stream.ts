import type { LanguageModelV4CallOptions, LanguageModelV4StreamPart } from "@ai-sdk/provider";
import { isAppError } from "@/lib/errors";
import { isThought } from "@/lib/protocol/thought-metadata";
import { createSeam } from "./join-seam";
import { brokenEnds } from "./open-attempt";
import { estimateTokens } from "./prices";

type Part = LanguageModelV4StreamPart;

export type Continuing = {
  call: LanguageModelV4CallOptions;
  /** Asks the model that broke off. */
  reopen(call: LanguageModelV4CallOptions): Promise<ReadableStream<Part>>;
  /** Waits before it is asked; what it gives is called when it goes on, with what was written before. */
  pause(ms: number): Promise<((written: string) => void) | undefined>;
};

const waitsMs = [500, 2_000];
const longestWaitMs = 30_000;

/**
 * A stream that, where it breaks in the middle of a text, goes on with what the same model makes of that text
 * as its own beginning: one text to its reader. What breaks in thoughts or calls, or cannot go on, ends with
 * the error that broke it.
 */
export function continueStream(stream: ReadableStream<Part>, continuing: Continuing): ReadableStream<Part> {
  const written = createWritten();
  const rest = createRest(continuing, written);
  let source: StreamSource = { reader: stream.getReader(), toOwn: (part) => [part] };
  /** The end of a text, until it is known that nothing broke behind it. */
  let held: Part[] = [];

  async function goOn(error: unknown): Promise<boolean> {
    const next = await rest.open(error, source.reader);
    if (next === null) return false;
    [source, held] = [next, []];
    return true;
  }

  function toJoined(part: Part): Part[] {
    try {
      return source.toOwn(part);
    } catch (error) {
      rest.giveUp();
      throw error;
    }
  }

  async function read(): Promise<Part[] | null> {
    const { done, value } = await source.reader.read();
    if (done) return held.length === 0 ? null : held.splice(0);
    const [isBroken, error] = findBreak(value);
    if (isBroken && (await goOn(error))) return [];
    const parts = [...held, ...toJoined(value)];
    held = parts.at(-1)?.type === "text-end" ? parts.splice(-1) : [];
    for (const part of parts) written.add(part);
    return parts;
  }

  return new ReadableStream<Part>({
    async pull(controller) {
      for (;;) {
        const parts = await read().catch(async (error: unknown) => {
          if (await goOn(error)) return [];
          throw rest.broken();
        });
        for (const part of parts ?? []) controller.enqueue(part);
        if (parts === null) return controller.close();
        if (parts.length > 0) return;
      }
    },
    cancel: (reason) => source.reader.cancel(reason),
  });
}

type StreamSource = { reader: ReadableStreamDefaultReader<Part>; toOwn: Joint };

/** What goes on with the open text, as long as it may be asked for. */
function createRest({ call, reopen, pause }: Continuing, written: ReturnType<typeof createWritten>) {
  let count = 0;
  let broken: unknown = null;
  const giveUp = (): void => void (count = waitsMs.length);
  return {
    giveUp,
    /** What broke it first. */
    broken: (): unknown => broken,
    async open(error: unknown, reader: StreamSource["reader"]): Promise<StreamSource | null> {
      broken ??= error;
      const [open, waitMs] = [mayPass(error) ? written.open() : null, waitsMs[count]];
      if (open === null || waitMs === undefined || call.abortSignal?.aborted === true) return null;
      count += 1;
      try {
        void reader.cancel(error).catch(() => undefined);
        const asked = isAppError(error) ? (error.retryAfter ?? 0) * 1000 : 0;
        const onGoesOn = await pause(Math.min(Math.max(waitMs, asked), longestWaitMs));
        const stream = await reopen(toContinuation(call, written.texts()));
        onGoesOn?.(written.takeNew());
        return { reader: stream.getReader(), toOwn: createJoint(open.id, open.text) };
      } catch {
        giveUp();
        return null;
      }
    },
  };
}

/** Without an error its end alone says that it broke off. */
const mayPass = (error: unknown): boolean =>
  error === null ||
  (isAppError(error) &&
    error.isRetryable &&
    (error.detail === undefined || error.code === "model_unavailable"));

function findBreak(part: Part): [boolean, unknown] {
  if (part.type === "error") return [true, part.error];
  return [part.type === "finish" && brokenEnds.has(part.finishReason.unified), null];
}

/** The texts of the call so far, of which the last may be open. */
function createWritten() {
  const texts: { id: string; text: string }[] = [];
  let isOpen = false;
  let hasActed = false;
  let fresh = "";
  return {
    /** Since it was last asked for, thoughts and calls included. */
    takeNew(): string {
      const taken = fresh;
      fresh = "";
      return taken;
    },
    texts: () => texts.map(({ text }) => text),
    open: () => {
      const last = texts.at(-1);
      return isOpen && !hasActed && last !== undefined && last.text.trim() !== "" ? last : null;
    },
    add(part: Part): void {
      const last = texts.at(-1);
      if ("delta" in part) fresh += part.delta;
      if (part.type === "text-start") {
        texts.push({ id: part.id, text: "" });
        isOpen = true;
      } else if (part.type === "text-delta" && last !== undefined) last.text += part.delta;
      else if (part.type === "text-end") isOpen = false;
      else hasActed ||= isAct(part);
    },
  };
}

/** The same call, with what was written at its end, and less to write. */
function toContinuation(
  call: LanguageModelV4CallOptions,
  texts: readonly string[],
): LanguageModelV4CallOptions {
  const text = texts.join("").trimEnd();
  const { maxOutputTokens: most, prompt } = call;
  return {
    ...call,
    prompt: [...prompt, { role: "assistant", content: [{ type: "text", text }] }],
    ...(most !== undefined && { maxOutputTokens: Math.max(1, most - estimateTokens(text)) }),
  };
}

/** Throws if the parts do not continue the text. */
type Joint = (part: Part) => Part[];

/** The parts of a continuation, whose first text goes on with the open one. */
function createJoint(id: string, text: string): Joint {
  const seam = createSeam(text);
  let inner: string | null = null;
  let isClosed = false;
  const toDelta = (delta: string): Part[] => (delta === "" ? [] : [{ type: "text-delta", id, delta }]);
  const close = (): Part[] => {
    if (isClosed) return [];
    isClosed = true;
    return [...toDelta(seam.end()), { type: "text-end", id }];
  };
  return (part) => {
    if (part.type === "stream-start" || part.type === "response-metadata") return [];
    if (isClosed) return [part];
    if (part.type === "text-start" && inner === null) {
      inner = part.id;
      return [];
    }
    if (part.type === "text-delta" && part.id === inner) return toDelta(seam.take(part.delta));
    if (part.type === "text-end" && part.id === inner) {
      if (isThought(part.providerMetadata)) throw new Error("The text went on with a thought.");
      return close();
    }
    // What it thinks of a text that it has begun is no part of the answer.
    if (part.type.startsWith("reasoning-")) return [];
    const isBehind = isAct(part) || part.type === "finish" || part.type === "text-start";
    return isBehind ? [...close(), part] : [part];
  };
}

const isAct = ({ type }: Part): boolean => type.startsWith("tool-") || type === "file";
