import { describe, expect, it } from "vitest";
import type { AnswerPiece } from "@/lib/features/traces/shape/run-comparison";
import { ask, call, openWith, text } from "@/tests/support/scripted-services";
import type { Reply } from "@/tests/support/wire/reply";

const alone = (pieces: AnswerPiece[] | null | undefined) =>
  (pieces ?? []).flatMap((piece) => (piece.isSame ? [] : [piece.text]));
const toText = (pieces: AnswerPiece[] | null | undefined) =>
  (pieces ?? []).map((piece) => piece.text).join("");

/** Two runs of one person, the second after a change of the settings. */
async function compareTwo(first: Reply[], second: Reply[]) {
  const replies = [...first, ...second];
  const { services } = await openWith(() => replies.shift() ?? text("Nothing."));
  const one = await ask(services);
  await services.settings.update({ temperature: 1.1 }, 0, "owner");
  const other = await ask(services, "What is it?", { conversation: "c2", message: "m2" });
  const [a, b] = await Promise.all(
    [one, other].map((reply) => services.runs.getRecord("owner", reply.metadata?.runId ?? "")),
  );
  if (a === undefined || b === undefined) throw new Error("There are two runs.");
  return { services, a, b, compared: await services.traces.compare("owner", a, b) };
}

describe("two runs side by side", () => {
  it("mark the words that only one of the answers has", async () => {
    const { compared } = await compareTwo([text("It is 42 metres.")], [text("It is 43 metres.")]);
    const [one, other] = compared.sides;
    expect([alone(one.answer), alone(other.answer)]).toEqual([["42"], ["43"]]);
    expect([toText(one.answer), toText(other.answer)]).toEqual(["It is 42 metres.", "It is 43 metres."]);
  });

  it("compare words where a script has no blanks", async () => {
    const { compared } = await compareTwo([text("今天天气很好。")], [text("今天天气很冷。")]);
    expect(compared.sides.map(({ answer }) => alone(answer))).toEqual([["很好"], ["很冷"]]);
  });

  it("tell the settings that differ, and no others", async () => {
    const { compared, a } = await compareTwo([text("Yes.")], [text("Yes.")]);
    expect(compared.settings).toEqual([
      { name: "temperature", values: [String(a.settings.temperature), "1.1"] },
    ]);
    expect(compared.sides.flatMap(({ answer }) => alone(answer))).toEqual([]);
  });

  it("put calls beside calls, and a tool that only one called beside nothing", async () => {
    const { compared } = await compareTwo(
      [call("calculate", { expression: "6*7" }), text("42.")],
      [text("42.")],
    );
    expect(compared.lines.map(([one, other]) => [one?.name, other?.name])).toEqual([
      ["local:test", "local:test"],
      ["calculate", undefined],
      ["local:test", undefined],
    ]);
  });

  it("say it when an answer is not kept any longer", async () => {
    const { services, a, b } = await compareTwo([text("Yes.")], [text("No.")]);
    await services.runs.deleteConversation("owner", "c1");
    const { sides } = await services.traces.compare("owner", a, b);
    expect(sides.map(({ answer }) => answer === null)).toEqual([true, false]);
  });
});
