import { expect, it } from "vitest";
import { SearchResults } from "@/components/shell/conversations/search-results";
import type { Search } from "@/components/shell/conversations/use-search";
import type { SearchState } from "@/components/shell/conversations/use-search";
import type { ConversationSummary, FoundConversation } from "@/lib/protocol/conversations";
import { renderInLocale } from "@/tests/support/render-in-locale";

const found: FoundConversation = {
  ...{
    id: "c1",
    title: "Red <b>buoys</b>",
    createdAt: 1,
    updatedAt: 1,
    activeRunId: null,
    titleMarks: [[7, 12]],
  },
  snippet: { messageId: "m 1", text: "…a <i>buoy</i> & more", marks: [[6, 10]] },
};

const listed: ConversationSummary[] = [
  { id: "c1", title: "Red <b>buoys</b>", createdAt: 1, updatedAt: 1, activeRunId: null },
  { id: "c2", title: "Buoyancy", createdAt: 1, updatedAt: 1, activeRunId: null },
  { id: "c3", title: "Nothing like it", createdAt: 1, updatedAt: 1, activeRunId: null },
];

function render(
  state: Partial<SearchState>,
  { locale = "en", conversations = [] }: { locale?: "en" | "zh"; conversations?: ConversationSummary[] } = {},
): Promise<string> {
  const search: Search = {
    text: "buoy",
    state: {
      query: "buoy",
      answered: "buoy",
      found: [],
      cursor: null,
      isCollecting: false,
      isLoading: false,
      problem: null,
      ...state,
    },
    actions: { repeat() {}, more() {} },
    type() {},
    clear() {},
    composition: { onCompositionStart() {}, onCompositionEnd() {} },
  };
  return renderInLocale(
    locale,
    <SearchResults
      search={search}
      conversations={conversations}
      hidden={["gone"]}
      openId={null}
      onNavigate={() => undefined}
      onLeave={() => undefined}
    />,
  );
}

it("results lead to the message, with the words marked and everything else as plain text", async () => {
  const html = await render({ found: [found, { ...found, id: "gone" }] });
  expect(html).toContain('href="/c/c1?message=m%201"');
  expect([...html.matchAll(/<mark[^>]*>([^<]*)</g)].map(([, text]) => text)).toEqual(["buoys", "buoy"]);
  expect(html).toContain("&lt;b&gt;");
  expect(html).not.toMatch(/<[bi]>|gone/);
  expect(html).toContain("1 conversation<");
});

it("titles of the list that begin so are there at once, and stay in front of what the server finds", async () => {
  const before = await render({ answered: "", isLoading: true }, { conversations: listed });
  const after = await render({ found: [{ ...found, id: "c9" }, found] }, { conversations: listed });
  const readLinks = (html: string) => [...html.matchAll(/href="([^"]*)"/g)].map(([, link]) => link);
  expect(readLinks(before)).toEqual(["/c/c1", "/c/c2"]);
  expect(readLinks(after)).toEqual(["/c/c1?message=m%201", "/c/c2", "/c/c9?message=m%201"]);
  expect(before).toContain("2 conversations<");
});

it("only what an older search found is paler", async () => {
  const html = await render(
    { answered: "older", isLoading: true, found: [{ ...found, id: "c9" }] },
    { conversations: listed },
  );
  expect(
    [...html.matchAll(/<li class="([^"]*)"/g)].map(([, classes]) => classes?.includes("opacity-60")),
  ).toEqual([false, false, true]);
  expect(await render({ isLoading: true, found: [found], cursor: "1" })).not.toContain("opacity-60");
});

it.each<[string, Partial<SearchState>, string, string]>([
  ["loading", { isLoading: true }, "Searching", "正在搜索"],
  ["nothing found", {}, "No conversation contains “", "没有对话包含“"],
  ["nothing found yet", { cursor: "1" }, "Search further back", "搜索更早的对话"],
  ["no connection", { problem: "unreachable" }, "No connection.", "连不上服务器"],
  ["a failure", { problem: "failed" }, "Try again", "重试"],
  ["words that are still collected", { isCollecting: true }, "still being indexed", "还在建立索引"],
])("%s is said in both languages, and told politely", async (_name, state, english, chinese) => {
  expect(await render(state)).toContain(english);
  expect(await render(state, { locale: "zh" })).toContain(chinese);
  expect(await render(state)).toMatch(/<p role="status"[^>]*>[^<]+</);
});
