"use client";

import { useFormatter, useTranslations } from "next-intl";
import { useId, useState } from "react";
import { choose, toSite } from "@/lib/client/choices";
import type { SearchFocus } from "@/lib/protocol/chat-request";
import type { FocusEngines } from "@/lib/protocol/client-settings";
import { ChoiceGroup, ChoiceRow, closeOnEnter } from "./choice-row";

const kinds = ["news", "academic", "site"] as const;
type Kind = SearchFocus["kind"];

type Props = { engines: FocusEngines; focus: SearchFocus | null };

/** Where alone the web is searched, as far as a search engine of the site can keep to it. */
export function FocusChoice({ engines, focus }: Props) {
  const t = useTranslations("chat.choice");
  const format = useFormatter();
  // While its field names none, one site is only about to be chosen.
  const [isSite, setSite] = useState(focus?.kind === "site");
  const chosen: Kind | null = isSite ? "site" : (focus?.kind ?? null);
  const missing = kinds.filter((kind) => engines[kind].length === 0);
  const pick = (kind: Kind | null) => {
    setSite(kind === "site");
    choose({ focus: kind === null || kind === "site" ? null : { kind } });
  };
  if (missing.length === kinds.length)
    return (
      <ChoiceGroup title={t("search")}>
        <p className="leading-5 text-quiet">{t("focusNone")}</p>
      </ChoiceGroup>
    );
  return (
    <ChoiceGroup title={t("search")}>
      <ChoiceRow group="focus" name={t("focus.web")} isChosen={chosen === null} onChoose={() => pick(null)} />
      {kinds.map((kind) => (
        <ChoiceRow
          key={kind}
          group="focus"
          name={t(`focus.${kind}`)}
          {...(chosen === kind && { note: t("focusBy", { engines: format.list(engines[kind]) }) })}
          isChosen={chosen === kind}
          isDisabled={engines[kind].length === 0}
          onChoose={() => pick(kind)}
        />
      ))}
      {isSite && <SiteField site={focus?.kind === "site" ? focus.site : null} />}
      {missing.length > 0 && (
        <p className="px-2 pt-1 text-xs leading-4 text-quiet">
          {t("focusMissing", { kinds: format.list(missing.map((kind) => t(`focus.${kind}`))) })}
        </p>
      )}
    </ChoiceGroup>
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
    choose({ focus: named === null ? null : { kind: "site", site: named } });
  };
  const isWrong = text.trim() !== "" && site === null;
  return (
    <div className="grid gap-1 px-2 py-1">
      <input
        type="text"
        inputMode="url"
        autoCapitalize="none"
        autoComplete="off"
        spellCheck={false}
        dir="ltr"
        aria-label={t("site")}
        aria-invalid={isWrong}
        aria-describedby={`${id}-hint`}
        placeholder="example.org"
        value={text}
        onChange={(event) => write(event.target.value)}
        onKeyDown={closeOnEnter}
        className="h-9 w-full rounded-lg border border-hairline bg-paper px-2.5 aria-invalid:border-bad pointer-coarse:h-11"
      />
      <p id={`${id}-hint`} role="status" className="text-xs leading-4 text-quiet">
        {site === null ? t(isWrong ? "siteWrong" : "siteEmpty") : t("siteOnly", { site })}
      </p>
    </div>
  );
}
