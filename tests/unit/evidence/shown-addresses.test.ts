import { expect, it } from "vitest";
import { parseMarkdown } from "@/lib/features/evidence/export/docx-blocks";
import { renderMarkdown } from "@/lib/features/evidence/export/html-page";

const address = "https://evil.example/?d=private";
const readHtml = (text: string) => renderMarkdown(text).replace(/<[^>]*>/g, "");
const readWord = (text: string) =>
  parseMarkdown(text)
    .flatMap(({ children }) => children ?? [])
    .map(({ content }) => content)
    .join("");

it.each([
  ["with other words", `See [ok](${address}).`, `See ok (${address}).`],
  ["with a part of the address as its words", `[d=private](${address})`, `d=private (${address})`],
  ["with words in bold", `[**ok**](${address} "title")`, `ok (${address})`],
  ["by a reference", `[ok][1]\n\n[1]: ${address}`, `ok (${address})`],
  ["around a picture", `[![ok](https://a.example/p.png)](${address})`, `ok (${address})`],
  [
    "that writes a mail",
    "[ok](mailto:a@evil.example?subject=private)",
    "ok (mailto:a@evil.example?subject=private)",
  ],
  ["that is its own address", `[${address}](${address})`, address],
  ["in angle brackets", `<${address}>`, address],
  ["that stands bare", `See ${address}`, `See ${address}`],
  ["without a scheme", "See www.a.example", "See www.a.example"],
  ["inside of the document", "[below](#below)", "below"],
])("a link %s shows in a file what it opens", (_, markdown, shown) => {
  expect(readHtml(markdown).trim()).toBe(shown);
  expect(readWord(markdown)).toBe(shown);
});
