import { describe, expect, it } from "vitest";
import { RenderedMarkdown } from "@/components/markdown/rendered-markdown";
import { renderInLocale } from "@/tests/support/render-in-locale";

const everything = `# Title
Words, *em*, **strong**, ~~gone~~, \`code\`, [link](https://a.example), ![picture](https://a.example/i.png) and a note[^1].
- [ ] task
1. one
> quote
---
| a | b |
|---|---|
| 1 | 2 |

\`\`\`js
run();
\`\`\`

<b>raw</b>

[^1]: The note.`;

const render = (text: string, isStreaming: boolean) =>
  renderInLocale("en", <RenderedMarkdown text={text} isStreaming={isStreaming} />);

describe("an answer in Markdown", () => {
  // The sheet holds no class of the library's: an element that the library draws itself would have no look.
  it.each([false, true])(
    "is made of our own and of plain elements only (streaming: %s)",
    async (isStreaming) => {
      const html = await render(everything, isStreaming);
      expect(html).toContain("<td>2</td>");
      expect(html).not.toContain("data-streamdown");
    },
  );

  it("leaves the heading of the footnotes to screen readers", async () => {
    expect(await render(everything, false)).toMatch(/<h\d[^>]* class="sr-only"[^>]*>Footnotes</);
  });

  it("shows raw HTML as the text it is", async () => {
    expect(await render(everything, false)).toContain("&lt;b&gt;raw&lt;/b&gt;");
  });
});
