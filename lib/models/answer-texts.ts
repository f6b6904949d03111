import { AppError } from "@/lib/errors";
import { isRecord, parseJson } from "@/lib/protocol/json";
import { mendChatAnswer } from "./mend-chat-answer";
import { getFlushClock } from "./flush-clock";
import { createEventJoiner } from "./join-events";
import { createEventMender, toEvents, watchedEvents } from "./mend-events";
import { createStrays, field, longestReport, readCutReport } from "./stray-lines";

/** More than any event of a vendor's has; a picture in base64 is the longest. In UTF-16 units. */
const mostCharacters = 32 * 1024 * 1024;

/**
 * Takes pieces of a text and gives what can be passed on, in parts between which others may work; `flush`
 * gives what waits for its neighbours, and `end` the rest, also of a text that was `cut`. `add` and `end` may
 * throw. `isOver`: its last word has come, whether or not the server ends it.
 */
export type Texts = {
  add(piece: string): string[];
  flush(): string;
  end(cut?: Error): string;
  isOver(): boolean;
};

/** Takes our key out of what a server says. */
export type Hide = (said: string) => string;

/** Of a stream of events, of Chat Completions or of another wire. */
export const createStreamTexts = (isChat: boolean, hide: Hide, windowMs?: () => number): Texts =>
  createStreamed(createLines(isChat ? createLineMender() : createEventLineMender(), hide, windowMs));

