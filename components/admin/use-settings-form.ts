import { useState } from "react";
import type { AgentSettings, SettingsReply } from "@/lib/protocol/settings";
import { request } from "@/lib/client/request";
import type { Answer } from "@/lib/client/request";
import { listChanges, rebase, toPatch } from "./settings-changes";
import type { SettingName } from "./settings-changes";

export type SaveState =
  | { kind: "idle" | "saving" | "saved" | "conflict" }
  /** `fields` holds problems by the path of the setting. */
  | { kind: "failed"; reason: string; fields: Record<string, string> };

export type SettingsForm = {
  reply: SettingsReply;
  draft: AgentSettings;
  changes: SettingName[];
  state: SaveState;
  change: <NAME extends SettingName>(name: NAME, value: AgentSettings[NAME]) => void;
  undo: () => void;
  save: () => Promise<void>;
  /** Asks for what stands on the server now; what was changed here stays changed. */
  reload: () => Promise<void>;
};

/** The settings as saved and as they are being edited. */
export function useSettingsForm(initial: SettingsReply, unreachable: string): SettingsForm {
  const [reply, setReply] = useState(initial);
  const [draft, setDraft] = useState(initial.settings);
  const [state, setState] = useState<SaveState>({ kind: "idle" });

  const adopt = (theirs: SettingsReply): void => {
    setDraft(rebase(reply.settings, draft, theirs.settings));
    setReply(theirs);
    setState({ kind: "idle" });
  };
  return {
    reply,
    draft,
    changes: listChanges(reply.settings, draft),
    state,
    change(name, value) {
      setDraft((before) => ({ ...before, [name]: value }));
      setState((before) => (before.kind === "conflict" ? before : { kind: "idle" }));
    },
    undo() {
      setDraft(reply.settings);
      setState({ kind: "idle" });
    },
    async save() {
      setState({ kind: "saving" });
      const body = { version: reply.version, settings: toPatch(reply.settings, draft) };
      const answer = await request<SettingsReply>("/api/admin/settings", { method: "PUT", body });
      if (!answer.ok) return setState(toFailure(answer, unreachable));
      setReply(answer.value);
      setDraft(answer.value.settings);
      setState({ kind: "saved" });
    },
    async reload() {
      const answer = await request<SettingsReply>("/api/admin/settings");
      if (answer.ok) adopt(answer.value);
      else setState(toFailure(answer, unreachable));
    },
  };
}

function toFailure({ problem }: Extract<Answer<unknown>, { ok: false }>, unreachable: string): SaveState {
  if (problem?.code === "conflict") return { kind: "conflict" };
  return { kind: "failed", reason: problem?.detail ?? unreachable, fields: problem?.fields ?? {} };
}
