import { redactSecrets } from "@/lib/language/secret-forms";

/** The only printer: a JSON object a line on standard error, no secrets, errors only by code and cause. */
export type LogLevel = "debug" | "info" | "warn" | "error";
export type LogFields = Record<string, unknown>;
export type Log = Record<LogLevel, (event: string, fields?: LogFields) => void>;

const order: Record<LogLevel | "silent", number> = { debug: 0, info: 1, warn: 2, error: 3, silent: 4 };

export function createLog(minimum: LogLevel | "silent", write: (line: string) => void = writeLine): Log {
  const replace = createReplace(minimum === "debug");
  const at =
    (level: LogLevel) =>
    (event: string, fields: LogFields = {}) => {
      if (order[level] < order[minimum]) return;
      write(toLine({ time: new Date().toISOString(), level, event }, fields, replace));
    };
  return { debug: at("debug"), info: at("info"), warn: at("warn"), error: at("error") };
}

function writeLine(line: string): void {
  process.stderr.write(`${line}\n`);
}

type Replace = (this: unknown, key: string, value: unknown) => unknown;

/** Never throws: what cannot be written as JSON, a circle for one, is left out. */
function toLine(head: object, fields: LogFields, replace: Replace): string {
  try {
    return JSON.stringify({ ...head, ...fields }, replace);
  } catch {
    return JSON.stringify({ ...head, note: "the details cannot be written" });
  }
}

/**
 * Errors become name, code, message and cause; request bodies and headers from vendors are left out. Where
 * they arose is written at the level `debug` alone, also where a text says it.
 */
function createReplace(isDebug: boolean): Replace {
  return function (key, value) {
    // Some errors know how to be JSON, and would write more of themselves.
    const given = (this as LogFields)[key];
    if (typeof given === "bigint") return given.toString();
    if (typeof value === "string") return redact(isDebug ? value : withoutFrames(value));
    if (!(given instanceof Error)) return value;
    const { name, message, cause } = given;
    const code = "code" in given ? given.code : undefined;
    const status = "statusCode" in given ? given.statusCode : undefined;
    if (isDebug) return { name, code, status, message, cause, stack: listFrames(given.stack) };
    return { name, code, status, message: shorten(message), cause };
  };
}

/** What went wrong, as a short line: the message of an error, and those of its causes that say more. */
export function toReason(error: unknown): string {
  const messages = new Set<string>();
  for (let each = error; each instanceof Error; each = each.cause) {
    if (messages.has(each.message)) break;
    messages.add(each.message);
  }
  return shorten([...messages].filter(Boolean).join(": "));
}

const longestReason = 200;

const shorten = (text: string): string =>
  redactSecrets(withoutFrames(text).replace(/\s+/g, " ").trim()).slice(0, longestReason);

const frame = /^\s+at /;
const withoutFrames = (text: string): string => splitLines(text, (line) => !frame.test(line)).join("\n");
const listFrames = (stack = ""): string[] =>
  splitLines(stack, (line) => frame.test(line))
    .slice(0, 5)
    .map((line) => line.trim());

/** Of a stack some lines name places; the others repeat the message. */
const splitLines = (text: string, isWanted: (line: string) => boolean): string[] =>
  text.split("\n").filter(isWanted);

const redact = (text: string): string => redactSecrets(text).slice(0, 2000);
