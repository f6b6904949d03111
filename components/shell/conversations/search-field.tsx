import { useTranslations } from "next-intl";
import { useEffect, useEffectEvent } from "react";
import type { KeyboardEvent, RefObject } from "react";
import { isComposing } from "@/components/ui/is-composing";
import { SearchBox } from "@/components/ui/search-box";
import { maxCharacters, type Search } from "./use-search";

type Props = { ref: RefObject<HTMLInputElement | null>; search: Search; onDown: () => void };

/** `onDown`: the person goes on into the results. */
export function SearchField({ ref, search, onDown }: Props) {
  const t = useTranslations("shell.search");
  useTypedBefore(ref, search);
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>): void => {
    if (isComposing(event) || (event.key !== "ArrowDown" && event.key !== "Enter")) return;
    event.preventDefault();
    onDown();
  };
  return (
    <div role="search" className="mt-2">
      <SearchBox
        ref={ref}
        label={t("label")}
        placeholder={t("label")}
        value={search.text}
        clearLabel={t("clear")}
        maxLength={maxCharacters}
        enterKeyHint="search"
        onChange={({ target }) => search.type(target.value)}
        onClear={search.clear}
        onKeyDown={onKeyDown}
        {...search.composition}
        className="border-hairline bg-transparent"
      />
    </div>
  );
}

/** Takes up what was typed before the page's script ran. */
function useTypedBefore(field: RefObject<HTMLInputElement | null>, search: Search): void {
  const take = useEffectEvent(() => {
    const typed = field.current?.value ?? "";
    if (typed !== search.text) search.type(typed);
  });
  useEffect(() => take(), []);
}
