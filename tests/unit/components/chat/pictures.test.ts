import { describe, expect, it } from "vitest";
import { readPictures } from "@/components/chat/composer/pictures";

describe("readPictures", () => {
  it("refuses what is no picture that a model reads", async () => {
    const { added, refused } = await readPictures(
      [toFile("notes.pdf", "application/pdf"), toFile("drawing.svg", "image/svg+xml")],
      [],
    );
    expect(added).toEqual([]);
    expect(refused).toEqual([
      { name: "notes.pdf", why: "type" },
      { name: "drawing.svg", why: "type" },
    ]);
  });

  it("refuses a picture over 3 MB", async () => {
    expect((await readPictures([toFile("big.png", "image/png", 3_000_001)], [])).refused).toEqual([
      { name: "big.png", why: "size" },
    ]);
  });

  it("refuses a fifth picture", async () => {
    const present = [1, 2, 3, 4].map((number) => toPart(`data:image/png;base64,${number}`));
    expect((await readPictures([toFile("one-more.png", "image/png")], present)).refused).toEqual([
      { name: "one-more.png", why: "count" },
    ]);
  });

  it("refuses a picture that no longer fits into one request", async () => {
    const present = [toPart(`data:image/png;base64,${"A".repeat(2_000_000)}`)];
    expect((await readPictures([toFile("b.png", "image/png", 2_000_000)], present)).refused).toEqual([
      { name: "b.png", why: "together" },
    ]);
  });
});

function toFile(name: string, type: string, size = 1): File {
  return new File([new Uint8Array(size)], name, { type });
}

function toPart(url: string) {
  return { type: "file" as const, mediaType: "image/png", url };
}
