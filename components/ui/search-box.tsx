import { Search, X } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ComponentProps, RefObject } from "react";
import { joinClasses } from "./class-names";
import { isComposing } from "./is-composing";

type Props = Omit<ComponentProps<"input">, "type" | "dir" | "ref" | "aria-label"> & {
  ref: RefObject<HTMLInputElement | null>;
  label: string;
  value: string;
  onClear: () => void;
};

/** A field to search in, with a button that empties it, as Escape does. */
export function SearchBox({ ref, label, value, onClear, onKeyDown, className, ...rest }: Props) {
  const clearLabel = useTranslations("common")("clearSearch");
  return (
    <div className="relative flex items-center">
      <Search size={16} aria-hidden className="pointer-events-none absolute start-3 text-quiet" />
      <input
        ref={ref}
        type="search"
        dir="auto"
        aria-label={label}
        value={value}
        autoComplete="off"
        onKeyDown={(event) => {
          onKeyDown?.(event);
          if (event.key !== "Escape" || value === "" || isComposing(event)) return;
          event.preventDefault();
          event.stopPropagation();
          onClear();
        }}
        className={joinClasses(
          "text-field w-full pr-9 pl-9 pointer-coarse:pr-11 [&::-webkit-search-cancel-button]:hidden",
          className,
        )}
        {...rest}
      />
      {value !== "" && (
        <button
          type="button"
          aria-label={clearLabel}
          title={clearLabel}
          onClick={() => {
            onClear();
            ref.current?.focus();
          }}
          className="icon-button absolute end-1 size-7 pointer-coarse:end-0 pointer-coarse:size-11"
        >
          <X size={16} aria-hidden />
        </button>
      )}
    </div>
  );
}
