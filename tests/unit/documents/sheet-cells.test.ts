import { describe, expect, it } from "vitest";
import { findSheetCells } from "@/lib/features/documents/sheet-cells";
import { readFile } from "@/lib/net/read-file";
import { makeXlsx } from "@/tests/fixtures/pages/make-files";

const { signal } = new AbortController();

async function readSheets(): Promise<string> {
  const fees = [["Boat", "Fee"], ["Ferry | big", 12], [], ["Yacht", 30.5]];
  const long = Array.from({ length: 100 }, (_empty, index) => [`Boat ${index + 1}`, index + 1]);
  const bytes = makeXlsx([
    { name: "Fees 2026", rows: fees },
    { name: "All", rows: long },
  ]);
  return (await readFile({ bytes, name: "a.xlsx", mediaType: "", signal, owner: "ada" })).markdown;
}

describe("cells of a sheet", () => {
  it.each([
    ["'Fees 2026'!B2:B4", ["12", "30.5"]],
    ["fees 2026!A2", ["Ferry | big"]],
    ["$B$4:$A$2", ["Ferry | big", "12", "Yacht", "30.5"]],
    ["B3", []],
    ["Z1:ZZ9999", []],
    ["All!B1:B100", Array.from({ length: 100 }, (_empty, index) => String(index + 1))],
    ["Missing!B2", null],
    ["B2:", null],
  ])("%s are found in the text of the file", async (range, cells) => {
    expect(findSheetCells(await readSheets(), range)).toEqual(cells);
  });

  it("of a CSV file are those of its only table", async () => {
    const bytes = new TextEncoder().encode("Boat,Fee\nFerry,12\nYacht,30\n");
    const { markdown } = await readFile({ bytes, name: "a.csv", mediaType: "", signal, owner: "ada" });
    expect(findSheetCells(markdown, "B2:B9")).toEqual(["12", "30"]);
  });
});
