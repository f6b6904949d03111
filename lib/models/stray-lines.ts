import { isErrorReport } from "./mend-chat-answer";
import { isRecord, parseJson } from "@/lib/protocol/json";
import { parseLoose } from "./text-tools/loose-json";

export const field = "data:";
/** What is read of what a server says of a failure, in UTF-16 units. */
export const longestReport = 100_000;

const fieldName = /^(?:data|event|id|retry)?:|^\uFEFF|^\s*$/;
const finished = /"(?:finish_reason|finishReason|stop_reason)":\s*"/;
/** Behind the end of an answer come its usage and little more. */
const watchedLines = 4;

/**
 * What stands in a stream and is no event: a server that breaks off says so in a body, a proxy in a text, and
 * some in an event of that name that is no JSON. After the end of an answer it means nothing.
 */
export function createStrays() {
  let strays = "";
  let isError = false;
  let newest: string[] = [];
  return {
    read(line: string): string {
      if (line.startsWith(field)) {
        newest = [...newest.slice(1 - watchedLines), line];
        if (!isError || parseJson(line.slice(field.length)) !== undefined) return line;
        return `${field} ${JSON.stringify(toErrorReport(line.slice(field.length)))}`;
      }
      isError = /^event:\s*error\b/.test(line) || (isError && line.trim() !== "");
      if (!fieldName.test(line) && strays.length < longestReport) strays += `${line}\n`;
      return line;
    },
    toReport(): object | null {
      if (strays.trim() === "" || newest.some((line) => finished.test(line))) return null;
      const value = parseJson(strays);
      if (value === undefined) return toErrorReport(strays);
      return isRecord(value) && isErrorReport(value) ? value : null;
    },
  };
}

/** As every vendor's package reads it; a page for browsers has no words for us. */
function toErrorReport(said: string): object {
  const message = /^\s*</.test(said) ? "" : said.trim();
  return { type: "error", sequence_number: 0, error: { type: "error", message, code: null, param: null } };
}

/** Of an event that was cut, where it was about to report an error. */
export function readCutReport(line: string): object | null {
  const value = line.startsWith(field) ? parseLoose(line.slice(field.length)) : undefined;
  return isRecord(value) && isErrorReport(value) ? value : null;
}
