import { removeInvisible } from "./invisible";

/** A stranger's text between marks that it cannot close: what looks like one inside is made harmless. */
export function fencePage(attributes: FenceAttributes, text: string): string {
  return fence("page", attributes, text);
}

/** What a step of a plan came to, in the same way. */
export function fenceResult(attributes: FenceAttributes, text: string): string {
  return fence("result", attributes, text);
}

/** What was said in another conversation, whoever's words stand there. */
export function fenceConversation(attributes: FenceAttributes, text: string): string {
  return fence("conversation", attributes, text);
}

type FenceAttributes = Record<string, string | number>;

function fence(tag: string, attributes: FenceAttributes, text: string): string {
  const named = Object.entries(attributes).map(
    ([name, value]) => `${name}="${escapeAttribute(String(value))}"`,
  );
  return `<${tag} ${named.join(" ")}>\n${neutralise(text)}\n</${tag}>`;
}

function neutralise(text: string): string {
  return text.replace(
    /<(?=[\s\u200b-\u200f\u2060\ufeff]*\/?[\s\u200b-\u200f\u2060\ufeff]*(?:page|result|conversation))/gi,
    "&lt;",
  );
}

/** Also for one-line fields of a stranger in a result: one line, no control characters. */
export function toOneLine(text: string): string {
  return removeInvisible(text)
    .replace(/[\s\p{Cc}]+/gu, " ")
    .trim();
}

function escapeAttribute(value: string): string {
  return toOneLine(value)
    .replaceAll("&", "&amp;")
    .replaceAll('"', "&quot;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;");
}

/** The texts between such marks in a result, in their order. */
export function listFenced(result: string): string[] {
  return result
    .split("<page ")
    .slice(1)
    .map((part) => part.slice(part.indexOf(">\n") + 2, part.lastIndexOf("\n</page>")));
}
