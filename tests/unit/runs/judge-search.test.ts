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

describe("a search with plain words that stand in no text, something being known of the person", () => {
  it("goes when the small model says that they tell nothing", async () => {
    const { kinds, asked, readQuestion } = await judge([{ tells: false }], "Saturn rings formation Cassini");
    expect({ kinds, asked }).toEqual({ kinds: ["free"], asked: 1 });
    expect(readQuestion()).toContain("allergic to peanuts");
    expect(readQuestion()).not.toContain("Ice, rock and dust");
  });

  it("waits for the person when it says that they tell something", async () => {
    expect((await judge([{ tells: true }], "Saturne allergie arachides")).kinds).toEqual(["ask"]);
  });

  it.each([["nonsense"], [{ tells: "perhaps" }]])(
    "is not made without a usable answer: %j",
    async (answer) => {
      expect((await judge([answer], "Saturn Cassini")).kinds).toEqual(["refuse"]);
    },
  );

  it("asks nobody where code can tell", async () => {
    const { kinds, asked } = await judge(
      [{ tells: false }],
      "rings rock",
      "peanuts Saturn",
      "Saturn x7Kq9zPw",
    );
    expect({ kinds, asked }).toEqual({ kinds: ["free", "ask", "refuse"], asked: 0 });
  });
});
