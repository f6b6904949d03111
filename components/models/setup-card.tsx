"use client";

import Link from "next/link";
import { useTranslations } from "next-intl";
import { useRouter } from "next/navigation";
import { useId, useState } from "react";
import { KeyField } from "./key-field";
import { FoundServers, ServerForm } from "./server-form";

type KnownProvider = { id: string; name: string; page: string; address?: string };

/** Where each provider makes keys; `address`: of a service that speaks OpenAI's protocol. */
const providers: KnownProvider[] = [
  { id: "google", name: "Google", page: "aistudio.google.com/apikey" },
  { id: "openai", name: "OpenAI", page: "platform.openai.com/api-keys" },
  { id: "anthropic", name: "Anthropic", page: "console.anthropic.com/settings/keys" },
  {
    ...{ id: "deepseek", name: "DeepSeek", page: "platform.deepseek.com/api_keys" },
    address: "https://api.deepseek.com/v1",
  },
  {
    ...{ id: "moonshot", name: "Kimi (moonshot.ai)", page: "platform.moonshot.ai/console/api-keys" },
    address: "https://api.moonshot.ai/v1",
  },
  {
    ...{ id: "moonshot-cn", name: "Kimi (moonshot.cn)", page: "platform.moonshot.cn/console/api-keys" },
    address: "https://api.moonshot.cn/v1",
  },
];

/** The first minute without a model: a server that is found, a provider's key, or any address. */
export function SetupCard() {
  const t = useTranslations("setup");
  const router = useRouter();
  const headingId = useId();
  const refresh = () => Promise.resolve(router.refresh());
  return (
    <section aria-labelledby={headingId} className="mt-6 rounded-xl border border-hairline bg-raised p-4">
      <h2 id={headingId} className="font-semibold">
        {t("title")}
      </h2>
      <p className="text-sm leading-5 text-quiet">{t("about")}</p>
      <FoundServers onChanged={refresh} />
      <details className="group">
        <summary className="flex min-h-9 w-fit cursor-pointer items-center gap-1 rounded-sm text-accent underline underline-offset-3 pointer-coarse:min-h-11">
          {t("add")}
        </summary>
        <SetupFields refresh={refresh} />
      </details>
    </section>
  );
}

/** A provider's key, or the address of any server. */
function SetupFields({ refresh }: { refresh: () => Promise<void> }) {
  const t = useTranslations("setup");
  const group = useId();
  const [choice, setChoice] = useState("google");
  const provider = providers.find(({ id }) => id === choice);
  return (
    <>
      <fieldset className="flex flex-wrap gap-x-4 gap-y-1 pt-1">
        <legend className="sr-only">{t("choose")}</legend>
        {[...providers, { id: "server", name: t("server.name") }].map(({ id, name }) => (
          <label key={id} className="flex min-h-9 items-center gap-2 text-sm pointer-coarse:min-h-11">
            <input
              type="radio"
              name={group}
              checked={choice === id}
              onChange={() => setChoice(id)}
              className="size-4"
            />
            {name}
          </label>
        ))}
      </fieldset>
      {provider === undefined ? (
        <ServerForm onChanged={refresh} />
      ) : (
        <>
          {provider.address === undefined ? (
            <KeyField key={provider.id} owner={provider} hasKey={false} onChanged={refresh} />
          ) : (
            <ServerForm key={provider.id} name={provider.id} known={provider.address} onChanged={refresh} />
          )}
          <p className="pt-2 text-sm leading-5 text-quiet">
            {t("getKey")}{" "}
            <a
              href={`https://${provider.page}`}
              target="_blank"
              rel="noreferrer"
              className="text-accent underline underline-offset-3 wrap-anywhere"
            >
              {provider.page}
            </a>
          </p>
        </>
      )}
      <p className="pt-3 text-sm leading-5 text-quiet">
        {t("more")}{" "}
        <Link href="/admin/models" prefetch={false} className="text-accent underline underline-offset-3">
          {t("moreAction")}
        </Link>
      </p>
    </>
  );
}
