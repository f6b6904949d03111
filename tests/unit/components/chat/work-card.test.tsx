import { expect, it } from "vitest";
import { WorkCard } from "@/components/chat/work/work-card";
import type { MessageMetadata } from "@/lib/protocol/chat-message";
import { renderInLocale } from "@/tests/support/render-in-locale";

const show = (metadata: MessageMetadata, isAsked = false) =>
  renderInLocale(
    "en",
    <WorkCard steps={[]} live={null} isFolded isOwnKnowledge={false} {...{ metadata, isAsked }} />,
  );

it.each(["stopped", "limited", "failed", "interrupted"] as const)(
  "the card above an answer that is %s does not say that it was answered",
  async (outcome) => {
    const html = await show({ outcome });
    expect(html).not.toContain("Answered");
    expect(html).toContain("Worked on it");
  },
);

it("nor does it while the person is asked, but above a whole answer", async () => {
  expect(await show({}, true)).toContain("Worked on it");
  expect(await show({ outcome: "completed" })).toContain("Answered");
});
