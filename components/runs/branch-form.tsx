"use client";

import Link from "next/link";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { createContext, useContext, useState } from "react";
import { Button } from "@/components/ui/button";
import { SmallSelect } from "@/components/ui/small-select";
import { useAction } from "@/components/ui/use-action";
import { branchRun } from "@/lib/features/traces/api";
import { call } from "@/lib/client/request";
import { modes as runModes } from "@/lib/client/conversation/choices";
import type { ClientSettings } from "@/lib/protocol/client-settings";
import { agentStyles } from "@/lib/protocol/settings-fields";
import type { ReplayRequest } from "@/lib/features/traces/shape/traces";

/** What a run may be made again with; `null` where it may not. */
export type BranchChoices = Pick<ClientSettings, "models" | "allowModelChoice" | "allowStyleOverride">;
export const BranchContext = createContext<{ runId: string; choices: BranchChoices } | null>(null);

type Chosen = { model: string; style: string; mode: string; liveTools: boolean };

/** Makes the run again from this call on, and shows both side by side. `call`: from 1. */
export function BranchForm({ call: from }: { call: number }) {
  const t = useTranslations("runs.branch");
  const tPlayground = useTranslations("runs.playground");
  const router = useRouter();
  const place = useContext(BranchContext);
  const [chosen, setChosen] = useState<Chosen>({ model: "", style: "", mode: "", liveTools: false });
  const { run, isBusy, reason } = useAction();
  if (place === null) return null;
  const { runId, choices } = place;
  const branch = async () => {
    const made = await call(branchRun, { params: { id: runId }, body: toRequest(from, chosen) });
    if (made.ok) router.push(`/runs/compare?a=${runId}&b=${made.value.runId}`);
    return made;
  };
  return (
    <section aria-label={t("title")} className="rounded-lg border border-hairline p-3">
      <h3 className="font-medium">{t("title")}</h3>
      <p className="mt-1 text-quiet">{t("help")}</p>
      <Choices choices={choices} chosen={chosen} onChange={(part) => setChosen({ ...chosen, ...part })} />
      <Button onClick={() => void run(branch)} disabled={isBusy}>
        {isBusy ? t("making") : t("make")}
      </Button>
      <p role="status" className="mt-2 text-bad empty:hidden">
        {reason}
      </p>
      <Link
        href={`/runs/${runId}/playground?call=${from}`}
        prefetch={false}
        className="mt-2 inline-flex min-h-6 items-center underline underline-offset-2 pointer-coarse:min-h-11"
      >
        {tPlayground("open")}
      </Link>
    </section>
  );
}

type ChoicesProps = { choices: BranchChoices; chosen: Chosen; onChange: (part: Partial<Chosen>) => void };

function Choices({ choices, chosen, onChange }: ChoicesProps) {
  const t = useTranslations("runs");
  const tChat = useTranslations("chat");
  const withSame = (label: string, options: { value: string; label: string }[]) => [
    { value: "", label: `${label}: ${t("branch.same")}` },
    ...options,
  ];
  const styles = agentStyles.map((value) => ({ value, label: tChat(`styles.${value}`) }));
  const modes = runModes.map((value) => ({ value, label: tChat(`modes.${value}`) }));
  const models = choices.models.map(({ ref, label }) => ({ value: ref, label }));
  const fields = [
    { name: "model", options: models, isThere: choices.allowModelChoice },
    { name: "style", options: styles, isThere: choices.allowStyleOverride },
    { name: "mode", options: modes, isThere: true },
  ] as const;
  return (
    <div className="my-2 flex flex-wrap items-center gap-x-2">
      {fields.map(({ name, options, isThere }) =>
        isThere ? (
          <SmallSelect
            key={name}
            label={t(`compare.${name}`)}
            value={chosen[name]}
            options={withSame(t(`compare.${name}`), options)}
            onChoose={(value) => onChange({ [name]: value })}
          />
        ) : null,
      )}
      <label className="flex min-h-9 items-center gap-2 pointer-coarse:min-h-11">
        <input
          type="checkbox"
          checked={chosen.liveTools}
          onChange={(event) => onChange({ liveTools: event.target.checked })}
          className="size-4 accent-accent"
        />
        {t("branch.liveTools")}
      </label>
    </div>
  );
}

function toRequest(from: number, { model, style, mode, liveTools }: Chosen): ReplayRequest {
  const settings = { ...(style && { style }), ...(mode && { mode }) } as ReplayRequest["settings"];
  return {
    from,
    ...(model !== "" && { model }),
    ...(style + mode !== "" && { settings }),
    ...(liveTools && { liveTools }),
  };
}
