import type { ConversationReply } from "@/lib/protocol/conversations";
import type { MemoriesReply } from "@/lib/features/memory/shape";
import { toComparable } from "@/tests/support/to-comparable";
import { toRunQuestion, type Wording } from "@/tests/support/wire/two-step-run";
import { askUntil, hasSeen, readMemories, waitUntilIdle } from "./ask";
import { listPlaces, startHeldProvider, toSeen, type Cut } from "./held-provider";
import type { Place, PlaceOptions } from "./places";

export type CutResult = {
  cut: Cut;
  /** What is stored in the end, and what must be. */
  found: Left;
  expected: Left;
  /** From the kill, or on a store of one's own from the next start, to the model's being asked again; `null` when it was not. */
  movedAfterMs: number | null;
};
type Left = { parts: unknown[]; outcome: string | undefined; messages: number; facts: string[] };

/** Asks for all of them side by side, kills the server when each reader has seen all that its model said, and waits for the replies. */
export async function cutRuns(
  cuts: readonly Cut[],
  openPlace: (options: PlaceOptions) => Promise<Place>,
): Promise<CutResult[]> {
  const whole = (["plain", "other"] as const).map((wording): Cut => ({
    ...cuts[0],
    name: `whole-${wording}`,
    holdAfter: null,
    first: wording,
    again: wording,
  }));
  const provider = await startHeldProvider([...cuts, ...whole]);
  const place = await openPlace({ providerUrl: provider.url });
  try {
    // Those of which nothing is seen come last: a model that says nothing at all is given up after half a minute.
    await inTurns(
      cuts.toSorted((a, b) => (b.holdAfter ?? 0) - (a.holdAfter ?? 0)),
      ask(place.url),
    );
    const killed = place.kill();
    provider.letGo();
    const { url, since } = await killed;
    const conversations = await Promise.all(cuts.map(({ name }) => waitUntilIdle(url, name)));
    await inTurns(whole, ({ name, pageUrl }) =>
      askUntil(url, name, (chunks) => chunks.at(-1)?.type === "finish", toRunQuestion(name, pageUrl)),
    );
    const undisturbed = Object.fromEntries(
      await Promise.all(
        whole.map(
          async ({ name, first }) => [first, readParts(await waitUntilIdle(url, name), name)] as const,
        ),
      ),
    ) as Record<Wording, unknown[]>;
    const memories = await readMemories(url);
    return cuts.map((cut, index) => {
      const askedAt = provider.askedAgainAt(cut.name);
      const found = toLeft(cut, conversations[index], memories);
      return {
        cut,
        found,
        expected: toExpected(cut, undisturbed),
        movedAfterMs: askedAt === null ? null : askedAt - since,
      };
    });
  } finally {
    await place.close();
    await provider.close();
  }
}

const ask = (url: string) => (cut: Cut) =>
  cut.ask === undefined ? askUntil(url, cut.name, hasSeen(toSeen(cut))) : cut.ask(url, cut.name);

const atOnce = 4;

async function inTurns<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const left = [...items];
  const takeAll = async () => {
    for (let item = left.shift(); item !== undefined; item = left.shift()) await work(item);
  };
  await Promise.all(Array.from({ length: atOnce }, takeAll));
}

/** Without the facts that other replies of the same person had kept by then. */
const readParts = ({ messages }: ConversationReply, name: string): unknown[] =>
  toComparable(messages.at(-1) ?? { parts: [] }, name).map((part) =>
    isMemories(part) ? { ...part, data: { saved: part.data.saved } } : part,
  );

function toLeft(
  { name }: Cut,
  conversation: ConversationReply | undefined,
  { facts, history }: MemoriesReply,
): Left {
  const own = [...facts, ...history].filter(({ source }) => source?.conversationId === name);
  const messages = conversation?.messages ?? [];
  return {
    parts: conversation === undefined ? [] : readParts(conversation, name),
    outcome: messages.at(-1)?.metadata?.outcome,
    messages: messages.length,
    facts: own.map(({ content }) => content),
  };
}

/** A step whose model call had ended is kept; the one that was held is made again, in the words that the model has then. */
function toExpected(
  { name, holdAfter, first, again, keptSteps }: Cut,
  undisturbed: Record<Wording, unknown[]>,
): Left {
  const kept = keptSteps ?? (holdAfter === null || holdAfter >= listPlaces().firstStep ? 1 : 0);
  const [startWords, endWords] = [kept > 0 ? first : again, kept > 1 ? first : again];
  const [start, told] = splitSteps(undisturbed[startWords]);
  const [, end] = splitSteps(undisturbed[endWords]);
  // What was kept is told beside the answer.
  const parts = [...start, ...end.filter((part) => !isMemories(part)), ...told.filter(isMemories)];
  return { parts, outcome: "completed", messages: 2, facts: [`Asked in the ${startWords} words as ${name}`] };
}

function isMemories(part: unknown): part is { type: "data-memories"; data: { saved: unknown } } {
  return typeof part === "object" && part !== null && "type" in part && part.type === "data-memories";
}

function splitSteps(parts: readonly unknown[]): [unknown[], unknown[]] {
  const lastCall = parts.findLastIndex(
    (part) => typeof part === "object" && part !== null && "toolCallId" in part,
  );
  return [parts.slice(0, lastCall + 1), parts.slice(lastCall + 1)];
}
