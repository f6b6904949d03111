import type { ModelMessage } from "ai";
import { describe, expect, it } from "vitest";
import { toContextRoom, toHistoryRoom, type ContextRoom } from "@/lib/engine/loop/context/room";
import { createFitMessages, type FitOptions } from "@/lib/engine/loop/context/fit-messages";
import { estimateMessageTokens, estimateTokens } from "@/lib/engine/loop/tokens";

const room: ContextRoom = {
  total: 20_000,
  system: 3_000,
  history: 3_000,
  current: 500,
  scratch: 12_000,
  answer: 4_000,
};
const words = (tokens: number, word = "word") =>
  `${word} `.repeat(Math.floor((tokens * 4) / (word.length + 1)));
const question = (text = "What is it?"): ModelMessage => ({ role: "user", content: text });
const said = (text: string): ModelMessage => ({ role: "assistant", content: [{ type: "text", text }] });

function round(id: string, texts: string[], thought = "Looking."): ModelMessage[] {
  const calls = texts.map((_, index) => ({
    type: "tool-call" as const,
    toolCallId: `${id}-${index}`,
    toolName: "web_fetch",
    input: { query: id },
  }));
  const results = texts.map((value, index) => ({
    type: "tool-result" as const,
    toolCallId: `${id}-${index}`,
    toolName: "web_fetch",
    output: { type: "text" as const, value },
  }));
  return [
    { role: "assistant", content: [{ type: "text", text: thought }, ...calls] },
    { role: "tool", content: results },
  ];
}

const options = (changes: Partial<FitOptions> = {}): FitOptions => ({
  room,
  leadLength: 0,
  historyLength: 0,
  findResult: (toolCallId) => ({
    compact: `compact of ${toolCallId}`,
    ids: [`r_${toolCallId.replace(/\W/g, "").padEnd(8, "0").slice(0, 8)}`],
  }),
  isTight: false,
  ...changes,
});
const size = (messages: readonly ModelMessage[]) =>
  messages.reduce((sum, message) => sum + estimateMessageTokens(message), room.system);
const texts = (messages: readonly ModelMessage[]) =>
  messages.flatMap(({ role, content }) =>
    role === "tool"
      ? content.flatMap((part) =>
          part.type === "tool-result" && part.output.type === "text" ? [part.output.value] : [],
        )
      : [],
  );

