"use client";

import { useTranslations } from "next-intl";
import { useId, useState } from "react";
import { joinClasses } from "@/components/ui/class-names";

const shown = ["quoted", "differs", "not_found"] as const;
type Shown = (typeof shown)[number];
const tones = { quoted: "text-good", differs: "text-bad", not_found: "text-bad" };

/** What is special here: three claims, and what the check says of each. The right one is chosen at first. */
export function SampleCheck() {
  const t = useTranslations("chat.sample");
  const numbers = { claim: t("number"), source: t("sourceNumber") };
  const group = useId();
  const [chosen, choose] = useState<Shown>("quoted");
  return (
    <fieldset className="min-w-0 text-center">
      <legend className="w-full text-small text-quiet">{t("label")}</legend>
      <div className="flex flex-wrap justify-center gap-1.5 pt-2">
        {shown.map((verdict) => (
          <label
            key={verdict}
            className="relative flex min-h-9 cursor-pointer items-center gap-2 rounded-full border border-hairline bg-raised px-3.5 text-sm transition-colors duration-120 has-checked:border-mark has-checked:bg-tint has-focus-visible:outline-2 has-focus-visible:outline-accent pointer-coarse:min-h-11"
          >
            <input
              type="radio"
              name={group}
              checked={verdict === chosen}
              onChange={() => choose(verdict)}
              className="sr-only"
            />
            {t(`claim.${verdict}`)}
            <span
              aria-hidden
              data-verdict={verdict}
              className={joinClasses("verdict-sign", verdict !== chosen && "[--verdict:var(--quiet)]!")}
            />
          </label>
        ))}
      </div>
      {/* All lie in one place, so that it is as high as the highest. */}
      <div role="status" className="grid pt-3 text-sm leading-5">
        {shown.map((verdict) => (
          <div key={verdict} className={joinClasses("[grid-area:1/1]", verdict !== chosen && "invisible")}>
            <p
              className={joinClasses(
                "flex items-baseline justify-center gap-1.5 font-medium",
                tones[verdict],
              )}
            >
              <span aria-hidden className="verdict-sign" data-verdict={verdict} />
              {t(`verdict.${verdict}`, numbers)}
            </p>
            <p className="text-soft">{t(verdict === "not_found" ? "missing" : "quote")}</p>
          </div>
        ))}
      </div>
    </fieldset>
  );
}
