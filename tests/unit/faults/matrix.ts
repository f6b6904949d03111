import { afterAll } from "vitest";
import type { Seen } from "./faulty-product";

/** What is expected of a fault, in the words of the table and of the comparison alike. */
export type Expected = {
  outcome: string;
  reason?: string;
  text: string;
  calls: string;
  notices?: string[];
  estimated?: true;
};

/** Rows of the fault matrix: what was expected beside what happened. They are printed when the file's tests are over. */
export function createMatrix(title: string) {
  const rows: string[][] = [];
  afterAll(() => console.info(`${title}\n${toTable([["fault", "expected", "happened"], ...rows])}`));
  return {
    note(fault: string, expected: string, happened: string): void {
      rows.push([fault, expected, happened]);
    },
    /** Notes the row, and gives what happened in the form of what was expected. */
    compare(fault: string, expected: Expected, seen: Seen): Expected {
      const happened = toExpected(seen);
      rows.push([fault, toSentence(expected), toSentence(happened)]);
      return happened;
    },
  };
}

function toExpected({ reply, text, calls, notices }: Seen): Expected {
  const { outcome = "none", reason, usage } = reply.metadata ?? {};
  return {
    outcome,
    ...(reason && { reason }),
    text,
    calls,
    ...(notices.length > 0 && { notices }),
    ...(usage?.estimated === true && { estimated: true }),
  };
}

function toSentence({ outcome, reason, text, calls, notices = [], estimated }: Expected): string {
  const end = reason === undefined ? outcome : `${outcome} (${reason})`;
  const words = text.length > 40 ? `${text.slice(0, 37)}…` : text;
  return [end, `“${words}”`, `calls ${calls}`, ...notices, ...(estimated ? ["cost estimated"] : [])].join(
    ", ",
  );
}

function toTable(rows: string[][]): string {
  const widths = [0, 1].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows
    .map((row) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(" | "))
    .join("\n");
}
