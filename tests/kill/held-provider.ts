import { startProviderServer } from "@/tests/support/wire/provider-server";
import type { Answer } from "@/tests/support/wire/reply";
import {
  addShown,
  countFrames,
  findRunName,
  toRunAnswer,
  toShown,
  type Shown,
  type Wording,
} from "@/tests/support/wire/two-step-run";

/** A run that is to be cut: the model says nothing more after so many frames of the whole run; `null` lets it go on. */
export type Cut = {
  name: string;
  holdAfter: number | null;
  first: Wording;
  again: Wording;
  pageUrl?: string | undefined;
  /** Asks, and resolves when the server is to be killed; without it, when the reader has seen all that the held model has said. */
  ask?: (url: string, name: string) => Promise<void>;
  /** How many steps the server had finished; without it, by the place at which the model is held. */
  keptSteps?: 0 | 1 | 2;
};

export type HeldProvider = {
  url: string;
  /** From now on it answers the whole, and in the other words where the cut wants them. */
  letGo(): void;
  /** When it was asked about a run after it had let go, in ms since 1970. */
  askedAgainAt(name: string): number | null;
  close(): Promise<void>;
};

/** A model that goes by what it is sent: asked again, a step is answered alike or, where the cut says so, in other words. */
export async function startHeldProvider(cuts: readonly Cut[]): Promise<HeldProvider> {
  const byName = new Map(cuts.map((cut) => [cut.name, cut]));
  const askedAgain = new Map<string, number>();
  let isHeld = true;
  const server = await startProviderServer(({ turn, body }) => {
    const cut = byName.get(findRunName(body["messages"]) ?? "");
    if (cut === undefined) return { parts: [{ type: "text", chunks: ["ok"] }] };
    if (!isHeld) askedAgain.set(cut.name, askedAgain.get(cut.name) ?? Date.now());
    const answer = toRunAnswer(turn, { ...cut, wording: isHeld ? cut.first : cut.again });
    return isHeld ? hold(cut, turn, answer) : answer;
  });
  return {
    url: server.url,
    letGo: () => void (isHeld = false),
    askedAgainAt: (name) => askedAgain.get(name) ?? null,
    close: server.close,
  };
}

function hold(cut: Cut, turn: number, answer: Answer): Answer {
  if (cut.holdAfter === null) return answer;
  const frames =
    cut.holdAfter - (turn === 0 ? 0 : countFrames(toRunAnswer(0, { ...cut, wording: cut.first })));
  return frames < countFrames(answer) ? { ...answer, stallAfter: frames } : answer;
}

/** The frames of both steps' answers, and the places between them: before each part, before each end, and before the second step. */
export function listPlaces(): { frames: number; firstStep: number; borders: number[] } {
  const steps = [0, 1].map((turn) => toRunAnswer(turn, { name: "x", wording: "plain" }));
  const borders: number[] = [];
  let at = 0;
  for (const answer of steps) {
    const begin = at;
    at += 1;
    for (const part of answer.parts) {
      borders.push(at);
      at +=
        part.type === "tool" ? 3 : part.type === "text" || part.type === "reasoning" ? part.chunks.length : 0;
    }
    borders.push(begin, at, at + 1, at + 2);
    at = begin + countFrames(answer);
  }
  return {
    frames: at,
    firstStep: countFrames(steps[0] ?? { parts: [] }),
    borders: [...new Set(borders)].sort((a, b) => a - b),
  };
}

/** What the reader of a cut run has seen when the model has gone silent. */
export function toSeen(cut: Cut): Shown {
  const [first, second] = [0, 1].map((turn) => toRunAnswer(turn, { ...cut, wording: cut.first }));
  if (first === undefined || second === undefined || cut.holdAfter === null)
    throw new Error("This run is not cut.");
  const frames = countFrames(first);
  if (cut.holdAfter < frames) return toShown(first, cut.holdAfter);
  return addShown(toShown(first, frames), toShown(second, cut.holdAfter - frames));
}
