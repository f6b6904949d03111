import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { decodeText, isBinary } from "@/lib/net/documents/decode-text";

const utf8 = (text: string) => new TextEncoder().encode(text);
const utf16le = (text: string) => new Uint8Array(Buffer.from(text, "utf16le"));
const utf16be = (text: string) => new Uint8Array(Buffer.from(text, "utf16le").swap16());
function utf32(text: string, isLittle: boolean): Uint8Array {
  const codes = [...text].map((letter) => letter.codePointAt(0) ?? 0);
  const view = new DataView(new ArrayBuffer(4 * codes.length));
  codes.forEach((code, at) => view.setUint32(4 * at, code, isLittle));
  return new Uint8Array(view.buffer);
}
const readFixture = (name: string) => new Uint8Array(readFileSync(`tests/fixtures/files/${name}`));
const german = "<p>Grüße aus Köln: 1250 Stück</p>";

describe("decodeText", () => {
  it.each(["utf-16", "utf-16be", "gbk", "windows-1251", "shift_jis"])(
    "doubts a header, a meta tag and a declaration of %s over sound UTF-8",
    (label) => {
      expect(decodeText(utf8(german), `text/html; charset=${label}`, true)).toBe(german);
      const page = `<meta charset="${label}">${german}`;
      expect(decodeText(utf8(page), "text/html", true)).toBe(page);
      const xml = `<?xml version="1.0" encoding="${label}"?>${german}`;
      expect(decodeText(utf8(xml), "text/xml")).toBe(xml);
    },
  );

  it("believes a label that the bytes bear out", () => {
    const gbk = new Uint8Array([0xc4, 0xe3, 0xba, 0xc3]);
    expect(decodeText(gbk, "text/plain; charset=gbk")).toBe("你好");
    const page = new Uint8Array([...utf8('<meta charset="gbk">'), ...gbk]);
    expect(decodeText(page, "text/html", true)).toBe('<meta charset="gbk">你好');
  });

  it("takes a meta tag in a text that is no page for a quotation", () => {
    const latin = new Uint8Array([
      ...utf8('Say `<meta charset="gbk">`. Caf'),
      0xe9,
      ...utf8(" au lait, d"),
      0xe9,
      0x21,
    ]);
    expect(decodeText(latin, "text/markdown")).toContain("Café");
    expect(decodeText(readFixture("20-notes-about-charsets.md"), "text/markdown")).toContain(
      "Größe, café, 你好",
    );
    expect(decodeText(readFixture("18-utf16-declared-in-utf8.xml"), "text/xml")).toContain("Grün");
  });

  const texts = [
    "The harbour opens at six.\n",
    "港口在六点开放。\n请在门口等候，谢谢。",
    "今日は港が閉まっています。",
    "Гавань открыта с шести.\n",
  ];
  it.each(texts)("reads %j as UTF-16 and UTF-32, with and without a mark", (text) => {
    for (const encode of [
      utf16le,
      utf16be,
      (each: string) => utf32(each, true),
      (each: string) => utf32(each, false),
    ]) {
      expect(decodeText(encode(text), "")).toBe(text);
      expect(decodeText(encode(`\ufeff${text}`), "")).toBe(text);
      expect(isBinary(encode(text))).toBe(false);
    }
  });

  it("reads Chinese UTF-16 without a mark or a Latin letter", () => {
    const bytes = readFixture("21-chinese-utf16-without-mark.txt");
    expect(isBinary(bytes)).toBe(false);
    expect(decodeText(bytes, "text/plain")).toBe(Buffer.from(bytes).toString("utf16le"));
  });

  it("tells short Japanese texts by their kana", () => {
    const sjis = new Uint8Array([0x8d, 0x60, 0x82, 0xcd, 0x8a, 0x4a, 0x82, 0xa2, 0x82, 0xbd]);
    const euc = new Uint8Array([0xb9, 0xc1, 0xa4, 0xcf, 0xb3, 0xab, 0xa4, 0xa4, 0xa4, 0xbf]);
    const shifted = new Uint8Array([0x1b, ...utf8("$B9A$O3+$$$?"), 0x1b, ...utf8("(B")]);
    for (const bytes of [sjis, euc, shifted]) expect(decodeText(bytes, "")).toBe("港は開いた");
  });

  it("keeps Chinese, Korean and Western texts in their own sets", () => {
    const gbk = [
      0xb8, 0xdb, 0xbf, 0xda, 0xd4, 0xda, 0xc1, 0xf9, 0xb5, 0xe3, 0xbf, 0xaa, 0xb7, 0xc5, 0xa1, 0xa3,
    ];
    expect(decodeText(new Uint8Array([...gbk, ...gbk]), "")).toBe("港口在六点开放。港口在六点开放。");
    const numbers = new Uint8Array([
      ...utf8("Betrag;10.000,00;200,00\r\nGeb"),
      0xfc,
      ...utf8("hr;30,00;40,00\r\n"),
    ]);
    expect(decodeText(numbers, "text/csv")).toContain("Gebühr;30,00");
  });
});

describe("isBinary", () => {
  it("lets a log have a zero byte, and a packed file none", () => {
    expect(isBinary(utf8("12:00 started\n12:01 \0stopped\n"))).toBe(false);
    const packed = new Uint8Array(4_096).map((_, at) => (at * 2_654_435_761) >>> 13);
    expect(isBinary(packed)).toBe(true);
  });
});
