import { useState } from "react";
import { adminApi } from "@/lib/client/admin-api";
import type { Answer } from "@/lib/client/request";
import type { AgentSettings, SettingsReply } from "@/lib/protocol/settings";
import { withLeaf } from "./leaves";
import type { Leaf } from "./leaves";
import { listChanges, rebase, toConflict, toPatch } from "./settings-changes";
import type { Conflict, SettingName } from "./settings-changes";

export type SaveState =
  | { kind: "idle" | "saving" | "saved" }
  /** Somebody else saved first. `reply` is theirs already, `draft` mine on top of it. */
  | ({ kind: "conflict" } & Conflict)
  /** `fields` holds problems by the path of the setting. */
  | { kind: "failed"; reason: string; fields: Record<string, string> };

export type SettingsForm = {
  reply: SettingsReply;
  draft: AgentSettings;
  changes: SettingName[];
  state: SaveState;
  change: <NAME extends SettingName>(name: NAME, value: AgentSettings[NAME]) => void;
  /** Settles one value of a conflict. */
  choose: (path: string, value: Leaf) => void;
  undo: () => void;
  save: () => Promise<void>;
  /** Leaves a conflict with what is chosen so far. */
  dismiss: () => void;
  /** Asks for what stands on the server now; what was changed here stays changed. */
  reload: () => Promise<void>;
  /** Makes an old version the newest; says what went wrong, or `null`. */
  revert: (to: number) => Promise<string | null>;
};

/** The settings as saved and as they are being edited. What is typed while an answer is awaited stays. */
export function useSettingsForm(initial: SettingsReply, unreachable: string): SettingsForm {
  const [reply, setReply] = useState(initial);
  const [draft, setDraft] = useState(initial.settings);
  const [state, setState] = useState<SaveState>({ kind: "idle" });

  const adopt = (theirs: SettingsReply, base: AgentSettings): void => {
    setReply(theirs);
    setDraft((current) => rebase(base, current, theirs.settings));
  };
  const meet = async (): Promise<void> => {
    const answer = await adminApi.getSettings();
    if (!answer.ok) return setState(toFailure(answer, unreachable));
    adopt(answer.value, reply.settings);
    setState({ kind: "conflict", ...toConflict(reply.settings, draft, answer.value.settings) });
  };
  const reload = async (): Promise<void> => {
    const answer = await adminApi.getSettings();
    if (!answer.ok) return setState(toFailure(answer, unreachable));
    adopt(answer.value, reply.settings);
    setState({ kind: "idle" });
  };
  return {
    reply,
    draft,
    changes: listChanges(reply.settings, draft),
    state,
    change(name, value) {
      setDraft((before) => ({ ...before, [name]: value }));
      setState({ kind: "idle" });
    },
    choose: (path, value) => setDraft((before) => withLeaf(before, path, value)),
    undo() {
      setDraft(reply.settings);
      setState({ kind: "idle" });
    },
    async save() {
      setState({ kind: "saving" });
      const answer = await adminApi.putSettings(reply.version, toPatch(reply.settings, draft));
      if (!answer.ok && answer.problem?.code === "conflict") return meet();
      if (!answer.ok) return setState(toFailure(answer, unreachable));
      adopt(answer.value, draft);
      setState({ kind: "saved" });
    },
    dismiss: () => setState({ kind: "idle" }),
    reload,
    async revert(to) {
      const answer = await adminApi.revertSettings(reply.version, to);
      if (answer.ok) adopt(answer.value, reply.settings);
      else if (answer.problem?.code === "conflict") await reload();
      return answer.ok ? null : (answer.problem?.detail ?? unreachable);
    },
  };
}

function toFailure({ problem }: Extract<Answer<unknown>, { ok: false }>, unreachable: string): SaveState {
  return { kind: "failed", reason: problem?.detail ?? unreachable, fields: problem?.fields ?? {} };
}
