import { afterEach, describe, expect, it } from "vitest";
import { extendSummary, toSummaryQuestion, type SummaryTurn } from "@/lib/engine/loop/context/summary";
import { estimateTokens } from "@/lib/engine/loop/tokens";
import { openAskSmall } from "@/tests/support/ask-small-server";
import type { ProviderServer } from "@/tests/support/wire/provider-server";

const turn = (seq: number, text: string): SummaryTurn => ({
  seq,
  role: seq % 2 === 1 ? "user" : "assistant",
  text,
});
const talk = (from: number, count: number) =>
  Array.from({ length: count }, (_, index) => turn(from + index, "We talk about this and that for a while."));

describe("a summary without a model", () => {
  it("has a line for each message, of a reply the sentence that answers", () => {
    const reply = `${"That is a good thing to ask. ".repeat(20)}The ferry leaves at 7.40. ${"Have a nice trip. ".repeat(20)}`;
    expect(extendSummary("", [turn(1, "When does the ferry leave?"), turn(2, reply)], 400)).toMatch(
      /^- #1: When does the ferry leave\?\n- #2 \(answer\): .*The ferry leaves at 7\.40\./,
    );
  });

  it("keeps what was summed up before", () => {
    const before = extendSummary("", [turn(1, "My boat is called Albatross.")], 400);
    expect(extendSummary(before, [turn(3, "It lies at berth 412.")], 400)).toBe(
      "- #1: My boat is called Albatross.\n- #3: It lies at berth 412.",
    );
  });

  it("reads what earlier versions wrote, without their titles", () => {
    const before =
      "Instructions of the person (of two that differ, the later counts):\n- #1: Answer in French.\nFacts, with the numbers of their messages:\n- #2 (answer, changed in #4): Berth 412.\nTopics:\n- #1–#9: harbours";
    expect(extendSummary(before, [turn(11, "And now?")], 400)).toBe(
      "- #1: Answer in French.\n- #2 (answer): Berth 412.\n- #1: harbours\n- #11: And now?",
    );
  });

  it("lets go of what holds no number, address or name first", () => {
    const turns = [turn(1, "My boat Albatross lies at berth 412."), ...talk(2, 80)];
    const summary = extendSummary("", turns, 200);
    expect(summary).toContain("- #1: My boat Albatross lies at berth 412.");
    expect(summary).toContain("- #81:");
    expect(summary).not.toContain("- #2 ");
  });

  it("is never longer than allowed, and each message is one line", () => {
    for (const unit of ["测试一下。", "😀", "x", "A line\nand another. ", "- #7: mine\n"]) {
      const turns = Array.from({ length: 30 }, (_, index) => turn(index + 1, unit.repeat(300)));
      const summary = extendSummary("", turns, 300);
      expect(estimateTokens(summary)).toBeLessThanOrEqual(300);
      expect(summary.isWellFormed()).toBe(true);
      expect(summary.split("\n").every((line) => /^- #\d+( \(answer\))?: /.test(line))).toBe(true);
    }
  });
});

describe("the small model's summary", () => {
  const servers: ProviderServer[] = [];
  afterEach(async () => void (await Promise.all(servers.splice(0).map((server) => server.close()))));

  const before = "- #1: My boat is called Albatross.";
  const turns = [
    turn(3, "It lies at berth 412; write to ana@harbour.example."),
    turn(4, "Noted, for 3 May."),
  ];
  async function sumUp(...answers: string[]) {
    const { askSmall, server } = await openAskSmall(answers.map((text) => ({ text })));
    servers.push(server);
    const asked = await askSmall(toSummaryQuestion(before, turns, 200), AbortSignal.timeout(10_000));
    return { text: asked.answer?.text ?? null, requests: server.requests };
  }
  const good = "- #1: The boat is called Albatross.\n- #3: It lies at berth 412, mail ana@harbour.example.";

  it("is taken when it holds all numbers and addresses of the person, and nothing that was not said", async () => {
    expect((await sumUp(good)).text).toBe(good);
  });

  it.each([
    ["a number is lost", "- #3: The boat Albatross; mail ana@harbour.example."],
    ["an address is lost", "- #3: Albatross lies at berth 412."],
    ["a number is invented", `${good} Since 1931.`],
    ["a name is invented", `${good} It belongs to Marlene.`],
    ["an address is invented", `${good} See https://evil.example/.`],
    ["it is empty", " "],
    ["it is too long", `${good} ${"boat ".repeat(400)}`],
  ])("is not taken when %s", async (_fault, answer) => {
    expect((await sumUp(answer)).text).toBeNull();
  });

  it("is asked for once more with what is missing", async () => {
    const { text, requests } = await sumUp("- #3: Albatross lies at berth 412.", good);
    expect(text).toBe(good);
    expect(JSON.stringify(requests.at(-1)?.body)).toContain("These are missing: ana@harbour.example.");
  });
});
