import { expect, it } from "vitest";
import { AnswerRating } from "@/components/chat/message/rating-buttons";
import { RatingForm } from "@/components/chat/message/rating-form";
import type { Rating } from "@/lib/features/ratings/shape";
import { renderInLocale } from "@/tests/support/render-in-locale";

const nothing = () => undefined;

it.each<[Rating | undefined, string[]]>([
  [undefined, ["Good answer: false", "Bad answer: false"]],
  [{ value: "up" }, ["Good answer: true", "Bad answer: false"]],
  [{ value: "down", reasons: ["other"] }, ["Good answer: false", "Bad answer: true"]],
])("the buttons of an answer rated %o are pressed as it was rated", async (rating, pressed) => {
  const html = await renderInLocale(
    "en",
    <AnswerRating messageId="a1" rating={rating} onRate={async () => ({ ok: true, value: null })}>
      {(buttons) => buttons}
    </AnswerRating>,
  );
  const buttons = [...html.matchAll(/<button[^>]*aria-label="([^"]*)"[^>]*aria-pressed="([^"]*)"/g)];
  expect(buttons.map(([, name, state]) => `${name}: ${state}`)).toEqual(pressed);
});

it.each([
  ["en", "Not true", "In your own words (optional)"],
  ["zh", "内容不属实", "具体说说（选填）"],
] as const)(
  "why an answer was bad can be ticked and said in %s, and needs not be",
  async (locale, ...words) => {
    const html = await renderInLocale(
      locale,
      <RatingForm isSaving={false} onSend={nothing} onClose={nothing} />,
    );
    for (const word of words) expect(html).toContain(word);
    expect(html.match(/type="checkbox"/g)).toHaveLength(8);
    expect(html).not.toContain("required");
  },
);
