import { useTranslations } from "next-intl";
import { useId, useState } from "react";
import { Switch } from "@/components/ui/switch";
import { showToast } from "@/components/ui/toast";
import type { MemoryView } from "./fact-row";
import { useMemoryReason } from "./use-memory-reason";

/** Whether memory is on for the person, and what that means here. */
export function MemorySwitch({ view: { reply, memory } }: { view: MemoryView }) {
  const t = useTranslations("memory");
  const explain = useMemoryReason();
  const id = useId();
  const [wanted, setWanted] = useState<boolean | null>(null);
  const isOn = wanted ?? !reply.isOff;
  const choose = async (next: boolean): Promise<void> => {
    // Switched off as a control it would lose the keyboard.
    if (wanted !== null) return;
    setWanted(next);
    const answer = await memory.setOff(!next);
    setWanted(null);
    showToast(
      answer.ok ? { text: t(next ? "said.on" : "said.off") } : { text: explain(answer), isFailure: true },
    );
  };
  return (
    <div className="mt-6 flex items-start justify-between gap-6 rounded-xl border border-hairline bg-raised p-4">
      <div className="min-w-0">
        <p className="font-medium">{t("switch.label")}</p>
        <p id={id} className="text-sm leading-5 text-quiet">
          {t(`switch.${toMeaning(isOn, reply.learning)}`)}
        </p>
      </div>
      <span className="mt-1 flex">
        <Switch
          label={t("switch.label")}
          isOn={isOn}
          describedBy={id}
          onChange={(next) => void choose(next)}
        />
      </span>
    </div>
  );
}

function toMeaning(
  isOn: boolean,
  learning: MemoryView["reply"]["learning"],
): "model" | "phrases" | "off" | "site" {
  if (!isOn) return "off";
  return learning === "off" ? "site" : learning;
}
