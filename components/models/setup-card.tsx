"use client";

import dynamic from "next/dynamic";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useId, useState } from "react";
import { Button } from "@/components/ui/button";
import { joinClasses } from "@/components/ui/class-names";
import { FoundServers } from "./found-servers";
import type { KeyPlace } from "./setup-form";

const SetupForm = dynamic(() => import("./setup-form").then((form) => form.SetupForm));

/** Where each provider makes keys; `address`: of a service that speaks OpenAI's protocol. */
const providers: { name: string; places: KeyPlace[] }[] = [
  { name: "Google", places: [{ id: "google", page: "aistudio.google.com/apikey" }] },
  { name: "OpenAI", places: [{ id: "openai", page: "platform.openai.com/api-keys" }] },
  { name: "Anthropic", places: [{ id: "anthropic", page: "console.anthropic.com/settings/keys" }] },
  {
    name: "DeepSeek",
    places: [
      { id: "deepseek", page: "platform.deepseek.com/api_keys", address: "https://api.deepseek.com/v1" },
    ],
  },
  { name: "Kimi", places: [toMoonshot("moonshot", "ai"), toMoonshot("moonshot-cn", "cn")] },
];

function toMoonshot(id: string, end: string): KeyPlace {
  return { id, page: `platform.moonshot.${end}/console/api-keys`, address: `https://api.moonshot.${end}/v1` };
}

type Props = {
  /** Without it the card says who can. */
  canConfigure: boolean;
  /** Below an answer that says why a model is needed. */
  isInAnswer?: boolean;
};

/** The way to a model, or to who can open it. */
export function SetupCard({ canConfigure, isInAnswer = false }: Props) {
  const t = useTranslations("setup");
  if (!canConfigure) return <p className="text-center text-sm text-quiet">{t("askAdmin")}</p>;
  return <Ways isInAnswer={isInAnswer} />;
}

/** A server that was found, a provider's key, or any address. */
function Ways({ isInAnswer }: { isInAnswer: boolean }) {
  const t = useTranslations("setup");
  const router = useRouter();
  const [headingId, formId] = [useId(), useId()];
  const [open, setOpen] = useState<string | null>(null);
  const refresh = () => Promise.resolve(router.refresh());
  const choices = [...providers, { name: t("server.name"), places: [] }];
  const chosen = choices.find(({ name }) => name === open);
  return (
    <section
      aria-labelledby={headingId}
      className="rounded-xl border border-hairline bg-raised px-4 py-4 text-sm leading-5 shadow-rest sm:px-5"
    >
      <div
        className={joinClasses(
          "flex-wrap items-baseline justify-between gap-x-4",
          isInAnswer ? "sr-only" : "flex",
        )}
      >
        <h2 id={headingId} className="text-card">
          {t("title")}
        </h2>
        <p className="text-small text-quiet">{t("about")}</p>
      </div>
      <FoundServers onChanged={refresh} />
      <div
        role="group"
        aria-label={t("choose")}
        className="grid grid-cols-2 gap-2 sm:grid-cols-[repeat(auto-fit,minmax(5.5rem,1fr))]"
      >
        {choices.map(({ name }) => (
          <Button
            key={name}
            className="min-h-11 px-1.5! shadow-rest aria-expanded:border-mark aria-expanded:bg-tint"
            aria-expanded={name === open}
            aria-controls={name === open ? formId : undefined}
            onClick={() => setOpen(name === open ? null : name)}
          >
            {name}
          </Button>
        ))}
      </div>
      <div id={formId}>{chosen && <SetupForm key={chosen.name} {...chosen} onChanged={refresh} />}</div>
    </section>
  );
}
