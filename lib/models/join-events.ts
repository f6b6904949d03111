import { isRecord, parseJson } from "@/lib/protocol/json";

type Held = { head: string; text: string; tail: string; shape: string };

/**
 * Joins neighbouring events of a stream that differ in a piece of text alone, in whichever vendor's form: the
 * pieces are put together as they are written, without parsing them. The first one goes out at once, later
 * ones at most once in a window. All else passes as it is, behind what came before it.
 */
export function createEventJoiner(windowMs: () => number) {
  let held: Held | undefined;
  /** What ended the held event and began the next one. */
  let behind: string[] = [];
  let eventName = "";
  let textShape = "";
  let flushedAt = -Infinity;
  let state: "before" | "first" | "after" = "before";

  function flush(): string[] {
    if (held === undefined) return [];
    const lines = [held.head + held.text + held.tail, ...behind];
    [held, behind] = [undefined, []];
    flushedAt = performance.now();
    return lines;
  }

  function readText(line: string): Held | undefined {
    const event = splitEvent(line);
    if (event === undefined) return undefined;
    if (event.shape !== textShape && !isTextEvent(event)) return undefined;
    textShape = event.shape;
    return event;
  }

  function push(line: string, out: string[]): void {
    if (held !== undefined && (line.trim() === "" || line === eventName)) return void behind.push(line);
    const event = readText(line);
    if (event !== undefined && held?.shape === event.shape && held.text.length < longestText) {
      held = { ...event, text: held.text + event.text };
      behind = [];
      return;
    }
    out.push(...flush());
    if (line.startsWith("event:")) eventName = line;
    if (event === undefined) return void out.push(line);
    held = event;
    if (performance.now() - flushedAt < windowMs()) return;
    out.push(...flush());
    if (state === "before") state = "first";
  }

  return {
    /** In two where the first text ends: it is to be on its way before the rest is read. */
    join(lines: readonly string[]): string[][] {
      let out: string[] = [];
      const groups = [out];
      for (const line of lines) {
        push(line, out);
        if (state !== "first" || line.trim() !== "") continue;
        state = "after";
        groups.push((out = []));
      }
      return groups;
    },
    flush,
  };
}

/** In UTF-16 units; a window has more only from a server beside us. */
const longestText = 16_384;

const textStart = /"(?:content|text|delta)":\s*"/;
const restOfText = /[^"\\]*(?:\\.[^"\\]*)*/y;
/** What differs from event to event and matters only in the last one: counts, times, padding. */
const passing = /"(?:sequence_number|created|\w*_tokens|\w*TokenCount)":\s*\d+|"obfuscation":\s*"\w*"|\s+/g;

/** At its first text; `shape` is what has to be the same in two that are joined. */
function splitEvent(line: string): Held | undefined {
  const isShort = line.startsWith("data:") && line.length < longestText;
  const found = isShort ? textStart.exec(line) : null;
  if (found === null) return undefined;
  restOfText.lastIndex = found.index + found[0].length;
  const [text = ""] = restOfText.exec(line) ?? [];
  if (text === "") return undefined;
  const [head, tail] = [line.slice(0, found.index + found[0].length), line.slice(restOfText.lastIndex)];
  return { head, text, tail, shape: `${head}${tail}`.replace(passing, "") };
}

/** Whether it says nothing but its text, which is left out here. */
function isTextEvent({ head, tail }: Held): boolean {
  const event = parseJson(`${head}${tail}`.slice("data:".length));
  if (!isRecord(event) || !isNothing(event.error)) return false;
  const { type, delta, logprobs, choices, candidates } = event;
  if (type === "response.output_text.delta") return delta === "" && isNothing(logprobs);
  if (type === "content_block_delta") return hasOnly(delta, "text", "type") && delta.type === "text_delta";
  const choice = findOnly(choices);
  if (hasOnly(choice, "delta", "index")) return hasOnly(choice.delta, "content", "role");
  const candidate = findOnly(candidates);
  if (!hasOnly(candidate, "content", "index") || !isRecord(candidate.content)) return false;
  return hasOnly(findOnly(candidate.content.parts), "text");
}

const findOnly = (list: unknown): unknown => (Array.isArray(list) && list.length === 1 ? list[0] : undefined);

/** Besides the first key, which is there, and the second one, all is empty. */
function hasOnly(value: unknown, needed: string, other = ""): value is Record<string, unknown> {
  return (
    isRecord(value) &&
    needed in value &&
    Object.entries(value).every(([key, each]) => key === needed || key === other || isNothing(each))
  );
}

const isNothing = (value: unknown): boolean =>
  value === undefined || value === null || value === "" || (Array.isArray(value) && value.length === 0);
