import { expect, it } from "vitest";
import { FileTab } from "@/components/sharing/file-tab";
import { PrintedConversation } from "@/components/sharing/printed-conversation";
import { ShareButton } from "@/components/sharing/share-button";
import type { Leaving } from "@/lib/client/leaving";
import { renderInLocale } from "@/tests/support/render-in-locale";

const conversation: Leaving = { conversationId: "c1" };
const answer: Leaving = { conversationId: "c1", messageId: "m1" };

it.each([
  ["a conversation", conversation, "/api/conversations/c1/export"],
  ["an answer", answer, "/api/conversations/c1/messages/m1/export"],
])("%s is had as the same files, in the same order", async (_name, place, path) => {
  const html = await renderInLocale("en", <FileTab place={place} />);
  const names = [...html.matchAll(/font-medium">([^<]*)/g)].map(([, name]) => name);
  expect(names).toEqual(["Markdown", "HTML", "Word", "JSON", "BibTeX"]);
  const formats = [...html.matchAll(/href="([^"?]*)\?format=(\w+)/g)].map(([, to, format]) => [to, format]);
  expect(formats).toEqual(["markdown", "html", "docx", "json", "bibtex"].map((format) => [path, format]));
});

it.each([
  ["en", "Share or export", "Share or export this answer"],
  ["zh", "分享或导出", "分享或导出此回答"],
] as const)("one button leads to them, named by what it shares, in %s", async (locale, ofAll, ofOne) => {
  expect(await renderInLocale(locale, <ShareButton place={conversation} tip="top" />)).toContain(
    `"${ofAll}"`,
  );
  expect(await renderInLocale(locale, <ShareButton place={answer} tip="top" />)).toContain(`"${ofOne}"`);
});

it("what is printed says what the check found, and what of it is still to be drawn", async () => {
  const source = { number: 1, url: "https://a.example/page", title: "The page", site: "a.example" };
  const turns = [
    { role: "user" as const, text: "Is it?", sources: [] },
    {
      role: "assistant" as const,
      text: "It is so. [1]",
      marks: [{ 1: "differs" as const }],
      sources: [source],
    },
  ];
  const html = await renderInLocale(
    "en",
    <PrintedConversation conversationId="c1" snapshot={{ title: "Talk", takenAt: 1, turns }} />,
  );
  for (const words of ["Talk", "Is it?", "Differs from the source", "https://a.example/page"])
    expect(html).toContain(words);
  expect(html.match(/data-undrawn/g)).toHaveLength(1);
});
