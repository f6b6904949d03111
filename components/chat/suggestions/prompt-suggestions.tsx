import { TextQuote } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { promptList } from "@/lib/client/prompts";
import { useResource } from "@/lib/client/resource";
import type { Prompt } from "@/lib/features/prompts/shape";
import { SuggestionList } from "./suggestion-list";
import type { Suggestions } from "./use-suggestions";

type Props = { suggestions: Suggestions; query: string; onChoose: (prompt: Prompt) => void };

/** The saved prompts whose names hold what stands behind the slash, those that begin with it first. */
export function PromptSuggestions({ suggestions, query, onChoose }: Props) {
  const t = useTranslations("chat.suggestions");
  const { reply, items: prompts } = useResource(promptList);
  // Where the server does not answer, a slash is a slash.
  if (reply === null) return null;
  const entries = findPrompts(prompts, query).map((prompt) => ({
    ...{ id: prompt.id, name: `/${prompt.name}`, icon: TextQuote },
    note: prompt.shared ? `${t("shared")} · ${prompt.text}` : prompt.text,
    choose: () => onChoose(prompt),
  }));
  const none = (
    <Link href="/settings" prefetch={false} className="text-accent underline underline-offset-3">
      {t("noPrompts")}
    </Link>
  );
  return (
    <SuggestionList
      suggestions={suggestions}
      label={t("prompts")}
      groups={[{ heading: null, entries }]}
      empty={prompts.length === 0 ? none : null}
    />
  );
}

function findPrompts(prompts: readonly Prompt[], query: string): Prompt[] {
  const asked = query.toLowerCase();
  const placed = prompts.map((prompt) => ({ prompt, at: prompt.name.toLowerCase().indexOf(asked) }));
  const found = placed.filter(({ at }) => at >= 0);
  return found.sort((a, b) => Math.sign(a.at) - Math.sign(b.at)).map(({ prompt }) => prompt);
}
