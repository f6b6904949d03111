import { describe, expect, it, onTestFinished } from "vitest";
import { ResourceList } from "@/components/ui/resource-list";
import { locales } from "@/i18n/locales";
import { resource } from "@/lib/client/resource";
import type { Answer } from "@/lib/client/request";
import { sessionStore } from "@/lib/client/session-end";
import { renderInLocale } from "@/tests/support/render-in-locale";

type Reply = { rows: string[]; cursor: string | null };
const lost: Answer<Reply> = { ok: false, status: null, problem: null };
const words = { en: { more: "Show more", retry: "Try again" }, zh: { more: "显示更多", retry: "重试" } };

function open(answer: Answer<Reply>, initial?: Reply) {
  return resource({
    ...{ load: () => Promise.resolve(answer), key: (row: string) => row },
    page: ({ rows: items, cursor }: Reply) => ({ items, cursor }),
    ...(initial !== undefined && { initial }),
  });
}

describe.each(locales)("a list in %s", (locale) => {
  const draw = ({ getState }: ReturnType<typeof open>) =>
    renderInLocale(
      locale,
      <ResourceList list={getState()} empty="None yet.">
        <ul>
          {getState().items.map((row) => (
            <li key={row}>{row}</li>
          ))}
        </ul>
      </ResourceList>,
    );
  const listButtons = (html: string) => [...html.matchAll(/<button.*?<\/button>/g)].map(([button]) => button);

  it("says that it is on its way, and nothing of being empty", async () => {
    const html = await draw(open(lost));
    expect(html).toMatch(/role="status"[^>]*>[^<]+</);
    expect(html).toContain('aria-busy="true"');
    expect(html).not.toContain("None yet.");
  });

  it("says when there is nothing, with no button", async () => {
    const html = await draw(open(lost, { rows: [], cursor: null }));
    expect(html).toContain("None yet.");
    expect([listButtons(html), /<ul/.test(html)]).toEqual([[], false]);
  });

  it("offers more until all is shown", async () => {
    const list = open({ ok: true, value: { rows: ["b"], cursor: null } }, { rows: ["a"], cursor: "2" });
    expect(listButtons(await draw(list)).join()).toContain(words[locale].more);
    await list.getState().more();
    const html = await draw(list);
    expect([html.match(/<li>/g)?.length, listButtons(html)]).toEqual([2, []]);
  });

  it.each([undefined, { rows: ["a"], cursor: "2" }])(
    "says what failed with a way to try again, beside what it has: %o",
    async (initial) => {
      const list = open(lost, initial);
      await list.getState()[initial === undefined ? "reload" : "more"]();
      const html = await draw(list);
      expect(html).toMatch(/role="alert"/);
      expect(html).not.toContain("None yet.");
      expect(html.includes("<li>a")).toBe(initial !== undefined);
      const [again, ...others] = listButtons(html);
      expect(again).toContain(words[locale].retry);
      expect(others).toEqual([]);
    },
  );

  it("leaves it to the page's own notice that the session is over", async () => {
    const list = open(lost, { rows: ["a"], cursor: "2" });
    await list.getState().more();
    sessionStore.setState({ isOver: true });
    onTestFinished(() => sessionStore.setState({ isOver: false }));
    const html = await draw(list);
    expect(html).toContain("<li>a");
    expect([listButtons(html), /role="alert"/.test(html)]).toEqual([[], false]);
  });
});
