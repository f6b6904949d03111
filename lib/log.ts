/** The only printer: a JSON object a line on standard error, no secrets, errors only by code and cause. */
export type LogLevel = "debug" | "info" | "warn" | "error";
export type LogFields = Record<string, unknown>;
export type Log = Record<LogLevel, (event: string, fields?: LogFields) => void>;

const order: Record<LogLevel | "silent", number> = { debug: 0, info: 1, warn: 2, error: 3, silent: 4 };

export function createLog(minimum: LogLevel | "silent", write: (line: string) => void = writeLine): Log {
  const at =
    (level: LogLevel) =>
    (event: string, fields: LogFields = {}) => {
      if (order[level] < order[minimum]) return;
      write(toLine({ time: new Date().toISOString(), level, event }, fields));
    };
  return { debug: at("debug"), info: at("info"), warn: at("warn"), error: at("error") };
}

function writeLine(line: string): void {
  process.stderr.write(`${line}\n`);
}

/** Never throws: what cannot be written as JSON, a circle for one, is left out. */
function toLine(head: object, fields: LogFields): string {
  try {
    return JSON.stringify({ ...head, ...fields }, replaceValue);
  } catch {
    return JSON.stringify({ ...head, note: "the details cannot be written" });
  }
}

/** Errors become name, code, message and cause; request bodies and headers from vendors are left out. */
function replaceValue(_key: string, value: unknown): unknown {
  if (typeof value === "bigint") return value.toString();
  if (typeof value === "string") return redact(value);
  if (!(value instanceof Error)) return value;
  const code = "code" in value ? value.code : undefined;
  const status = "statusCode" in value ? value.statusCode : undefined;
  return {
    name: value.name,
    code,
    status,
    message: value.message,
    cause: value.cause,
    stack: toFrames(value.stack),
  };
}

/** Only the lines that name places: the others repeat the message. */
function toFrames(stack = ""): string[] {
  const frames = stack.split("\n").filter((line) => /^\s+at /.test(line));
  return frames.slice(0, 5).map((line) => line.trim());
}

const secrets = /\b(sk-|rk-|AIza|gsk_|csk-|xai-|hf_|r8_|tvly-|Bearer\s+|Basic\s+)[A-Za-z0-9_\-.+/=]{8,}/g;
const namedSecrets =
  /((?:api[-_]?key|token|secret|password|authorization|cookie)["']?\s*[:=]\s*["']?)[^\s"',;&]{4,}/gi;

/** Takes out what looks like a key: long runs of letters and digits after a usual prefix or name. */
export function redactSecrets(text: string): string {
  return text.replace(secrets, "$1…").replace(namedSecrets, "$1…");
}

const redact = (text: string): string => redactSecrets(text).slice(0, 2000);
