/** What follows a copied answer. */
export type CopiedEnd = { heading: string; sources: { number: number; title: string; url: string }[] };

/** Copies an answer as Markdown and as what `drawn` shows, each with the sources at its end. */
export async function copyAnswer(markdown: string, drawn: readonly Element[], end: CopiedEnd): Promise<void> {
  const list = end.sources.map(({ number, title, url }) => `[${number}] ${title}, ${url}`);
  const plain = list.length === 0 ? markdown : `${markdown}\n\n${end.heading}\n${list.join("\n")}`;
  const html = toRichText(drawn, end);
  const toBlob = (text: string, type: string) => new Blob([text], { type });
  await navigator.clipboard.write([
    new ClipboardItem({
      "text/plain": toBlob(plain, "text/plain"),
      "text/html": toBlob(html, "text/html"),
    }),
  ]);
}

/** What only makes sense on the page. */
const onlyHere = "button, svg, .code-head, .sr-only, .katex-html, annotation, dialog, summary";
const kept = new Set(["href", "colspan", "rowspan", "start", "dir", "alt", "src"]);

/** The drawn answer in plain elements, as a word processor takes it. */
export function toRichText(drawn: readonly Element[], { heading, sources }: CopiedEnd): string {
  const root = document.createElement("div");
  for (const element of drawn) root.append(element.cloneNode(true));
  for (const element of root.querySelectorAll(onlyHere)) element.remove();
  for (const mark of root.querySelectorAll(".citation")) {
    const raised = document.createElement("sup");
    raised.textContent = `[${mark.textContent}]`;
    mark.replaceWith(raised);
  }
  if (sources.length > 0) {
    const title = document.createElement("p");
    title.textContent = heading;
    root.append(title, ...sources.map(toLine));
  }
  for (const element of root.querySelectorAll("*"))
    for (const name of element.getAttributeNames()) if (!kept.has(name)) element.removeAttribute(name);
  return root.innerHTML;
}

function toLine({ number, title, url }: CopiedEnd["sources"][number]): HTMLElement {
  const line = document.createElement("p");
  const link = document.createElement("a");
  link.href = url;
  link.textContent = title;
  line.append(`[${number}] `, link);
  return line;
}
