import { useRouter } from "next/navigation";
import { useState } from "react";
import { isSame } from "@/components/admin/setting-paths";
import { useReason } from "@/components/ui/use-reason";
import { changeAgent, createAgent, deleteAgent, readAgent, revertAgent } from "@/lib/features/agents/api";
import { call, callRemoval, type Answer } from "@/lib/client/request";
import {
  agentFieldNames,
  newAgentFields,
  type Agent,
  type AgentFields,
} from "@/lib/features/agents/shape/agents";

type AgentSaveState =
  | { kind: "idle" | "saving" | "saved" }
  /** Somebody else saved first: what was changed here stands on top of theirs. */
  | { kind: "conflict"; theirs: Agent }
  /** `fields`: what the server says of each, by its path. */
  | { kind: "failed"; reason: string; fields: Record<string, string> };

export type AgentForm = ReturnType<typeof useAgentForm>;

/** An agent as saved (`base`, `null` for a new one) and as it is edited. */
export function useAgentForm(initial: Agent | null) {
  const explain = useReason();
  const router = useRouter();
  const [base, setBase] = useState(initial);
  const [draft, setDraft] = useState<AgentFields>(initial === null ? newAgentFields : pickFields(initial));
  const [state, setState] = useState<AgentSaveState>({ kind: "idle" });
  const saved = base ?? newAgentFields;
  const changes = listChanges(saved, draft);

  /** What differs from `before` was written here and stays. */
  function adopt(agent: Agent, before: AgentFields): void {
    setBase(agent);
    setDraft((now) => ({ ...pickFields(agent), ...pickFields(now, listChanges(before, now)) }));
  }

  async function settle(answer: Answer<Agent>): Promise<void> {
    if (answer.ok) {
      adopt(answer.value, draft);
      setState({ kind: "saved" });
      // The page goes on: another one would lose what has been typed since.
      if (base === null) window.history.replaceState(null, "", `/admin/agents/${answer.value.id}`);
      return;
    }
    const theirs = answer.status === 409 && base !== null ? await call(readAgent, { params: base }) : null;
    if (theirs?.ok === true && "version" in theirs.value) {
      adopt(theirs.value, saved);
      return setState({ kind: "conflict", theirs: theirs.value });
    }
    setState({ kind: "failed", reason: explain(answer), fields: answer.problem?.fields ?? {} });
  }

  return {
    base,
    draft,
    changes,
    state,
    change: (given: Partial<AgentFields>): void => setDraft((before) => ({ ...before, ...given })),
    undo(): void {
      setDraft(base === null ? newAgentFields : pickFields(base));
      setState({ kind: "idle" });
    },
    async save(): Promise<void> {
      setState({ kind: "saving" });
      await settle(await send(base, draft, changes));
    },
    /** Says why it did not work, or `null`. */
    async revert(to: number): Promise<string | null> {
      if (base === null) return null;
      const answer = await call(revertAgent, { params: base, body: { version: base.version, to } });
      if (answer.ok) adopt(answer.value, draft);
      return answer.ok ? null : explain(answer);
    },
    async remove(): Promise<string | null> {
      const answer = base === null ? null : await callRemoval(deleteAgent, { params: base });
      if (answer !== null && !answer.ok) return explain(answer);
      router.replace("/admin/agents");
      return null;
    },
  };
}

const listChanges = (before: AgentFields, now: AgentFields) =>
  agentFieldNames.filter((name) => !isSame(before[name], now[name]));

function pickFields(
  agent: AgentFields,
  names: readonly (keyof AgentFields)[] = agentFieldNames,
): AgentFields {
  return Object.fromEntries(names.map((name) => [name, agent[name]])) as AgentFields;
}

/** Rows that hold nothing are left out. */
export function toWhole(draft: AgentFields): AgentFields {
  const keep = (list: readonly string[]) => list.map((each) => each.trim()).filter((each) => each !== "");
  return { ...draft, starters: keep(draft.starters), models: keep(draft.models) };
}

function send(
  base: Agent | null,
  draft: AgentFields,
  changes: readonly (keyof AgentFields)[],
): Promise<Answer<Agent>> {
  const full = toWhole(draft);
  if (base === null) return call(createAgent, { body: full });
  const changed = Object.fromEntries(changes.map((name) => [name, full[name]]));
  return call(changeAgent, { params: base, body: { version: base.version, changes: changed } });
}