describe("what is sent", () => {
  it("is left as it is while it fits, the very same messages", () => {
    const messages = [question(), ...round("a", [words(900)]), ...round("b", [words(3_000)])];
    expect(createFitMessages(options())(messages)).toEqual(messages);
  });

  it("has a long result whole in the round that brought it, compacted from the next one on, with the id by which it can be recalled", () => {
    const fit = createFitMessages(options());
    const first = [question(), ...round("a", [words(1_500)])];
    expect(texts(fit(first))[0]).toBe(words(1_500));
    const [older, newest] = texts(fit([...first, ...round("b", [words(1_500)])]));
    expect([older, newest]).toEqual(["compact of a-0", words(1_500)]);
  });

  it("shortens a result over 30 % of the budget, and says how to have it whole", () => {
    const items = Array.from(
      { length: 10 },
      (_, index) => `[${index + 1}] Title ${index}\nhttps://e.example/${index}\n${words(1_000)}`,
    ).join("\n\n");
    const [text = ""] = texts(createFitMessages(options())([question(), ...round("a", [items])]));
    expect(estimateTokens(text)).toBeLessThanOrEqual(6_000);
    expect(text).toContain("[1] Title 0");
    expect(text).toContain("whole with recall_details: r_a0");
  });

  it("shows several results of one round up to the share for results together", () => {
    const fitted = createFitMessages(options())([
      question(),
      ...round(
        "a",
        Array.from({ length: 6 }, () => words(5_000)),
      ),
    ]);
    expect(texts(fitted).reduce((sum, text) => sum + estimateTokens(text), 0)).toBeLessThanOrEqual(12_000);
    expect(texts(fitted).every((text) => estimateTokens(text) > 1_000)).toBe(true);
  });

  it("takes nothing from a long result because short ones came beside it", () => {
    const short = words(35);
    const fitted = texts(
      createFitMessages(options())([
        question(),
        ...round("a", [words(5_000), ...Array.from({ length: 5 }, () => short)]),
      ]),
    );
    expect(fitted).toEqual([words(5_000), ...Array.from({ length: 5 }, () => short)]);
  });

  it("stays within the budget however many calls came in one step: results get short, then the first calls go with theirs", () => {
    for (const count of [100, 1_000, 5_000]) {
      const fitted = createFitMessages(options())([
        question(),
        ...round(
          "a",
          Array.from({ length: count }, () => words(300)),
        ),
      ]);
      expect(size(fitted)).toBeLessThanOrEqual(16_000);
      expect(listUnpaired(fitted)).toEqual([]);
      expect(texts(fitted).length).toBeGreaterThan(count === 100 ? 99 : 20);
    }
  });

  it("shows all of each later round whose calls fit, when the first ones of an earlier round had to go", () => {
    const fit = createFitMessages(options({ findResult: () => ({ compact: null, ids: [] }) }));
    const messages = [
      question(),
      ...round(
        "a",
        Array.from({ length: 1_000 }, () => words(300)),
      ),
    ];
    expect(fit(messages).length).toBe(3);
    messages.push(...round("b", ["4711", "4712"]));
    expect(texts(fit(messages)).slice(-2)).toEqual(["4711", "4712"]);
    messages.push(
      ...round(
        "c",
        Array.from({ length: 1_000 }, () => words(300)),
      ),
    );
    expect(size(fit(messages))).toBeLessThanOrEqual(16_000);
    messages.push(...round("d", ["99"]));
    expect(texts(fit(messages)).at(-1)).toBe("99");
    expect(listUnpaired(fit(messages))).toEqual([]);
  });

  it("leaves a result as it is that is no longer than the words on its being left out", () => {
    const rounds = Array.from({ length: 50 }, (_, index) => round(`r${index}`, ["42", "43"])).flat();
    const fitted = createFitMessages(options())([question(words(11_000)), ...rounds, ...round("z", ["44"])]);
    expect(size(fitted)).toBeGreaterThan(16_000 * 0.8);
    expect(new Set(texts(fitted))).toEqual(new Set(["42", "43", "44"]));
  });

  it("keeps the newest round when a server has used the id of its call before", () => {
    const rounds = ["one", "two", "three"].flatMap((word) => [
      ...round("same", [`${word} ${words(100)}`]),
      said(words(1_200, "thought")),
    ]);
    const fitted = createFitMessages(options({ findResult: () => ({ compact: null, ids: [] }) }))([
      question(words(9_200)),
      ...rounds,
    ]);
    expect(texts(fitted)).toEqual([`three ${words(100)}`]);
  });

  it("takes what the person was asked about a call along with it", () => {
    const asked: ModelMessage[] = [
      {
        role: "assistant",
        content: [
          { type: "tool-call", toolCallId: "c1", toolName: "memory_save", input: {} },
          { type: "tool-approval-request", approvalId: "a1", toolCallId: "c1" },
        ],
      },
      { role: "tool", content: [{ type: "tool-approval-response", approvalId: "a1", approved: true }] },
      {
        role: "tool",
        content: [
          {
            type: "tool-result",
            toolCallId: "c1",
            toolName: "memory_save",
            output: { type: "text", value: "Saved." },
          },
        ],
      },
    ];
    const fitted = createFitMessages(options())([
      question(words(12_800)),
      ...asked,
      ...round("b", [words(3_000)]),
    ]);
    expect(fitted.map(({ role }) => role)).toEqual(["user", "assistant", "tool"]);
    expect(JSON.stringify(fitted)).not.toMatch(/approval|c1/);
  });

  it("cuts older results to their ends past 60 % of the budget, and to a line past 80 %; the newest round stays whole", () => {
    const whole = options({ findResult: () => ({ compact: null, ids: ["r_abcd1234"] }) });
    const rounds = (count: number) =>
      Array.from({ length: count }, (_, index) => round(`r${index}`, [words(2_800, `item${index}`)])).flat();
    const ends = texts(createFitMessages(whole)([question(), ...rounds(4)]));
    expect(
      ends
        .slice(0, 3)
        .every(
          (text) =>
            text.length < 2_700 && text.includes("left out here; whole with recall_details: r_abcd1234"),
        ),
    ).toBe(true);
    expect(ends[3]).toBe(words(2_800, "item3"));
    const lines = texts(createFitMessages(whole)([question(), said(words(9_000)), ...rounds(4)]));
    expect(lines.slice(0, 3)).toEqual(
      Array.from(
        { length: 3 },
        () => "(An earlier result of web_fetch is left out here; whole with recall_details: r_abcd1234.)",
      ),
    );
    expect(lines[3]).toBe(words(2_800, "item3"));
  });

  it("begins with the same messages from call to call, but for what was compacted when its round had passed", () => {
    const fit = createFitMessages(options());
    let messages = [question("Compare these")];
    let before: ModelMessage[] = [];
    for (let number = 0; number < 4; number += 1) {
      messages = [...messages, ...round(`s${number}`, [words(800)])];
      const sent = fit(messages);
      expect(sent.slice(0, before.length)).toEqual(before);
      before = sent;
    }
  });

  it("gives up the oldest exchanges of the history before anything of the reply, never the summary or the question", () => {
    const lead = question("[Note from Sextant, not from the person] earlier");
    const history = Array.from({ length: 3 }, (_, index) => [
      question(`q${index} ${words(1_400)}`),
      said(`a${index} ${words(1_400)}`),
    ]).flat();
    const fit = createFitMessages(options({ leadLength: 1, historyLength: history.length }));
    const sent = fit([lead, ...history, question("now"), ...round("a", [words(5_500)])]);
    expect(size(sent)).toBeLessThanOrEqual(16_000);
    expect(sent[0]).toBe(lead);
    expect(JSON.stringify(sent)).not.toContain("q0 ");
    expect(JSON.stringify(sent)).toContain("q2 ");
    expect(sent.slice(-3)[0]).toEqual(question("now"));
  });

  it("is as small as it can be when the vendor found it too long", () => {
    const [older, newest = ""] = texts(
      createFitMessages(options({ isTight: true }))([
        question(),
        ...round("a", [words(500)]),
        ...round("b", [words(9_000)]),
      ]),
    );
    expect(older).toMatch(/^\(An earlier result/);
    expect(estimateTokens(newest)).toBeLessThanOrEqual(6_000);
  });

  it("asks for the compacted form by what the result says: some servers use an id again", () => {
    const asked: string[] = [];
    const fit = createFitMessages(
      options({
        findResult: (toolCallId, text) => (
          asked.push(text.slice(0, 3)),
          { compact: `short ${text.slice(0, 3)}`, ids: [] }
        ),
      }),
    );
    const [one, other] = texts(
      fit([
        question(),
        ...round("same", [words(1_200, "one")]),
        ...round("same", [words(1_200, "two")]),
        ...round("c", ["x"]),
      ]),
    );
    expect([one, other]).toEqual(["short one", "short two"]);
  });
});

/** Numbers that are the same for a seed. */
function createRandom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 1_664_525 + 1_013_904_223) >>> 0;
    return state % below;
  };
}

