import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { toReadFailure } from "@/lib/features/documents/read-failure";
import { AppError, type ErrorCode } from "@/lib/errors";
import { readFile } from "@/lib/net/read-file";
import { documentProblems } from "@/lib/features/documents/shape/documents";

describe("toReadFailure", () => {
  const expected: Partial<Record<ErrorCode, [string, boolean]>> = {
    invalid_request: ["no_text", true],
    unsupported_media: ["unsupported", true],
    too_large: ["too_large", true],
    page_unavailable: ["broken", true],
    page_refused: ["password", true],
    configuration: ["internal", true],
    timeout: ["timeout", false],
    aborted: ["internal", false],
    internal: ["internal", false],
    store_unavailable: ["internal", false],
    overloaded: ["internal", false],
    quota_exhausted: ["internal", false],
  };
  it.each(Object.entries(expected))(
    "calls %s %j, and tries again only what may pass",
    (code, [problem, isForGood]) => {
      expect(toReadFailure(new AppError(code as ErrorCode, "It failed."))).toEqual({ problem, isForGood });
    },
  );

  it("knows at once that a document of only a picture holds no text", async () => {
    const bytes = new Uint8Array(readFileSync("tests/fixtures/files/09-only-a-picture.docx"));
    const signal = new AbortController().signal;
    const read = readFile({ bytes, name: "picture.docx", mediaType: "", signal, owner: "u1" });
    const error: unknown = await read.catch((failure: unknown) => failure);
    expect(toReadFailure(error)).toEqual({ problem: "no_text", isForGood: true });
  });

  it("calls a failure what its reader names", () => {
    for (const problem of documentProblems) {
      const { isForGood, ...named } = toReadFailure(
        new AppError("unsupported_media", "", { cause: { problem } }),
      );
      expect(named).toEqual({ problem });
      expect(isForGood).toBe(problem !== "timeout");
    }
    expect(toReadFailure(new Error("Lost."))).toEqual({ problem: "internal", isForGood: false });
  });
});
