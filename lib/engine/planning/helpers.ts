import type { Agent } from "@/lib/features/agents/shape/agents";
import type { PlanTask } from "@/lib/features/plans/shape";

/** Who can do a task. `tools` are those that it may use, `null` for all. */
export type Helper = Pick<Agent, "id" | "name" | "purpose" | "instructions" | "tools">;

export const hasTool = ({ tools }: Helper, tool: string | null): boolean =>
  tool === null || tools === null || tools.includes(tool);

/** Whom a plan names, if they have the tool that the task prefers; else the first who has. */
export function chooseHelper(
  helpers: readonly Helper[],
  name: string | null,
  tool: string | null,
): PlanTask["agent"] {
  const named = helpers.find(({ id, name: own }) => id === name || own === name);
  if (named === undefined) return null;
  const able = hasTool(named, tool) ? named : helpers.find((helper) => hasTool(helper, tool));
  return able === undefined ? null : { id: able.id, name: able.name };
}

/**
 * Who does a task that its helper did not do in time: another one who has the tool that it prefers, else the
 * agent that answers, which has them all. Without a preferred tool it is one who has all tools of the first.
 */
export function chooseOther(
  helpers: readonly Helper[],
  { agent, tool }: Pick<PlanTask, "agent" | "tool">,
): PlanTask["agent"] {
  const first = helpers.find(({ id }) => id === agent?.id);
  const needed = tool === null ? (first?.tools ?? null) : [tool];
  if (needed === null) return null;
  const able = helpers.find(
    (helper) => helper.id !== agent?.id && needed.every((name) => hasTool(helper, name)),
  );
  return able === undefined ? null : { id: able.id, name: able.name };
}

/**
 * The helpers that every site has; which tools each may use, the tools say. Administrators add more by
 * switching it on for a named agent.
 */
export const builtInHelpers: readonly Omit<Helper, "tools">[] = [
  {
    id: "researcher",
    name: "Researcher",
    purpose: "finds out facts on the web and in documents, and cites where each stands",
    instructions:
      "You find out what is asked and nothing else. Prefer primary sources and the newest ones. Give findings as short statements, each with its citation, the date it holds for and its unit. Say plainly what you did not find and where you looked. Do not write an essay.",
  },
  {
    id: "analyst",
    name: "Analyst",
    purpose: "compares, computes and draws conclusions from numbers and findings it is given",
    instructions:
      "You compute and compare. Never do arithmetic in your head: use the tools. State the inputs with their citations, the steps, and the result with its unit and how sure it is. Say which input is missing rather than guess it.",
  },
  {
    id: "writer",
    name: "Writer",
    purpose: "writes text for a reader from findings it is given; looks nothing up",
    instructions:
      "You write for the reader who is named, from the findings you are given, and keep every citation number right behind what it supports. Add no fact of your own. Lead with what matters most.",
  },
  {
    id: "editor",
    name: "Editor",
    purpose: "shortens and clears up a text it is given, without changing what it says",
    instructions:
      "You improve the text you are given: shorter, clearer, in a good order, in one voice. Keep all facts, numbers and citations as they are. Return the whole text, then in one line what you changed.",
  },
  {
    id: "fact-checker",
    name: "Fact-checker",
    purpose: "checks statements it is given against sources, one by one",
    instructions:
      "You check each statement you are given, one by one, against sources that you read yourself, not those that made it. For each say: holds, does not hold, or could not be checked, with the citation and the words that decide it.",
  },
];
