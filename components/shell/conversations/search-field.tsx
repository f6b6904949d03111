import { useTranslations } from "next-intl";
import { useEffect, useEffectEvent } from "react";
import type { KeyboardEvent, RefObject } from "react";
import { isComposing } from "@/components/ui/is-composing";
import { SearchBox } from "@/components/ui/search-box";
import { maxCharacters, type Search } from "./use-search";

type Props = {
  ref: RefObject<HTMLInputElement | null>;
  search: Search;
  onDown: () => void;
  onPalette: () => void;
};

/** `onDown`: the person goes on into the results. */
export function SearchField({ ref, search, onDown, onPalette }: Props) {
  const t = useTranslations("shell");
  useTypedBefore(ref, search);
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>): void => {
    if (isComposing(event) || (event.key !== "ArrowDown" && event.key !== "Enter")) return;
    event.preventDefault();
    onDown();
  };
  return (
    <div role="search" className="relative mt-2">
      <SearchBox
        ref={ref}
        label={t("search.label")}
        placeholder={t("search.label")}
        value={search.text}
        clearLabel={t("search.clear")}
        maxLength={maxCharacters}
        enterKeyHint="search"
        onChange={({ target }) => search.type(target.value)}
        onClear={search.clear}
        onKeyDown={onKeyDown}
        {...search.composition}
        className="border-transparent bg-transparent hover:bg-sunken"
      />
      {search.text === "" && (
        <button
          type="button"
          title={t("palette.label")}
          onClick={onPalette}
          className="absolute end-0 top-0 flex h-full min-w-11 items-center justify-end pe-3 text-quiet hover:text-ink"
        >
          <span className="sr-only">{t("palette.label")}</span>
          <kbd className="key">⌘K</kbd>
        </button>
      )}
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
