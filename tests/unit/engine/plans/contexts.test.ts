import { describe, expect, it } from "vitest";
import type { ChatOptions } from "@/lib/protocol/chat-request";
import type { OpenedContext } from "@/lib/engine/run/context";
import type { Task } from "@/lib/engine/task";
import { makeAgent } from "@/tests/support/agents";
import { step, type PlannedScript } from "@/tests/support/planned-script";
import { ask } from "@/tests/support/scripted-services";
import { toQuestion, type TestServices } from "@/tests/support/test-services";
import { isPlanAsked } from "@/tests/support/wire/read-form";
import { openPlanned } from "./open-planned";

/** Of what a run has opened: the conversation itself, which no step is given, and what is made of the rest. */
type NotGiven = "messages" | "placed" | "summary" | "texts" | "judge" | "taskNote";
/** Of a task: where it stands, and what consent, limits and tools need. */
type NotTold =
  | ("conversationId" | "runId" | "questionId" | "seq" | "path" | "summarisedSeq" | "hasFiles" | "folder")
  | ("isRemembering" | "tools" | "sourcesOf" | "ledgers" | "step" | "attempt" | "askedBy" | "within")
  | "origins";
/** A kind that is added to either has a row here, or does not compile. */
type Kind = Exclude<keyof OpenedContext, NotGiven> | Exclude<keyof Task, NotTold>;

type Asked = { parts?: object[]; mentions?: object[]; options?: ChatOptions; named?: string };
type Row = {
  what: string;
  give: (services: TestServices, pass: () => void) => Promise<Asked>;
  /** What the planner and the first request of a step hold; the planner's is empty for what comes later. */
  planner: string;
  step: string;
  script?: Partial<PlannedScript>;
};

const png =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

async function add({ library }: TestServices, name: string | null) {
  const made = name === null ? null : await library.createCollection("owner", { name, description: "" });
  const bytes = new TextEncoder().encode("The mast of the Orion is eleven metres high.");
  const file = { name: "orion-mast.txt", mediaType: "text/plain", bytes, collectionId: made?.id ?? null };
  const { document, reading } = await library.add("owner", file);
  await reading;
  return { collection: made?.id ?? "", url: `/api/files/${document.id}` };
}

const inFolder = async ({ folders }: TestServices, instructions: string, collections: string[]) => {
  await folders.create("owner", "f1", { name: "Orion", instructions, collections });
  return { options: { folder: "f1" } };
};

const rows: Record<Kind, Row[]> = {
  contributions: [
    {
      what: "the text of a file",
      give: async (services) => {
        const { url } = await add(services, null);
        return { parts: [{ type: "file", mediaType: "text/plain", url, filename: "orion-mast.txt" }] };
      },
      ...{ planner: "orion-mast.txt", step: "eleven metres high" },
    },
    {
      what: "a picture",
      give: () => {
        const url = `data:image/png;base64,${png}`;
        return Promise.resolve({
          parts: [{ type: "file", mediaType: "image/png", url, filename: "harbour.png" }],
        });
      },
      ...{ planner: "harbour.png", step: png },
    },
    {
      what: "a collection of the folder",
      give: async (services) => inFolder(services, "", [(await add(services, "Orion papers")).collection]),
      ...{ planner: "Orion papers", step: "Orion papers" },
    },
    {
      what: "a collection that is mentioned",
      give: async (services) => ({
        mentions: [{ kind: "collection", id: (await add(services, "Reports")).collection }],
      }),
      ...{ planner: "Reports", step: "Reports" },
    },
    {
      what: "a collection that is chosen",
      give: async (services) => ({
        options: { collections: [(await add(services, "Chosen ones")).collection] },
      }),
      ...{ planner: "Chosen ones", step: "Chosen ones" },
    },
    {
      what: "a conversation that is mentioned",
      give: async (services) => {
        await ask(services, "Tell of the Vega.", { conversation: "c9", message: "m9" });
        const { conversations } = await services.runs.listConversations("owner", { limit: 1 });
        return { mentions: [{ kind: "conversation", id: "c9" }], named: conversations[0]?.title ?? "" };
      },
      ...{ planner: "(the names are data)", step: "Tell of the Vega." },
    },
    {
      what: "the person's wishes",
      give: async ({ preferences }) => {
        await preferences.change("owner", { instructions: "Answer like a sailor." });
        return {};
      },
      ...{ planner: "Answer like a sailor.", step: "Answer like a sailor." },
    },
    {
      what: "the folder's wishes",
      give: (services) => inFolder(services, "Metres, please.", []),
      ...{ planner: "Metres, please.", step: "Metres, please." },
    },
    {
      what: "facts",
      give: async ({ memory }) => {
        const known = { category: "profile", tier: "core", confidence: 1 } as const;
        await memory.addByHand("owner", { ...known, keywords: [], content: "Is afraid of heights" });
        return {};
      },
      ...{ planner: "Is afraid of heights", step: "Is afraid of heights" },
    },
  ],
  ...toTwo(["instructions", "agentInstructions"], {
    what: "the agent's instructions",
    give: async (services) => ({
      options: { agent: (await makeAgent(services, { instructions: "Speak of harbours only." })).id },
    }),
    ...{ planner: "Speak of harbours only.", step: "Speak of harbours only." },
  }),
  given: [
    {
      what: "finished findings",
      give: () => Promise.resolve({}),
      ...{ planner: "", step: "Found at the pier." },
      script: { steps: { before: ["Found at the pier."] } },
    },
  ],
  expected: [
    {
      what: "what is expected of it",
      give: () => Promise.resolve({}),
      ...{ planner: "", step: "Expected: a height in metres" },
    },
  ],
  said: [
    {
      what: "words of the person in another conversation",
      give: async (services, pass) => {
        await ask(services, "Which mast has the Orion of Kiel?", { conversation: "c8", message: "m8" });
        pass();
        await services.settleBackground();
        while ((await services.doDueWork()) > 0);
        return {};
      },
      ...{ planner: "Which mast has the Orion of Kiel?", step: "Which mast has the Orion of Kiel?" },
    },
  ],
};

function toTwo<KEY extends string>(keys: readonly KEY[], row: Row): Record<KEY, Row[]> {
  return Object.fromEntries(keys.map((key) => [key, [row]])) as Record<KEY, Row[]>;
}

describe("a step of a plan", () => {
  it.each(Object.values(rows).flat())(
    "has $what in its first request, as far as the planner has in short",
    async ({ give, planner, step: held, script = {} }) => {
      const state = { laterMs: 0 };
      const { services, provider } = await openPlanned(
        { plans: [[step("before"), step("look", [1], { expected: "a height in metres" })]], ...script },
        { MODEL_MAIN: "local:llava" },
        { now: () => Date.now() + state.laterMs },
      );
      const pass = () => (state.laterMs += 120_000);
      const { parts = [], mentions = [], options = {}, named = "" } = await give(services, pass);
      const question = toQuestion("How high is the mast of the Orion of Kiel?");
      const message = {
        ...{ ...question.message, metadata: { mentions } },
        parts: [...question.message.parts, ...parts],
      };
      const asked = { ...question, message, options: { mode: "thinking", ...options } };
      await (
        await services.runs.start("owner", asked as never)
      ).reply;
      const words = provider.requests.map((request) => [request, JSON.stringify(request.body)] as const);
      const planned = words.find(([request]) => isPlanAsked(request))?.[1];
      expect(planned).toContain(planner);
      expect(planned).toContain(named);
      const first = words.find(([request, text]) => !isPlanAsked(request) && text.includes("Do: look"));
      expect(first?.[1]).toContain(held);
    },
  );
});
