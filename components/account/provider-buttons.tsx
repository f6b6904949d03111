"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { visitProvider, type ProviderId } from "@/lib/features/accounts/api";
import { call } from "@/lib/client/request";
import { openAfresh } from "@/lib/client/open-afresh";
import type { SignInOptions } from "@/lib/features/accounts/shape/accounts";
import { FormProblem } from "./account-form";
import { toTermsLink } from "./entry-link";

type Props = {
  options: Pick<SignInOptions, "google" | "oidc">;
  next: string;
  invitation?: string;
  hasTerms?: boolean;
};

/** Signing in where the person is known already. */
export function ProviderButtons({ options, next, invitation, hasTerms = false }: Props) {
  const t = useTranslations();
  const [problem, setProblem] = useState<string | null>(null);
  const [leavingTo, setLeavingTo] = useState<ProviderId | null>(null);
  const providers = listProviders(options);
  if (providers.length === 0) return null;

  const visit = async (provider: ProviderId): Promise<void> => {
    setLeavingTo(provider);
    setProblem(null);
    const answer = await call(visitProvider, {
      body: {
        ...{ provider, callbackURL: next },
        ...(invitation !== undefined && { invitation }),
        // The line below says so.
        ...(hasTerms && { acceptsTerms: true }),
      },
    });
    if (answer.ok) return openAfresh(answer.value.url);
    setLeavingTo(null);
    setProblem(t(answer.status === null ? "errors.unreachable" : "account.providers.failed"));
  };
  return (
    <div className="flex flex-col gap-3">
      <p className="flex items-center gap-3 text-sm text-quiet before:h-px before:flex-1 before:bg-hairline after:h-px after:flex-1 after:bg-hairline">
        {t("account.providers.or")}
      </p>
      {providers.map(({ id, name }) => (
        <Button
          key={id}
          className="h-11"
          aria-disabled={leavingTo !== null}
          onClick={() => leavingTo === null && void visit(id)}
        >
          {t("account.providers.with", { name })}
        </Button>
      ))}
      {hasTerms && (
        <p className="text-sm text-quiet">{t.rich("account.providers.terms", { terms: toTermsLink })}</p>
      )}
      <FormProblem text={problem} />
    </div>
  );
}

function listProviders({ google, oidc }: Props["options"]): { id: ProviderId; name: string }[] {
  const named = oidc === null ? [] : [{ id: "oidc" as const, name: oidc.name }];
  return google ? [{ id: "google", name: "Google" }, ...named] : named;
}
