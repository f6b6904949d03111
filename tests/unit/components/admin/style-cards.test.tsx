import { expect, it } from "vitest";
import { StyleCards } from "@/components/admin/style-cards";
import { renderInLocale } from "@/tests/support/render-in-locale";

it.each([
  ["en", "2.3 s (median)", "0.15 ¢ on average"],
  ["zh", "2.3 秒（中位数）", "平均 0.15 ¢"],
] as const)(
  "a style's card says in %s that its time is a median and its cost a mean",
  async (locale, ...words) => {
    const balanced = { runs: 173, toolCalls: 1.5, seconds: 2.3, microUsd: 1_500 };
    const render = (numbers: object) =>
      renderInLocale(locale, <StyleCards value="balanced" numbers={numbers} days={30} onChange={() => {}} />);
    for (const each of words) expect(await render({ balanced })).toContain(each);
    const unmeasured = await render({ balanced: { ...balanced, seconds: null } });
    expect(unmeasured).not.toContain(words[0]);
    expect(unmeasured).toContain(words[1]);
  },
);
