import type { RunMode } from "@/lib/protocol/chat-request";
import type { AgentStyle } from "@/lib/protocol/settings";

/** What the person chose for coming messages; what is not chosen is the server's. */
export type Choices = { style: AgentStyle | null; model: string | null; mode: RunMode };

const storageKey = "choices";
const unchosen: Choices = { style: null, model: null, mode: "balanced" };
const listeners = new Set<() => void>();
let current: Choices | null = null;

export function readChoices(): Choices {
  current ??= { ...unchosen, ...readStored() };
  return current;
}

/** What the server draws, before the browser's memory is known. */
export function readUnchosen(): Choices {
  return unchosen;
}

export function choose(change: Partial<Choices>): void {
  current = { ...readChoices(), ...change };
  storeChoices(current);
  for (const listener of listeners) listener();
}

export function subscribeToChoices(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** A full or closed storage keeps nothing; the choice still holds on this page. */
function storeChoices(choices: Choices): void {
  try {
    localStorage.setItem(storageKey, JSON.stringify(choices));
  } catch {
    return;
  }
}

function readStored(): Partial<Choices> {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(storageKey) ?? "{}");
    return typeof value === "object" && value !== null ? value : {};
  } catch {
    return {};
  }
}