/** A stream that is none: one JSON, a list of what should have been events, or one on each line. */
function createStreamed(lines: Texts): Texts {
  const json = createWhole(toLines);
  let chosen: Texts | undefined;
  return {
    isOver: lines.isOver,
    flush: lines.flush,
    add(piece) {
      if (piece.trim() !== "") chosen ??= /^\s*[{[]/.test(piece) ? json : lines;
      return (chosen ?? lines).add(piece);
    },
    end(cut) {
      const all = chosen === json ? lines.add(json.end(cut)).join("") : "";
      return all + lines.flush() + lines.end(cut);
    },
  };
}

/** The last one without its line break, so that it may turn out to be cut. */
function toLines(text: string): string {
  const value = parseJson(text);
  const values: unknown[] = Array.isArray(value) ? value : [value];
  const events =
    value === undefined
      ? text.split("\n").filter((line) => line.trim() !== "")
      : values.flatMap(toEvents).map((event) => JSON.stringify(event));
  return events.map((event) => `${field} ${event}`).join("\n\n");
}

const reporting = /"(?:error|message|detail)"/;

function createLines(mend: (line: string) => string, hide: Hide, windowMs = getFlushClock().windowMs): Texts {
  const strays = createStrays();
  const joiner = createEventJoiner(windowMs);
  /** The line that has not ended, in pieces, so that a long one takes no longer than its length. */
  let open: string[] = [];
  let openLength = 0;
  let eventLength = 0;
  let isOver = false;
  let before = "";
  /** Some servers leave out the empty line between two events. */
  const read = (line: string) => {
    const isNext = line.trim() !== "" && before.startsWith(field) && !isCut(before);
    before = line;
    const told = strays.read(line);
    return `${isNext ? "\n" : ""}${mend(reporting.test(told) ? hide(told) : told)}`;
  };
  const readAll = (lines: string[]) => lines.map((line) => `${read(line)}\n`).join("");
  return {
    isOver: () => isOver,
    flush: () => readAll(joiner.flush()),
    add(piece) {
      const lines = piece.split("\n");
      const rest = lines.pop() ?? "";
      if (lines.length > 0) {
        lines[0] = `${open.join("")}${lines[0] ?? ""}`;
        for (const line of lines) eventLength = line.trim() === "" ? 0 : eventLength + line.length;
        isOver ||= lines.some((line) => lastWord.test(line.slice(0, longestLastWord)));
        [open, openLength] = [[], 0];
      }
      open.push(rest);
      openLength += rest.length;
      if (eventLength + openLength > mostCharacters) throw createTooLong();
      return joiner.join(lines).map(readAll);
    },
    end(cut) {
      const last = open.join("");
      const line = last.slice(last.lastIndexOf("\r") + 1);
      const isWhole = !isCut(line);
      const rest = isWhole ? `${read(last)}\n\n` : "\n\n";
      const report = isOver ? null : (strays.toReport() ?? (isWhole ? null : readCutReport(line)));
      if (report !== null) return `${rest}${field} ${hide(JSON.stringify(report))}\n\n`;
      if (cut !== undefined) throw cut;
      if (!isWhole) throw new Error("The connection was cut in the middle of an event.");
      return rest;
    },
  };
}

export function createWhole(mend: (text: string) => string): Texts {
  const pieces: string[] = [];
  let length = 0;
  return {
    isOver: () => false,
    flush: () => "",
    add(piece) {
      pieces.push(piece);
      length += piece.length;
      if (length > mostCharacters) throw createTooLong();
      return [];
    },
    end(cut) {
      if (cut !== undefined) throw cut;
      return mend(pieces.join(""));
    },
  };
}

/** What a server says of a failure, as far as it came. */
export function createReport(hide: Hide): Texts {
  let text = "";
  return {
    isOver: () => text.length > longestReport,
    flush: () => "",
    add(piece) {
      text += piece;
      return [];
    },
    end: () => hide(text),
  };
}

/** `[DONE]` of Chat Completions, and the last events of Messages and Responses. */
const lastWord =
  /^data:\s*(?:\[DONE\]|\{\s*"type":\s*"(?:message_stop|response\.(?:completed|incomplete|failed))")/;
const longestLastWord = 60;

const watched = 3;
/** Fields that may come late, with forms of their own. */
const seldom =
  /"(?:tool_calls|function_call|reasoning_(?:text|details)|thinking\w*|thoughts?|type|x_groq|usage":\s*\{)/;

const wholeMessage = /"message":\s*(?=\{)/;

/** A server writes as it began: after the first events only what is seldom sent, or once one was odd. */
function createLineMender(): (line: string) => string {
  let seen = 0;
  let isOdd = false;
  let hasDelta = false;
  return (line) => {
    if (!line.startsWith(field)) return line;
    seen += 1;
    hasDelta ||= line.includes('"delta"');
    const isUsual = line.includes('"choices":[') && !seldom.test(line);
    if (!isOdd && seen > watched && isUsual) return line;
    const json = line.slice(field.length);
    // The whole in place of its pieces; behind them some servers send it once more.
    const whole = mendJson(hasDelta ? json : json.replace(wholeMessage, '"delta":'));
    const mended = reporting.test(whole) ? listReport(whole) : whole;
    isOdd ||= mended !== json;
    return mended === json ? line : `${field} ${mended}`;
  };
}

/** In a list the package reads nothing of it, and `createPartReader` gets all that it says. */
function listReport(json: string): string {
  const value = parseJson(json);
  return isRecord(value) && isRecord(value.error) ? JSON.stringify({ ...value, error: [value.error] }) : json;
}

function createEventLineMender(): (line: string) => string {
  const mend = createEventMender();
  return (line) => {
    const isWatched = line.startsWith(field) && watchedEvents.test(line);
    const event = isWatched ? parseJson(line.slice(field.length)) : undefined;
    if (!isRecord(event)) return line;
    return mend(event)
      .map((each) => `${field} ${JSON.stringify(each)}`)
      .join("\n\n");
  };
}

/** What is no JSON stays as it is. */
export function mendJson(text: string): string {
  const value = parseJson(text);
  const mended = value === undefined ? undefined : mendChatAnswer(value);
  return mended === value ? text : JSON.stringify(mended);
}

function isCut(line: string): boolean {
  const json = line.slice(field.length).trim();
  return line.startsWith(field) && json !== "" && json !== "[DONE]" && parseJson(json) === undefined;
}

function createTooLong(): AppError {
  const megabytes = mostCharacters / 1024 / 1024;
  return new AppError("model_unavailable", `The model's server sent over ${megabytes} MB in one piece.`);
}
