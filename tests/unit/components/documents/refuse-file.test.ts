import { describe, expect, it } from "vitest";
import { refuseFile } from "@/components/documents/upload-file";
import { guessKind } from "@/lib/features/documents/shape/file-kinds";

const file = (name: string, type = "", size = 10) => ({ name, type, size });

describe("guessKind", () => {
  it.each([
    ["Report.PDF", "pdf"],
    ["table.tsv", "csv"],
    ["notes.md", "markdown"],
    ["main.ts", "code"],
    ["scan.tiff", "image"],
    ["README", null],
    ["constructor", null],
    ["a.constructor", null],
  ])("takes %s for %s", (name, kind) => expect(guessKind(name)).toBe(kind));

  it("goes by the media type where the name says nothing", () => {
    expect(guessKind("image", "image/heic")).toBe("image");
    expect(guessKind("LICENSE", "text/plain")).toBe("text");
  });
});

describe("refuseFile", () => {
  it("takes what may be text", () => {
    expect(refuseFile(file("README"), 0)).toBeNull();
    expect(refuseFile(file("main.ts", "video/mp2t"), 0)).toBeNull();
  });

  it.each([
    ["a film", file("clip.mp4", "video/mp4"), 0, "recording"],
    ["a sound", file("talk.m4a", ""), 0, "recording"],
    ["an archive", file("all.zip", "application/zip"), 0, "kind"],
    ["an old Word document", file("old.doc", "application/msword"), 0, "kind"],
    ["an empty file", file("a.pdf", "application/pdf", 0), 0, "empty"],
    ["a file over 20 MB", file("a.pdf", "application/pdf", 20_000_001), 0, "size"],
    ["an eleventh file", file("a.pdf", "application/pdf"), 10, "count"],
  ])("refuses %s and says why", (_, given, present, why) => expect(refuseFile(given, present)).toBe(why));
});
