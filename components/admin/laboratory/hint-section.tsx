import { useTranslations } from "next-intl";
import { useId } from "react";
import { PageSection } from "@/components/admin/page-frame";
import { withHint } from "@/components/admin/setting-paths";
import { usePermissionWords } from "@/components/admin/use-permission-words";
import { useSettings } from "@/components/admin/use-settings";
import { Button } from "@/components/ui/button";
import {
  fromHintKey,
  mostHintCharacters,
  toHintKey,
  type HintSuggestion,
} from "@/lib/features/laboratory/shape/hints";

/**
 * What agents are told of their tools, and what failures that repeat suggest. It is a part of the settings:
 * it is tried as a draft, live once it is published, and gone once that is taken back.
 */
export function HintSection({ suggestions }: { suggestions: readonly HintSuggestion[] }) {
  const t = useTranslations("admin.laboratory.hints");
  const { draft, change } = useSettings().form;
  const { toolHints: hints } = draft;
  const put = (key: string, text: string | undefined) => change("toolHints", withHint(hints, key, text));
  const live = Object.entries(hints).filter(([, text]) => text !== "");
  const dismissed = Object.keys(hints).length - live.length;
  const open = suggestions.filter((each) => hints[toHintKey(each)] === undefined);
  return (
    <PageSection title={t("title")} help={t("help")} isFoldable>
      {live.length + open.length + dismissed === 0 && (
        <p className="pt-3 text-sm leading-5 text-quiet">{t("none")}</p>
      )}
      <ul aria-label={t("title")}>
        {live.map(([key, text]) => (
          <HintRow key={key} place={key} text={text} onChange={(typed) => put(key, typed)} />
        ))}
      </ul>
      {open.length > 0 && (
        <>
          <h3 className="pt-4 text-sm font-medium">{t("suggested")}</h3>
          <ul aria-label={t("suggested")}>
            {open.map((each) => (
              <SuggestionRow key={toHintKey(each)} suggestion={each} onPut={put} />
            ))}
          </ul>
        </>
      )}
      {dismissed > 0 && (
        <p className="flex flex-wrap items-center gap-2 pt-2 text-sm text-quiet">
          {t("dismissedCount", { count: dismissed })}
          <Button tone="quiet" onClick={() => change("toolHints", Object.fromEntries(live))}>
            {t("showAgain")}
          </Button>
        </p>
      )}
    </PageSection>
  );
}

type RowProps = { place: string; text: string; onChange: (text: string | undefined) => void };

function HintRow({ place, text, onChange }: RowProps) {
  const t = useTranslations("admin.laboratory.hints");
  const id = useId();
  const { nameTool } = usePermissionWords();
  const { tool, code } = fromHintKey(place);
  const name = t("of", { tool: nameTool(tool), code });
  return (
    <li className="border-b border-hairline py-3 last:border-0">
      <label htmlFor={id} className="text-sm font-medium">
        {name}
      </label>
      <textarea
        id={id}
        dir="auto"
        rows={2}
        maxLength={mostHintCharacters}
        value={text}
        onChange={({ target }) => target.value !== "" && onChange(target.value)}
        className="text-field mt-1 w-full px-3 py-2 text-base"
      />
      <Button tone="quiet" aria-label={`${t("withdraw")}: ${name}`} onClick={() => onChange(undefined)}>
        {t("withdraw")}
      </Button>
    </li>
  );
}

type SuggestionProps = { suggestion: HintSuggestion; onPut: (key: string, text: string) => void };

function SuggestionRow({ suggestion, onPut }: SuggestionProps) {
  const t = useTranslations("admin.laboratory.hints");
  const { nameTool } = usePermissionWords();
  const { code, failed, changed, again, text } = suggestion;
  const key = toHintKey(suggestion);
  const name = t("of", { tool: nameTool(suggestion.tool), code });
  return (
    <li className="border-b border-hairline py-3 last:border-0">
      <p className="text-sm font-medium">{name}</p>
      <p className="text-xs leading-5 text-quiet">{t("counts", { failed, changed, again })}</p>
      <p dir="auto" className="py-1 text-sm leading-5">
        {text}
      </p>
      <div className="flex flex-wrap gap-2">
        <Button aria-label={`${t("take")}: ${name}`} onClick={() => onPut(key, text)}>
          {t("take")}
        </Button>
        <Button tone="quiet" aria-label={`${t("dismiss")}: ${name}`} onClick={() => onPut(key, "")}>
          {t("dismiss")}
        </Button>
      </div>
    </li>
  );
}
