import { makePdf } from "@/tests/fixtures/pages/make-pdf";

/** An encyclopaedia's long article: dense with links, tables, notes and what a skin puts around. */
export function makeLongPage(bytes: number): string {
  const parts = [
    `<!doctype html><html lang="en"><head><title>Harbours - Wiki</title><script>${"var state = {}; ".repeat(bytes / 160)}</script></head><body><nav><ul>${"<li><a href='/x'>Link</a></li>".repeat(60)}</ul></nav><main id="content"><h1>Harbours</h1>`,
  ];
  let length = parts[0]?.length ?? 0;
  for (let section = 0; length < bytes; section += 1) {
    const part = toSection(section);
    parts.push(part);
    length += part.length;
  }
  return `${parts.join("")}</main><footer>Privacy policy</footer></body></html>`;
}

function toSection(section: number): string {
  const rows = Array.from(
    { length: 8 },
    (_, row) =>
      `<tr><td>${1900 + row}</td><td><a href="/wiki/Pier_${row}" title="Pier ${row}">Pier ${row}</a></td><td>${row} m</td></tr>`,
  ).join("");
  const table =
    section % 5 === 0
      ? `<table class="wikitable"><tr><th>Year</th><th>Name</th><th>Depth</th></tr>${rows}</table>`
      : "";
  const paragraphs = Array.from(
    { length: 6 },
    (_, index) =>
      `<p>${toSentence(section * 6 + index)}${toSentence(section * 6 + index + 1)}${toSentence(section * 6 + index + 2)}</p>`,
  );
  return `<h2><span class="mw-headline" id="Section_${section}">Section ${section}</span></h2>${paragraphs.join("\n")}${table}`;
}

function toSentence(index: number): string {
  return `In the year ${1700 + (index % 300)} the harbour of <a href="/wiki/Place_${index}" title="Place ${index}">place ${index}</a> was widened by the crews of the old guild, which took ${index % 40} months and cost ${index * 37} crowns in all, more than the council had allowed for it.<sup id="cite_ref-${index}" class="reference"><a href="#cite_note-${index}">[${index}]</a></sup> `;
}

/** A report of 200 pages with a picture on each. */
export function makeLongPdf(bytes: number): Uint8Array {
  const pages = Array.from({ length: 200 }, (_, page) =>
    Array.from({ length: 48 }, (__, line) => ({
      text: `Line ${line} of page ${page + 1} tells of ships, tides and the ${line * page} crowns that were paid for them.`,
      y: 780 - line * 15,
    })),
  );
  return makePdf(pages, { title: "Report", pictureBytes: Math.floor(bytes / 200) });
}
