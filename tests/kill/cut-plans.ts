import { expect } from "@playwright/test";
import type { ConversationReply } from "@/lib/protocol/conversations";
import type { ChatMessage } from "@/lib/protocol/chat-message";
import { toMessageText } from "@/lib/protocol/message-text";
import type { Plan } from "@/lib/features/plans/shape";
import { askUntil, getJson, untilTrue, waitUntilIdle } from "./ask";
import type { Place, PlaceOptions } from "./places";
import {
  startPlannedProvider,
  stepTitles,
  toWords,
  type AskedCall,
  type PlanCut,
  type PlannedCall,
} from "./planned-provider";

/** Every moment of the plan: before a model says anything, amid its words, and while the person is asked. */
export const planCuts: readonly PlanCut[] = [
  { name: "plan-making", held: ["plan"], frames: 1 },
  { name: "plan-all-begin", held: ["north", "draw", "south"], frames: 0 },
  { name: "plan-all-amid", held: ["north", "draw", "south"], frames: 3 },
  { name: "plan-one-amid", held: ["north"], frames: 4 },
  { name: "plan-asking", held: [], frames: 0, isLeftAsking: true },
  { name: "plan-asking-amid", held: ["south"], frames: 3, isLeftAsking: true },
  { name: "plan-drawing", held: ["image"], frames: 0 },
  { name: "plan-drawn", held: ["drawn"], frames: 2 },
  { name: "plan-compare-begin", held: ["compare"], frames: 0 },
  { name: "plan-compare-amid", held: ["compare"], frames: 4 },
  { name: "plan-answer-begin", held: ["answer"], frames: 0 },
  { name: "plan-answer-amid", held: ["answer"], frames: 4 },
];

type PlanLeft = {
  outcome: string | undefined;
  steps: string[];
  text: string;
  /** Steps that were done before the kill and asked for again. */
  doneAgain: string[];
  pictures: number;
};
export type PlanCutResult = { cut: PlanCut; done: string[]; found: PlanLeft; expected: PlanLeft };

/** Follows all plans side by side on one server, kills it when each has come to where it is held, and waits for the whole. */
export async function cutPlans(
  cuts: readonly PlanCut[],
  openPlace: (options: PlaceOptions) => Promise<Place>,
): Promise<PlanCutResult[]> {
  const provider = await startPlannedProvider(cuts);
  const place = await openPlace({ providerUrl: provider.url, env: { MODEL_IMAGE: "local:image" } });
  try {
    await askForPictures(place.url);
    const done = await Promise.all(cuts.map((cut) => begin(place.url, cut, provider.asked)));
    const killed = place.kill();
    provider.letGo();
    const { url } = await killed;
    const replies = await Promise.all(cuts.map((cut) => finish(url, cut)));
    return cuts.map((cut, index) => toResult(cut, done[index] ?? [], replies[index] ?? null, provider.asked));
  } finally {
    await place.close();
    await provider.close();
  }
}

/** Nothing of strangers is in these conversations that would make a step ask. */
async function askForPictures(url: string): Promise<void> {
  const { version } = await getJson<{ version: number }>(`${url}/api/admin/settings`);
  const answer = await fetch(`${url}/api/admin/settings`, {
    method: "PUT",
    headers: { "content-type": "application/json", origin: url },
    body: JSON.stringify({ version, settings: { toolPermissions: { admin: { image_generate: "ask" } } } }),
  });
  if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`);
}

/** Which steps are done when nothing goes on any more. */
async function begin(url: string, cut: PlanCut, asked: readonly AskedCall[]): Promise<string[]> {
  const { name, held } = cut;
  await askUntil(url, name, (chunks) => chunks.length > 0, `Question of ${name}: which ferry?`, {
    plan: "always",
  });
  if (cut.isLeftAsking !== true && !held.some((call) => call === "plan" || call === "draw"))
    await allow(url, name);
  const hasCome = (call: PlannedCall) => asked.some((each) => each.name === name && each.call === call);
  await untilTrue(`${name} is held`, async () => held.every(hasCome));
  if (held.includes("plan")) return [];
  const expected = listDone(cut);
  const isThere = async () => {
    const plan = await findPlan(url, name);
    const ended = plan?.steps.filter(({ status }) => status === "completed") ?? [];
    const isAsking = plan?.steps.some((task) => task.isAsking) === true;
    return ended.length === expected.length && isAsking === (cut.isLeftAsking === true);
  };
  await untilTrue(`${name} has done ${expected.join(", ")}`, isThere);
  return expected;
}

/** What can be done while these calls are held. */
function listDone({ held, isLeftAsking = false }: PlanCut): string[] {
  const isDrawn = !isLeftAsking && !held.some((call) => ["draw", "image", "drawn"].includes(call));
  const first = stepTitles.filter((title) => {
    if (title === "compare") return false;
    return title === "picture" ? isDrawn : !held.includes(title);
  });
  const isCompared = first.length === 3 && !held.includes("compare");
  return isCompared ? [...first, "compare"] : first;
}

async function findPlan(url: string, name: string): Promise<Plan | null> {
  const { activeRunId } = await getJson<ConversationReply>(`${url}/api/conversations/${name}`);
  if (activeRunId === null) return null;
  const response = await fetch(`${url}/api/runs/${activeRunId}/plan`);
  return response.ok ? ((await response.json()) as Plan) : null;
}

/** Allows the picture when its step asks, unless the reply is over before. */
function allow(url: string, name: string): Promise<void> {
  return untilTrue(`${name} asks`, async () => {
    const { activeRunId } = await getJson<ConversationReply>(`${url}/api/conversations/${name}`);
    if (activeRunId === null) return true;
    const asking = (await findPlan(url, name))?.steps.find(({ isAsking }) => isAsking)?.conversationId;
    const approvalId = asking === undefined ? null : await findApproval(url, asking);
    if (approvalId === null) return false;
    const answered = await fetch(`${url}/api/chat/${asking}/approvals/${approvalId}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ decision: "approve" }),
    });
    // Allowed before the kill, or asked anew by who goes on: the plan that was left does not know it yet.
    if (answered.status === 409) return false;
    if (answered.status !== 204) throw new Error(`${name}: ${answered.status} ${await answered.text()}`);
    return true;
  });
}