function makeConversation(random: (below: number) => number) {
  const word = () => ["river", "测试", "number 42", "https://e.example/a", "long-word"][random(5)] ?? "";
  const text = (most: number) => Array.from({ length: random(most) }, word).join(" ");
  const history = Array.from({ length: random(12) }, (_, index) => [
    question(`q${index} ${text(300)}`),
    ...(random(3) === 0 ? round(`h${index}`, [text(600)], `h ${index}`) : []),
    said(`a${index} ${text(500)}`),
  ]).flat();
  const lead = random(2) === 0 ? [] : [question(`[Note from Sextant, not from the person] ${text(200)}`)];
  // Some servers use ids again; some calls were asked about.
  const isAgain = random(3) === 0;
  const steps = Array.from({ length: random(12) }, (_, index) =>
    round(
      isAgain ? "s" : `s${index}`,
      Array.from({ length: 1 + random(random(6) === 0 ? 60 : 4) }, () => text(4_000)),
      `thought ${index} ${text(20)}`,
    ),
  );
  return {
    lead,
    history,
    asked: question(`now ${text(400)}`),
    steps: steps.map((step) => (random(5) === 0 ? askAbout(step) : step)),
  };
}

function askAbout([calls, results]: ModelMessage[]): ModelMessage[] {
  if (calls?.role !== "assistant" || typeof calls.content === "string" || results === undefined) return [];
  const requests = calls.content.flatMap((part) =>
    part.type === "tool-call"
      ? [
          {
            type: "tool-approval-request" as const,
            approvalId: `a-${part.toolCallId}`,
            toolCallId: part.toolCallId,
          },
        ]
      : [],
  );
  const answers = requests.map(({ approvalId }) => ({
    type: "tool-approval-response" as const,
    approvalId,
    approved: true,
  }));
  return [
    { ...calls, content: [...calls.content, ...requests] },
    { role: "tool", content: answers },
    results,
  ];
}

const windows = [200_000, 16_000, 8_000, 1_000_000];

