import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readAll, readingPages, type Reading } from "./read-all";
import { toReadingTable } from "./reading-table";

let readings = new Map<string, Reading>();
beforeAll(async () => {
  readings = await readAll();
});
afterAll(() => console.info(toReadingTable([...readings.values()])));

const written = readingPages.filter(({ isThin }) => isThin !== true);
const thin = readingPages.filter(({ isThin }) => isThin === true);

describe("reading pages of many kinds", () => {
  it("is tried on at least forty", () => {
    expect(readingPages.length).toBeGreaterThanOrEqual(40);
    expect(new Set(readingPages.map(({ path }) => path)).size).toBe(readingPages.length);
  });

  it.each(written)("finds every passage of $path", ({ path }) => {
    expect(readings.get(path)?.missed).toEqual([]);
  });

  it.each(written)("reads nothing of the menus and banners of $path", ({ path }) => {
    expect(readings.get(path)?.read).toEqual([]);
  });

  it.each(written)("picks the passage of $path that answers", ({ path }) => {
    expect(readings.get(path)).toMatchObject({ isAnswerPicked: true, document: { isThin: false } });
  });

  it.each(thin)("says of $path that it is not what a person sees", ({ path }) => {
    expect(readings.get(path)?.document.isThin).toBe(true);
  });
});