/** `null` where nobody is asked: the plan may not know yet that its step is over. */
async function findApproval(url: string, conversationId: string): Promise<string | null> {
  const response = await fetch(`${url}/api/chat/${conversationId}/stream`, {
    signal: AbortSignal.timeout(30_000),
  });
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  for (let text = ""; reader !== undefined;) {
    const { done, value = "" } = await reader.read();
    text += value;
    const id = /"type":"data-approval","id":"([^"]+)"/.exec(text)?.[1];
    if (id === undefined && !done) continue;
    await reader.cancel();
    return id ?? null;
  }
  return null;
}

async function finish(url: string, { name }: PlanCut): Promise<ChatMessage | null> {
  await allow(url, name);
  const { messages } = await waitUntilIdle(url, name).catch(async (error: unknown) => {
    throw new Error(`${name} stands at: ${await sayPlan(url, name)}`, { cause: error });
  });
  return messages.at(-1) ?? null;
}

/** Each step with its status, and whether it asks the person, for a plan that does not end. */
async function sayPlan(url: string, name: string): Promise<string> {
  const steps = (await findPlan(url, name))?.steps ?? [];
  return steps
    .map(({ title, status, attempts, isAsking }) =>
      [title, status, attempts, isAsking === true ? "asking" : ""].join(" ").trim(),
    )
    .join(", ");
}

function toResult(
  cut: PlanCut,
  done: string[],
  reply: ChatMessage | null,
  asked: readonly AskedCall[],
): PlanCutResult {
  const own = asked.filter(({ name }) => name === cut.name);
  const plan = reply?.parts.findLast((part) => part.type === "data-plan")?.data;
  const again = own.filter(({ isAgain }) => isAgain).map(({ call }) => toStep(call));
  const found = {
    outcome: reply?.metadata?.outcome,
    steps: plan?.steps.map(({ title, status, attempts }) => `${title} ${status} ${attempts}`) ?? [],
    text: reply === null ? "" : toMessageText(reply).trim(),
    doneAgain: done.filter((title) => again.includes(title)),
    pictures: own.filter(({ call }) => call === "image").length,
  };
  const expected = {
    outcome: "completed",
    steps: stepTitles.map((title) => `${title} completed 1`),
    text: toWords(cut.name, "answer").join("").trim(),
    ...{ doneAgain: [], pictures: 1 },
  };
  return { cut, done, found, expected };
}

const toStep = (call: PlannedCall): string => (["draw", "image", "drawn"].includes(call) ? "picture" : call);

/** Each plan comes to its whole: what was done is not done again, and one picture is made. */
export function expectWholePlans(place: string, results: readonly PlanCutResult[]): void {
  const done = results.reduce((sum, result) => sum + result.done.length, 0);
  console.info(`${place}: ${results.length} plans cut, in which ${done} steps were done`);
  for (const { cut, found, expected } of results)
    expect.soft(found, `${place}, ${cut.name}`).toEqual(expected);
}
