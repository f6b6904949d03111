import type MarkdownIt from "markdown-it";
import type { Token } from "markdown-it";

/**
 * Writes behind each link that has other words the address that it opens: a model may have made it, and a
 * file has nobody who asks before a click, as the chat does.
 */
export function showAddresses(markdown: MarkdownIt): MarkdownIt {
  markdown.core.ruler.push("show_addresses", ({ tokens, Token: TextToken }) => {
    for (const block of tokens)
      if (block.children !== null)
        block.children = block.children.flatMap((token, at, all) => {
          const address = token.type === "link_close" ? findHidden(all.slice(0, at)) : null;
          if (address === null) return [token];
          const shown = new TextToken("text", "", 0);
          shown.content = ` (${address})`;
          return [shown, token];
        });
  });
  return markdown;
}

/** The address of the link that ends behind these, where its words say another or none. */
function findHidden(before: readonly Token[]): string | null {
  const at = before.findLastIndex(({ type }) => type === "link_open");
  const open = before[at];
  const href = open?.attrGet("href") ?? "";
  // A bare address is the link's words.
  if (open?.info === "auto" || !/^(?:https?|mailto):/i.test(href)) return null;
  const words = before.slice(at + 1).map(({ content }) => content);
  return words.join("") === href ? null : href;
}
