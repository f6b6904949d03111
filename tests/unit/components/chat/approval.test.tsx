import { describe, expect, it } from "vitest";
import { ApprovalCard } from "@/components/chat/approvals/approval-card";
import { ApprovalForm } from "@/components/chat/approvals/approval-form";
import { ApprovalQuestion } from "@/components/chat/approvals/approval-question";
import { QueueList } from "@/components/chat/queue/queue-list";
import { ToolStep } from "@/components/chat/trail/trail-steps";
import type { Locale } from "@/i18n/locales";
import type { ApprovalReply } from "@/lib/client/conversation/api";
import { listApprovals, type Approval } from "@/lib/client/message/approvals";
import { readTurn } from "@/lib/client/message/read-turn";
import type { ApprovalData } from "@/lib/protocol/approvals";
import type { ChatMessage, ChatPart } from "@/lib/protocol/chat-message";
import { renderInLocale } from "@/tests/support/render-in-locale";
import { askedPart, deniedPart, toApprovalPart, toReply } from "@/tests/unit/client/approval-parts";

const searchCall = {
  type: "tool-web_search",
  toolCallId: "t1",
  input: { query: "peanut allergy oslo", targetInfo: ["doctors"] },
  state: "approval-requested",
  approval: { id: "a1" },
} as ChatPart;
const mailCall = {
  ...{
    type: "dynamic-tool",
    toolName: "send_mail",
    toolCallId: "t1",
    state: "approval-requested",
    approval: { id: "a1" },
  },
  input: { to: "ann@b.example", body: "<b>Hi</b>", copies: 2, urgent: true },
} as ChatPart;

function first(message: ChatMessage): Approval {
  const [approval] = listApprovals(message);
  if (approval === undefined) throw new Error("Nothing is asked.");
  return approval;
}
const readText = (html: string) =>
  html
    .replace(/<[^>]*>/g, " ")
    .replace(/\s+/g, " ")
    .trim();
const answer = async (): Promise<ApprovalReply> => ({ kind: "taken" });
const draw = (message: ChatMessage, locale: Locale = "en") =>
  renderInLocale(locale, <ApprovalCard approval={first(message)} onAnswer={answer} />);
const ask = (part: ChatPart, more: Partial<ApprovalData> = {}) =>
  toReply([part, toApprovalPart("asked", more)]);

describe("the card of a step that only the person can allow", () => {
  it("says what it would do, why it waits, what was read before, and how to answer", async () => {
    const words = readText(await draw(ask(askedPart)));
    expect(words).toContain("Save this to your memory?");
    expect(words).toContain("Is allergic to peanuts about you · peanuts, allergy");
    expect(words).toContain("You didn’t say this yourself, and this conversation contains text from others.");
    expect(words).toContain("Pages read so far 3 Nuts · nuts.example");
    expect(words).toMatch(/Save Edit Don’t save Without an answer this step is left out\.$/);
  });

  it("says it in Chinese", async () => {
    const words = readText(await draw(ask(askedPart), "zh"));
    expect(words).toContain("要把这件事存入你的记忆吗？");
    expect(words).toMatch(/保存 修改 不保存 不回答就跳过这一步。$/);
  });

  it("sets the words of a search apart that are not from the question, and shows all else that is sent", async () => {
    const html = await draw(ask(searchCall, { reason: "query", details: ["peanut", "oslo"] }));
    expect(html).toMatch(/<mark[^>]*>peanut<\/mark>.* allergy .*<mark[^>]*>oslo<\/mark>/);
    expect(readText(html)).toContain("from your question: “peanut” and “oslo”.");
    expect(readText(html)).toContain("Wanted doctors");
  });

  it("lights every word that the person did not write, saved ones more, and says where each comes from", async () => {
    const words = [
      { text: "peanut allergy", source: "page", name: "Nuts" },
      { text: "Oslo", source: "memory" },
      { text: "doctors", source: "nowhere" },
    ] as const;
    const asked = ask(searchCall, {
      tool: "web_search",
      reason: "query",
      details: ["oslo"],
      words: [...words],
    });
    const html = await draw(asked);
    const marks = [...html.matchAll(/<mark class="([^"]*)">([^<]*)<\/mark>/g)].map(([, tone, word]) => [
      word,
      tone?.includes("bg-bad-tint"),
    ]);
    expect(marks).toEqual([
      ["peanut allergy", false],
      ["oslo", true],
      ["doctors", false],
      // Below, the most private first.
      ["Oslo", true],
      ["peanut allergy", false],
      ["doctors", false],
    ]);
    expect(readText(html)).not.toContain("from your question");
    expect(readText(html)).toMatch(
      /Search Edit the words Don’t search Without an answer this search is left out\.$/,
    );
    expect(readText(html)).toContain(
      "Oslo from your memory. The search engine would learn it. peanut allergy from the page “Nuts”, not from you. doctors from nowhere",
    );
    expect(readText(await draw(asked, "zh"))).toContain("Oslo 在你的记忆里。搜索引擎会因此得知。");
  });

  it("lights whole words only", async () => {
    const part = { ...searchCall, input: { query: "cat category (cat)" } } as ChatPart;
    const html = await draw(
      ask(part, { reason: "query", words: [{ text: "cat", source: "page", name: "Cats" }] }),
    );
    expect(html.match(/<mark[^>]*>cat<\/mark>/g)).toHaveLength(3);
    expect(html).toContain(" category (");
  });

  it("shows each field of a tool that it does not know, as text", async () => {
    const html = await draw(ask(mailCall, { reason: "effect", details: [] }));
    expect(readText(html)).toContain("Run this step: send_mail?");
    expect(html).toContain("&lt;b&gt;Hi&lt;/b&gt;");
    expect(readText(html)).toContain("ann@b.example");
  });

  it("keeps more than two pages behind a line", async () => {
    const pages = [1, 2, 3, 4].map((number) => ({
      title: `Page ${number}`,
      url: `https://p.example/${number}`,
      number,
    }));
    expect(readText(await draw(ask(askedPart, { pages })))).toContain("2 more pages");
  });

  it.each([
    ["approved", "Allowed · 2:02 PM"],
    ["denied", "Not allowed · 2:02 PM"],
    ["edited", "Changed by you · 2:02 PM"],
    ["expired", "Not answered in time · 2:02 PM"],
  ] as const)("is one line once it was %s", async (state, words) => {
    const decidedAt = Date.UTC(2026, 10, 21, 14, 2);
    const html = await draw(toReply([deniedPart, toApprovalPart(state, { decidedAt })]));
    expect(readText(html).replaceAll("\u202f", " ")).toBe(
      `${words} · Save this to your memory? Is allergic to peanuts`,
    );
    expect(html).not.toContain("<button");
  });

  it("cannot be answered any more when the reply is over", async () => {
    const html = await draw(toReply([askedPart, toApprovalPart("asked")], { outcome: "stopped" }));
    expect(readText(html)).toContain("Not answered");
    expect(html).not.toContain("<button");
  });
});

