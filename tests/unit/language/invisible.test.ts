import { describe, expect, it } from "vitest";
import { removeInvisible } from "@/lib/language/invisible";

describe("removeInvisible", () => {
  it.each([
    ["zero-width blanks and joiners", "se\u200bcr\u200det\u2060 \ufeffword", "secret word"],
    ["bits of joiners between words", "one \u200c\u200d\u200c\u200ctwo", "one two"],
    ["tags", "plain\u{e0001}\u{e0073}\u{e0065}\u{e0063}", "plain"],
    ["rows of selectors", "a\ufe0f\ufe01\ufe02\u{e0101}\u{e0102}b", "a\ufe0fb"],
    ["direction marks", "\u202eabc\u202c", "abc"],
    ["soft hyphens and fillers", "soft\u00adware\u3164", "software"],
  ])("takes out %s", (_, text, seen) => expect(removeInvisible(text)).toBe(seen));

  it.each(["می\u200cخواهم", "क्\u200dष", "👩\u200d💻", "❤\ufe0f", "naïve café", "Ünï 中文 עברית"])(
    "leaves what shapes letters and pictures: %s",
    (text) => expect(removeInvisible(text)).toBe(text),
  );
});
