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

it("H4: documents made to fill the memory end with a typed error, in a process that stays below 1 GB and goes on", async () => {
  // Without a limit of V8's own for the process, which would be met by the threads in place of theirs.
  const { stdout } = await promisify(execFile)(process.execPath, [...typescriptFlags, program]);
  const { ends, mostMegabytes } = reportSchema.parse(JSON.parse(stdout));
  expect(ends).toEqual({
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
    "gz: a body of 512 MB": "too_large",
    "a small page afterwards": "read",
  });
  expect(mostMegabytes).toBeLessThan(1_000);
}, 240_000);
