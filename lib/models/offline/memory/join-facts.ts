import { isAsking } from "@/lib/models/offline/question";

/** Keeps what somebody wants remembered in one piece: a message is not parted where a statement goes on. */
export function joinFacts(message: string, parts: readonly string[]): string[] {
  return parts.reduce<string[]>((joined, part) => {
    const before = joined.at(-1);
    if (before === undefined || !asksToRemember.test(before) || isRequest(part)) return [...joined, part];
    const start = message.indexOf(before);
    const end = message.indexOf(part, start + before.length) + part.length;
    return start < 0 || end < part.length
      ? [...joined, part]
      : [...joined.slice(0, -1), message.slice(start, end)];
  }, []);
}

const asksToRemember =
  /^(?:please\s+|(?:can|could) you\s+)?(?:remember|note|memori[sz]e|keep in mind|don['’]t forget|save)\b|^(?:请|帮我|请你|麻烦)?(?:记住|记一下|记下|别忘了|不要忘记|牢记)/iu;

function isRequest(part: string): boolean {
  if (/^(?:do|does|did|is|are|was|were|can|could|have|has)(?: not|n['’]t)\b/iu.test(part)) return false;
  return (
    isAsking(part) ||
    asksToRemember.test(part) ||
    /^(?:please|draw|calculate|compute)\b|^(?:请|帮我|算|画|计算)/iu.test(part)
  );
}
