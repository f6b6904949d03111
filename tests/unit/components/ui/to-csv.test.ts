import { describe, expect, it } from "vitest";
import { toCsv } from "@/components/ui/to-csv";

describe("a table as CSV", () => {
  it("quotes what would end a field, and doubles the quotes in it", () => {
    expect(
      toCsv([
        ["a", "b,c"],
        ['say "ah"', "two\nlines"],
      ]),
    ).toBe('a,"b,c"\r\n"say ""ah""","two\nlines"\r\n');
  });

  it.each(["=1+1", "+cmd|' /C calc'!A0", "-2+3", "@SUM(A1)", "＝1+1"])(
    "keeps a spreadsheet from running %s",
    (text) => {
      expect(toCsv([[text]])).toBe(`'${text}\r\n`);
      expect(toCsv([[`${text},"`]])).toMatch(/^"'/);
    },
  );

  it.each(["-5", "+3.5", "-4%", "−7"])("leaves the number %s as it is", (text) => {
    expect(toCsv([[text]])).toBe(`${text}\r\n`);
  });

  it("keeps empty cells", () => {
    expect(toCsv([["", "x", ""]])).toBe(",x,\r\n");
  });
});
