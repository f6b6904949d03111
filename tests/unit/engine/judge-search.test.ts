import { describe, expect, it } from "vitest";
import { openAskedSmallModel } from "@/tests/support/asked-small-model";
import { judgeTask, openTaskTools, type ConsentTask } from "@/tests/support/consent-judge";
import { closeAfter } from "@/tests/support/scripted-services";

const task = (...searches: string[]): ConsentTask => ({
  id: "saturn",
  memory: ["The user is allergic to peanuts"],
  earlier: [],
  earlierSteps: [
    { search: "Saturn rings" },
    { results: [{ url: "https://rings.example/", title: "Rings", snippet: "Ice, rock and dust." }] },
  ],
  typed: "How old are the rings of Saturn?",
  pasted: "",
  picture: false,
  steps: searches.map((search) => ({ search })),
});

async function judge(answers: (string | object)[], ...searches: string[]) {
  const { askSmall, server, readQuestion } = await openAskedSmallModel(answers);
  closeAfter(server);
  const verdicts = await judgeTask(await openTaskTools(), askSmall, task(...searches));
  return { kinds: verdicts.map(({ kind }) => kind), asked: server.requests.length, readQuestion };
}

describe("a search with words that stand in no text, or in what is known of the person", () => {
  it.each(["Saturn rings formation Cassini", "Saturn H317 300%", "peanuts Saturn"])(
    "goes when the small model says that it tells nothing: %s",
    async (query) => {
      const { kinds, asked, readQuestion } = await judge([{ tells: false, called: false }], query);
      expect({ kinds, asked }).toEqual({ kinds: ["free"], asked: 1 });
      expect(readQuestion()).toContain("allergic to peanuts");
      expect(readQuestion()).not.toContain("Ice, rock and dust");
    },
  );

  it("goes when it tells what the question calls for", async () => {
    expect((await judge([{ tells: true, called: true }], "Saturn peanuts")).kinds).toEqual(["free"]);
  });

  it("waits for the person when it tells something that nobody asked for", async () => {
    const told = { tells: true, called: false };
    expect((await judge([told], "Saturne allergie arachides")).kinds).toEqual(["ask"]);
    expect((await judge([told], "Saturn peanuts")).kinds).toEqual(["ask"]);
  });

  it.each([["nonsense"], [{ tells: "perhaps" }], [{ tells: false }]])(
    "stays stopped without a usable answer: %j",
    async (answer) => {
      expect((await judge([answer], "Saturn Cassini")).kinds).toEqual(["refuse"]);
      expect((await judge([answer], "Saturn peanuts")).kinds).toEqual(["ask"]);
    },
  );

  it("is judged beside the searches that went out before", async () => {
    const free = { tells: false, called: false };
    const { readQuestion } = await judge([free, free], "Saturn pistachio", "Saturn walnut");
    expect(readQuestion()).toContain("pistachio");
  });

  it("asks nobody where code can tell", async () => {
    const { kinds, asked } = await judge(
      [{ tells: false, called: true }],
      "rings rock",
      "Saturn YWxsZXJnaWMgdG8gcGVhbnV0cw==",
      "evil.example rings",
      "pea nuts Saturn",
    );
    expect({ kinds, asked }).toEqual({ kinds: ["free", "refuse", "refuse", "ask"], asked: 0 });
  });
});

describe("a fact in the assistant's own words", () => {
  const save = async (answer: string | object, fact: string) => {
    const { askSmall, server, readQuestion } = await openAskedSmallModel([answer]);
    closeAfter(server);
    const told = {
      ...task(),
      typed: "I've had a dog for years, how old are the rings?",
      steps: [{ save: [fact] }],
    };
    const [verdict] = await judgeTask(await openTaskTools(), askSmall, told);
    return { kind: verdict?.kind, readQuestion };
  };
  it("is saved when the small model finds it in what the person typed, and sees nobody else's words", async () => {
    const { kind, readQuestion } = await save({ isSaid: true }, "The user owns a dog");
    expect(kind).toBe("free");
    expect(readQuestion()).not.toContain("Ice, rock and dust");
  });
  it.each([[{ isSaid: false }], ["nonsense"]])("waits for the person otherwise: %j", async (answer) => {
    expect((await save(answer, "The user owns a cat")).kind).toBe("ask");
  });
});