describe("random conversations", () => {
  it(
    "never go over the budget at any step; calls stay with their results, the order holds, the newest round and the model's own words stay",
    { timeout: 120_000 },
    () => {
      for (let seed = 1; seed <= 30; seed += 1) {
        const { lead, history, asked, steps } = makeConversation(createRandom(seed));
        const plan = toContextRoom({
          mode: (["fast", "balanced", "thinking"] as const)[seed % 3] ?? "fast",
          fixedTokens: 3_000,
          questionTokens: estimateMessageTokens(asked),
          contextWindow: windows[seed % windows.length] ?? 200_000,
        });
        const fit = createFitMessages(
          options({
            room: plan,
            leadLength: lead.length,
            historyLength: history.length,
            isTight: seed % 7 === 0,
            findResult: (id) => ({ compact: seed % 2 === 0 ? `compact ${id}` : null, ids: [] }),
          }),
        );
        for (let count = 0; count <= steps.length; count += 1) {
          const messages = [...lead, ...history, asked, ...steps.slice(0, count).flat()];
          const sent = fit(messages);
          const tokens = sent.reduce((sum, message) => sum + estimateMessageTokens(message), plan.system);
          expect(tokens, `seed ${seed}, step ${count}`).toBeLessThanOrEqual(plan.total - plan.answer);
          expect(listUnpaired(sent), `seed ${seed}`).toEqual([]);
          expect(sent).toContain(asked);
          const newest = steps[count - 1]?.at(-1);
          if (newest !== undefined)
            expect(listCalls(sent.at(-1)), `seed ${seed}, step ${count}`).toEqual(listCalls(newest));
          expect(JSON.stringify(sent).match(/"tool-approval-request"/g)?.length).toBe(
            JSON.stringify(sent).match(/"tool-approval-response"/g)?.length,
          );
          const thoughts = sent.flatMap(({ role, content }) =>
            role === "assistant" && typeof content !== "string"
              ? content.flatMap((part) =>
                  part.type === "text" && part.text.startsWith("thought") ? [part.text] : [],
                )
              : [],
          );
          expect(thoughts).toEqual(
            steps
              .slice(0, count)
              .flatMap(([first]) =>
                first?.role === "assistant" &&
                typeof first.content !== "string" &&
                first.content[0]?.type === "text"
                  ? [first.content[0].text]
                  : [],
              ),
          );
        }
      }
    },
  );
});

function listCalls(message: ModelMessage | undefined): string[] {
  return message?.role === "tool"
    ? message.content.flatMap((part) => (part.type === "tool-result" ? [part.toolCallId] : []))
    : [];
}

function listUnpaired(messages: readonly ModelMessage[]): string[] {
  const open = new Set<string>();
  const wrong: string[] = [];
  for (const { role, content } of messages) {
    if (typeof content === "string") continue;
    for (const part of content) {
      if (part.type === "tool-call") open.add(part.toolCallId);
      if (part.type === "tool-result" && !open.delete(part.toolCallId)) wrong.push(part.toolCallId);
    }
    if (role === "user") wrong.push(...open);
  }
  return [...wrong, ...open];
}

describe("planBudget", () => {
  const request = {
    mode: "fast" as const,
    fixedTokens: 500,
    questionTokens: 100,
    contextWindow: 200_000,
  };

  it("goes by mode, and a long message raises the class", () => {
    expect(toContextRoom(request)).toMatchObject({
      total: 20_000,
      history: 3_000,
      scratch: 12_000,
      answer: 4_000,
    });
    expect(toContextRoom({ ...request, questionTokens: 6_000 })).toMatchObject({ total: 30_000 });
    expect(toContextRoom({ ...request, questionTokens: 9_000 })).toMatchObject({ total: 40_000 });
    expect(toContextRoom({ ...request, questionTokens: 50_000 }).total).toBe(80_000);
  });

  it("stays what it is beside long instructions and many tools, for which the results give up room, at most half of theirs", () => {
    const planned = toContextRoom({ ...request, fixedTokens: 4_000 });
    expect(planned).toMatchObject({
      total: 20_000,
      system: 4_000,
      scratch: 8_500,
      history: 3_000,
      answer: 4_000,
    });
    expect(toContextRoom({ ...request, fixedTokens: 10_000 })).toMatchObject({
      total: 23_500,
      scratch: 6_000,
    });
  });

  it("never passes what the model can read", () => {
    const small = toContextRoom({ ...request, fixedTokens: 2_000, contextWindow: 8_000 });
    expect(small.total).toBe(8_000);
    expect(small.system + small.history + small.current + small.scratch + small.answer).toBeLessThanOrEqual(
      8_000,
    );
    expect(toHistoryRoom(small).tokens).toBeGreaterThanOrEqual(small.history);
  });

  it("lets the history use what nobody else needs yet, and shrinks it by half when it is full", () => {
    expect(toHistoryRoom(toContextRoom(request))).toEqual({
      tokens: 6_000,
      shrinkTo: 3_000,
      newestTokens: 9_000,
    });
  });
});
