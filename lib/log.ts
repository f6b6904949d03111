/** The only printer. One JSON object a line on standard error; secrets never come this far, errors only by code and cause. */
export type LogLevel = "debug" | "info" | "warn" | "error";
export type LogFields = Record<string, unknown>;
export type Log = Record<LogLevel, (event: string, fields?: LogFields) => void>;

const order: Record<LogLevel | "silent", number> = { debug: 0, info: 1, warn: 2, error: 3, silent: 4 };

export function createLog(minimum: LogLevel | "silent", write: (line: string) => void = writeLine): Log {
  const at =
    (level: LogLevel) =>
    (event: string, fields: LogFields = {}) => {
      if (order[level] < order[minimum]) return;
      write(JSON.stringify({ time: new Date().toISOString(), level, event, ...fields }, replaceError));
    };
  return { debug: at("debug"), info: at("info"), warn: at("warn"), error: at("error") };
}

function writeLine(line: string): void {
  process.stderr.write(`${line}\n`);
}

/** Errors become name, code, message and cause; request bodies and headers that vendors attach are left out. */
function replaceError(_key: string, value: unknown): unknown {
  if (typeof value === "bigint") return value.toString();
  if (!(value instanceof Error)) return value;
  const code = "code" in value ? value.code : undefined;
  const status = "statusCode" in value ? value.statusCode : undefined;
  return { name: value.name, code, status, message: redact(value.message), cause: value.cause, stack: value.stack?.split("\n").slice(1, 6).map((line) => line.trim()) };
}

/** Takes out what looks like a key: long runs of letters and digits after a usual prefix, or bearer tokens. */
function redact(message: string): string {
  return message.replace(/\b(sk-|AIza|gsk_|Bearer\s+)[A-Za-z0-9_\-.]{8,}/g, "$1…").slice(0, 2000);
}
