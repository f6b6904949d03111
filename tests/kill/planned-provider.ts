import { startProviderServer } from "@/tests/support/wire/provider-server";
import { isPlanAsked } from "@/tests/support/wire/read-form";
import type { Answer, ProviderRequest, ReplyPart } from "@/tests/support/wire/reply";

/** What the model is asked while a plan is followed: of its three steps at once the second has a picture made. */
export const plannedCalls = [
  "plan",
  "north",
  "draw",
  "image",
  "drawn",
  "south",
  "compare",
  "answer",
] as const;
export type PlannedCall = (typeof plannedCalls)[number];
/** The steps that need no other one, then the one that needs them all. */
export const stepTitles = ["north", "picture", "south", "compare"] as const;

/** A plan that is cut while these calls of its model are held, each after so many frames. */
export type PlanCut = {
  name: string;
  held: readonly PlannedCall[];
  frames: number;
  /** Nobody allows the picture before the kill. */
  isLeftAsking?: boolean;
};

export type AskedCall = { name: string; call: PlannedCall; isAgain: boolean };
export type PlannedProvider = {
  url: string;
  asked: readonly AskedCall[];
  /** From now on everything is answered whole. */
  letGo(): void;
  close(): Promise<void>;
};

const png =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

export async function startPlannedProvider(cuts: readonly PlanCut[]): Promise<PlannedProvider> {
  const byName = new Map(cuts.map((cut) => [cut.name, cut]));
  const asked: AskedCall[] = [];
  const letGo = Promise.withResolvers<null>();
  let isAgain = false;
  const server = await startProviderServer(async (request) => {
    const { name, call } = toCall(request);
    asked.push({ name, call, isAgain });
    const cut = byName.get(name);
    const isHeld = !isAgain && cut?.held.includes(call) === true;
    // A picture comes in one piece.
    if (isHeld && call === "image") await letGo.promise;
    const answer = toAnswer(name, call);
    return isHeld && call !== "image" ? { ...answer, stallAfter: cut.frames } : answer;
  });
  return {
    url: server.url,
    asked,
    letGo() {
      isAgain = true;
      letGo.resolve(null);
    },
    close: server.close,
  };
}

function toCall(request: ProviderRequest): Pick<AskedCall, "name" | "call"> {
  const { kind, turn, body } = request;
  const words = JSON.stringify(body);
  const name = /(?:of|for) (plan-[a-z-]+)/.exec(words)?.[1] ?? "";
  if (kind === "image") return { name, call: "image" };
  if (isPlanAsked(request)) return { name, call: "plan" };
  if (words.includes("worked on by the steps of a plan")) return { name, call: "answer" };
  const title = /Do: (\w+) of /.exec(words)?.[1] ?? "";
  if (title === "picture") return { name, call: turn === 0 ? "draw" : "drawn" };
  const call = plannedCalls.find((each) => each === title);
  if (call === undefined) throw new Error(`An unknown call: ${words.slice(0, 2_000)}`);
  return { name, call };
}

/** The words of a step's result, of the answer too, as they must come to be stored. */
export const toWords = (name: string, call: PlannedCall): string[] =>
  Array.from({ length: 6 }, (_, index) => `${call}-${index} of ${name} `);

function toAnswer(name: string, call: PlannedCall): Answer {
  const usage = { input: 20, output: call === "image" ? 1_290 : 10 };
  return { parts: [toPart(name, call)], usage };
}

function toPart(name: string, call: PlannedCall): ReplyPart {
  if (call === "image") return { type: "image", base64: png, mediaType: "image/png" };
  if (call === "plan") return { type: "text", chunks: [JSON.stringify(toProposal(name))] };
  if (call !== "draw") return { type: "text", chunks: toWords(name, call) };
  const input = { description: `A ferry for ${name}`, style: "flat", aspectRatio: "1:1" };
  return { type: "tool", name: "image_generate", input };
}

const toProposal = (name: string) => ({
  goal: `All of ${name}`,
  report: false,
  steps: stepTitles.map((title) => ({
    ...{ title, instruction: `Do: ${title} of ${name}`, expected: "", tool: null, helper: null },
    ...{ needs: title === "compare" ? [1, 2, 3] : [], critical: false, committee: false },
  })),
});
