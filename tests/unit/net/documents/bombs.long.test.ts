import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { z } from "zod";
import { typescriptFlags } from "@/scripts/lib/run-typescript.mjs";

const program = fileURLToPath(new URL("../../../support/read-bombs.ts", import.meta.url));
const reportSchema = z.object({ ends: z.record(z.string(), z.string()), mostMegabytes: z.number() });

/** Whichever limit is met first: a busy machine may need more than the time. */
const bounded = expect.stringMatching(/^(too_large|timeout)$/) as string;
const readOrLate = expect.stringMatching(/^(read|timeout)$/) as string;

const ends = {
  pages: {
    "docx: one part of 2 GB": "too_large",
    "docx: another part of 2 GB": "too_large",
    "docx: two parts of one name": "page_unavailable",
    "docx: ZIP64": "page_unavailable",
    "docx: many small elements": bounded,
    "pdf: a text of 1 GB": bounded,
    "pdf: a text of 2 GB, packed twice": "unsupported_media",
    "html: two megabytes of tables": "read",
    "csv: ten megabytes of empty fields": bounded,
    "feed: ten megabytes of entries": readOrLate,
    "json: ten megabytes of lists": "read",
    "a small one afterwards": "read",
    "gz: a body of 512 MB": "too_large",
  },
  files: {
    "xlsx: one part of 2 GB": "too_large",
    "xlsx: 60,000 rows to the last column": expect.stringMatching(/^(cut|too_large|timeout)$/) as string,
    "pptx: a slide of 2 GB": "too_large",
    "pptx: a slide nested a million deep": "too_large",
    "epub: a list of 2 GB": "too_large",
    "docx: 300,000 paragraphs": "too_large",
    "docx: nested 100,000 deep": "too_large",
    "docx: tables in each other": "too_large",
    "docx: entities in each other": "read",
    "odt: 500,000 paragraphs": "too_large",
    "odt: entities in each other": "read",
    "odt: a cell repeated a billion times": "cut",
    "odt: blanks": "read",
    "ods: a cell repeated a billion times": bounded,
    "odp: a list of 2 GB": "too_large",
    "rtf: twenty megabytes of groups": "too_large",
    "rtf: twenty megabytes of words": "too_large",
    "mail: nested 200 deep": "read",
    "mail: a hundred megabytes of base64": "too_large",
    "ipynb: fifty megabytes": "cut",
    "file: a picture of a billion pixels": "read",
    "file: twenty megabytes of text": "cut",
    "a small one afterwards": "read",
  },
};

it.each(["pages", "files"] as const)(
  "H4: %s made to fill the memory end with a typed error, in a process that stays below 1 GB and goes on",
  async (what) => {
    // Without a limit of V8's own for the process, which would be met by the threads in place of theirs.
    const args = [...typescriptFlags, program, `--${what}`];
    const { stdout } = await promisify(execFile)(process.execPath, args);
    const report = reportSchema.parse(JSON.parse(stdout));
    expect(report.ends).toEqual(ends[what]);
    expect(report.mostMegabytes).toBeLessThan(1_024);
  },
  360_000,
);
