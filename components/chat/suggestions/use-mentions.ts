import { useState } from "react";
import type { maxMentions, Mention } from "@/lib/protocol/mentions";

// Written again: that module carries schemas, which the page must not load; the type holds them equal.
const mostMentions: typeof maxMentions = 8;

export type ChosenMentions = {
  list: readonly Mention[];
  /** One agent answers: another takes its place. */
  add: (...mentions: Mention[]) => void;
  remove: (mention: Mention) => void;
  clear: () => void;
};

/** What the next question points at. */
export function useMentions(): ChosenMentions {
  const [list, setList] = useState<readonly Mention[]>([]);
  return {
    list,
    add: (...mentions) => setList((before) => mentions.reduce(putMention, before)),
    remove: (mention) => setList((before) => before.filter((one) => !isSameMention(one, mention))),
    clear: () => setList([]),
  };
}

export function putMention(before: readonly Mention[], mention: Mention): readonly Mention[] {
  if (before.some((one) => isSameMention(one, mention))) return before;
  const kept = mention.kind === "agent" ? before.filter(({ kind }) => kind !== "agent") : before;
  return kept.length >= mostMentions ? kept : [...kept, mention];
}

function isSameMention(one: Mention, other: Mention): boolean {
  return one.kind === other.kind && one.id === other.id;
}
