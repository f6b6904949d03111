import { readFileSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { beforeEach, describe, expect, it } from "vitest";
import { importFromFile } from "@/lib/features/transfer/import-file";
import { makeTemporaryFolder } from "@/tests/support/temporary-folder";
import { exportPlace, fillPlace, never, openPlace, rewriteExport } from "./places";

let file: string;
let bytes: Buffer;

beforeEach(async () => {
  const from = await openPlace();
  await fillPlace(from, { documents: 150, files: 3 });
  file = await exportPlace(from);
  bytes = readFileSync(file);
});

describe("an export that is not what was exported", () => {
  it("is refused when it was cut anywhere, and no store is opened", async () => {
    const places = Array.from({ length: 40 }, (_, n) => Math.floor((bytes.length * n) / 40));
    for (const length of [...places, bytes.length - 1, bytes.length - 2, 1]) {
      writeFileSync(file, bytes.subarray(0, length));
      expect(await importNowhere(), `cut to ${length} bytes`).toMatchObject({ code: "invalid_request" });
    }
  });

  it("says that it was cut off", async () => {
    truncateSync(file, Math.floor(bytes.length / 2));
    expect(await importNowhere()).toMatchObject({
      message: `${file} ends in the middle: it was cut off. Nothing was imported.`,
    });
    const packed = gzipSync(bytes);
    writeFileSync(file, packed.subarray(0, Math.floor(packed.length / 2)));
    expect(await importNowhere()).toMatchObject({
      message: `${file} ends in the middle: it was cut off. Nothing was imported.`,
    });
  });

  it("is refused when one byte changed anywhere, and no store is opened", async () => {
    const places = Array.from({ length: 60 }, (_, n) => Math.floor((bytes.length * (n + 0.5)) / 60));
    for (const at of [...places, 0, bytes.length - 1, bytes.length - 10]) {
      const changed = Buffer.from(bytes);
      changed[at] = (changed[at] ?? 0) ^ 1;
      writeFileSync(file, changed);
      expect(await importNowhere(), `byte ${at}`).toMatchObject({ code: "invalid_request" });
    }
  });

  it("is refused when a line is missing, doubled or added", async () => {
    const lines = bytes.toString("utf8").trimEnd().split("\n");
    const variants = [
      lines.toSpliced(5, 1),
      lines.toSpliced(5, 0, lines[5] ?? ""),
      [...lines, lines[5] ?? ""],
      [...lines, ...lines],
      lines.slice(1),
    ];
    for (const variant of variants) {
      writeFileSync(file, `${variant.join("\n")}\n`);
      expect(await importNowhere()).toMatchObject({ code: "invalid_request" });
    }
  });

  it("is refused when its packing is damaged", async () => {
    const packed = gzipSync(bytes);
    packed.fill(0, 5000, 5100);
    writeFileSync(file, packed);
    expect(await importNowhere()).toMatchObject({ message: `${file} is damaged. Nothing was imported.` });
  });

  it("is refused by its version, which the sentence names", async () => {
    rewriteExport(file, (line) => line.replace('"version":1', '"version":2'));
    expect(await importNowhere()).toMatchObject({
      code: "invalid_request",
      message: `${file} has version 2 of the format, and this program reads version 1. Nothing was imported.`,
    });
  });

  it.each([
    ["an address outside", '"path":"users/u0"', '"path":"users/../../x"'],
    ["a session", '"path":"users/u0"', '"path":"auth-sessions/u0"'],
    ["a file outside", '"path":"users/u1/files/f1"', '"path":"../f1"'],
  ])("is refused with %s, even when every hash is right", async (_what, from, to) => {
    expect(bytes.toString("utf8")).toContain(from);
    rewriteExport(file, (line) => line.replace(from, to));
    expect(await importNowhere()).toMatchObject({ code: "invalid_request" });
  });

  it.each([
    ["an empty file", ""],
    ["a picture", "\x89PNG\r\n\x1a\n"],
    ["other JSON", '{"kind":"header"}\n'],
    ["one endless line", "x".repeat(9_000_000)],
  ])("is refused when it is %s", async (_what, content) => {
    const other = join(makeTemporaryFolder(), "other");
    writeFileSync(other, content, "latin1");
    const failure = await importFromFile({
      openPlace: refuse,
      file: other,
      merge: false,
      signal: never,
    }).catch((error: unknown) => error);
    expect(failure).toMatchObject({
      code: "invalid_request",
      message: expect.stringContaining("is no export"),
    });
  });
});

function importNowhere(): Promise<unknown> {
  return importFromFile({ openPlace: refuse, file, merge: false, signal: never }).catch(
    (error: unknown) => error,
  );
}

function refuse(): never {
  throw new Error("The store was opened.");
}