describe("what the server said to an answer", () => {
  const drawReply = (reply: ApprovalReply) =>
    renderInLocale(
      "en",
      <ApprovalQuestion
        approval={first(ask(askedPart))}
        reply={reply}
        isBusy={false}
        onAnswer={() => undefined}
      />,
    );

  it.each([
    [{ kind: "decided" }, "Already answered, or its time is up."],
    [{ kind: "gone" }, "This answer is no longer needed."],
  ] as const)("closes the card when it is too late (%o)", async (reply, words) => {
    const html = await drawReply(reply);
    expect(readText(html)).toContain(words);
    expect(html.match(/<button[^>]* disabled=""/g)).toHaveLength(3);
  });

  it("leaves the card open when it did not arrive", async () => {
    const html = await drawReply({ kind: "failed", detail: null });
    expect(html).toMatch(/role="alert"[^>]*>Your answer didn’t get through. Try again./);
    expect(html).not.toContain('disabled=""');
  });
});

describe("the fields of a changed step", () => {
  it("are drawn by what they hold, each with its name, and with what is wrong about it", async () => {
    const input = { to: "ann@b.example", copies: 2, urgent: true, tags: ["a", "b"] };
    const html = await renderInLocale(
      "en",
      <ApprovalForm
        tool="mcp_mail_send"
        input={input}
        problems={{ "input.to": "No such person." }}
        isBusy={false}
        onSave={() => undefined}
        onCancel={() => undefined}
      />,
    );
    expect(html.match(/<(textarea|input)[^>]*name="(\w+)"/g)).toHaveLength(4);
    expect(html).toMatch(/<input type="checkbox"[^>]*checked=""/);
    expect(html).toContain("a\nb</textarea>");
    expect(html).toMatch(
      /aria-invalid="true"[^>]*aria-describedby="([^"]+)"[^>]*>ann@b.example<\/textarea><p id="\1"[^>]*>No such person\./,
    );
    expect(html.match(/<label for=/g)).toHaveLength(4);
  });
});

describe("the step in the trail", () => {
  const drawStep = async (parts: ChatPart[], locale: Locale = "en") => {
    const [step] = readTurn(toReply(parts)).steps.flatMap((found) => (found.kind === "tool" ? [found] : []));
    if (step === undefined) throw new Error("There is no step.");
    return renderInLocale(locale, <ToolStep step={step} />);
  };

  it.each([
    [[askedPart, toApprovalPart("asked")], "Waiting for you"],
    [[deniedPart, toApprovalPart("denied")], "You left it out"],
    [[deniedPart, toApprovalPart("expired")], "Left out: not answered in time"],
  ])("says what became of it, and not as a failure (%#)", async (parts, words) => {
    const html = await drawStep(parts);
    expect(readText(html)).toContain(words);
    expect(html).not.toContain("text-bad");
  });

  it("says in Chinese that it waits", async () => {
    expect(readText(await drawStep([askedPart, toApprovalPart("asked")], "zh"))).toContain("等你决定");
  });

  it("is marked when the person changed it", async () => {
    const running = {
      ...askedPart,
      toolCallId: "edited-t1",
      state: "input-available",
      approval: undefined,
    } as ChatPart;
    expect(readText(await drawStep([running]))).toContain("You changed it. Running");
  });
});

describe("a message that is queued while a step waits", () => {
  it("says that the answer waits for a decision", async () => {
    const actions = {
      ...{ removeQueued: () => undefined },
      ...{
        beginEdit: () => undefined,
        endEdit: () => undefined,
        steer: async () => undefined,
        takeBack: async () => "taken" as const,
      },
    };
    const props = {
      queued: [{ id: "u1", text: "And?", files: [], status: "waiting" as const }],
      isBusy: true,
      isBlocked: false,
      actions,
      onLeave: () => undefined,
    };
    expect(readText(await renderInLocale("en", <QueueList {...props} isAsked />))).toContain(
      "This answer is waiting for your decision above.",
    );
    expect(readText(await renderInLocale("en", <QueueList {...props} />))).not.toContain("decision");
  });
});
