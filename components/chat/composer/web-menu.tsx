"use client";

import { useFormatter, useTranslations } from "next-intl";
import { useId, useState } from "react";
import { closeOnEnter } from "@/components/ui/use-popover";
import { choose, toSite } from "@/lib/client/conversation/choices";
import type { SearchFocus } from "@/lib/protocol/chat-request";
import type { FocusEngines } from "@/lib/protocol/client-settings";
import { ChoiceMenu } from "./choice-menu";

const kinds = ["news", "academic", "site"] as const;

type Props = { engines: FocusEngines; focus: SearchFocus | null };

/** Where alone the web is searched, as far as a search engine of the site can keep to it. */
export function WebMenu({ engines, focus }: Props) {
  const t = useTranslations("chat.choice");
  const format = useFormatter();
  const missing = kinds.filter((kind) => engines[kind].length === 0);
  const named = missing.map((kind) => t(`focus.${kind}`));
  return (
    <>
      <ChoiceMenu
        label={t("search")}
        value={focus === null ? "web" : focus.kind === "site" ? null : focus.kind}
        onChoose={(kind) =>
          choose({ isWebOff: false, focus: kind === "news" || kind === "academic" ? { kind } : null })
        }
        choices={(["web", "news", "academic"] as const).map((value) => ({
          ...{ value, name: t(`focus.${value}`) },
          ...(value !== "web" && {
            isDisabled: engines[value].length === 0,
            ...(engines[value].length > 0 && {
              note: t("focusBy", { engines: format.list(engines[value]) }),
            }),
          }),
        }))}
      />
      {engines.site.length > 0 && <SiteField site={focus?.kind === "site" ? focus.site : null} />}
      {missing.length > 0 && (
        <p className="px-2.5 pt-2 pb-1.5 text-xs leading-4 text-quiet">
          {missing.length === kinds.length
            ? t("focusNone")
            : t("focusMissing", { kinds: format.list(named) })}
        </p>
      )}
    </>
  );
}

/** A host, or an address of which the host counts; as long as it names none the whole web is searched. */
function SiteField({ site }: { site: string | null }) {
  const t = useTranslations("chat.choice");
  const id = useId();
  const [text, setText] = useState(site ?? "");
  const write = (next: string) => {
    setText(next);
    const named = toSite(next);
    choose({ isWebOff: false, focus: named === null ? null : { kind: "site", site: named } });
  };
  const isWrong = text.trim() !== "" && site === null;
  return (
    <div className="grid gap-1 px-2.5 py-1.5">
      <input
        type="text"
        inputMode="url"
        autoCapitalize="none"
        autoComplete="off"
        spellCheck={false}
        dir="ltr"
        aria-label={t("focus.site")}
        aria-invalid={isWrong}
        aria-describedby={`${id}-hint`}
        placeholder={t("sitePlaceholder")}
        value={text}
        onChange={(event) => write(event.target.value)}
        onKeyDown={closeOnEnter}
        className="text-field w-full"
      />
      <p id={`${id}-hint`} role="status" className="text-xs leading-4 text-quiet empty:hidden">
        {site !== null ? t("siteOnly", { site }) : isWrong && t("siteWrong")}
      </p>
    </div>
  );
}
