import { marked, type Token } from "marked";
import { fromMarkdown } from "mdast-util-from-markdown";
import { gfmFromMarkdown } from "mdast-util-gfm";
import { gfm } from "micromark-extension-gfm";
import { describe, expect, it } from "vitest";
import { disarmMarkdown } from "@/lib/evidence/export/disarm-markdown";

type Node = { type: string; children?: Node[]; value?: string };

/** What two readers of Markdown would run or fetch. */
function findLive(markdown: string): string[] {
  const live: string[] = [];
  const visit = (node: Node): void => {
    if (/^(html|image|imageReference)$/.test(node.type)) live.push(`micromark: ${node.value ?? node.type}`);
    node.children?.forEach(visit);
  };
  visit(fromMarkdown(markdown, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] }) as Node);
  const note = ({ type, raw }: Token): void =>
    void (/^(html|image)$/.test(type) && live.push(`marked: ${raw}`));
  marked.walkTokens(marked.lexer(markdown), note);
  return live;
}

const tag = "<img src=x onerror=alert(1)>";

describe("disarmed Markdown", () => {
  it.each([
    `Hello ${tag}`,
    `\\${tag}`,
    `\\\\${tag}`,
    "<script>alert(1)</script>",
    "a `b\n<script>alert(1)</script>\nc`",
    `# a \`\nx ${tag} \``,
    `| \` | ${tag} \` |\n|---|---|\n| \` | ${tag} \` |`,
    `\\\`${tag}\``,
    `1. a\n   \`\`\`\n${tag}`,
    `   \`\`\`\n\`\`\`\n${tag}`,
    `> \`\`\`\n${tag}`,
    `a \` b\nc \` ${tag} \` d`,
    `[x](<\`>) ${tag} \``,
    `[x](y "\`") ${tag} \``,
    `http://x.example/\` ${tag} \``,
    `<https://a\`b> ${tag} \``,
    `<div>\n\`\`\`\n\n\`\`\`\n${tag}`,
    `~~~\n\`\`\`\n~~~\n${tag}`,
    "![p](https://c.example/p.png) and ![p][r]\n\n[r]: https://c.example/p.png",
  ])("holds nothing that runs or is fetched: %j", (markdown) => {
    expect(findLive(disarmMarkdown(markdown))).toEqual([]);
  });

  it("holds nothing that runs or is fetched, whatever stands beside it", () => {
    const pieces = [
      "`",
      "``",
      "```",
      "~~~",
      "\n",
      "\n\n",
      " ",
      "   ",
      "> ",
      "- ",
      "1. ",
      "|",
      "\\",
      "x",
      "[",
      "](",
      ")",
    ];
    const more = [
      "<b>",
      tag,
      "<!--",
      "-->",
      "![i](u)",
      "http://x/",
      "www.x.y/",
      "<div>",
      "# ",
      "*",
      "$",
      '"',
      "    ",
      "a@b.c",
    ];
    const all = [...pieces, ...more];
    // A generator of Lehmer's, so that each run tries the same.
    let seed = 42;
    const pick = () => all[(seed = (seed * 48_271) % 2_147_483_647) % all.length] ?? "";
    const tried = Array.from({ length: 3_000 }, () => Array.from({ length: 14 }, pick).join(""));
    const live = tried.filter((markdown) => findLive(disarmMarkdown(markdown)).length > 0);
    expect(live).toEqual([]);
    expect(tried.filter((markdown) => findLive(markdown).length > 0).length).toBeGreaterThan(1_000);
  });

  it.each([
    "Use `<div>` and `![code]`, or ``a ` <b>``.",
    "```html\n<div>![x](y)</div>\n```\n\nText",
    "~~~~\n<b>\n~~~\n<i>\n~~~~",
    "Plain *text* with [a link](https://a.example/) [1], and 1 \\* 2.",
  ])("leaves code and plain text as they are: %j", (markdown) => {
    expect(disarmMarkdown(markdown)).toBe(markdown);
  });
});
