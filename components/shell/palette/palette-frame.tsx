import { useTranslations } from "next-intl";
import { lazy, Suspense, useState } from "react";
import { isComposing } from "@/components/ui/is-composing";
import { Modal } from "@/components/ui/modal";
import { Problem } from "@/components/ui/problem";
import type { PaletteProps } from "./palette-entry";
import { useSearch } from "@/components/shell/conversations/use-search";
import type { SearchView } from "@/components/shell/conversations/use-search";

const Palette = lazy(() =>
  import("./palette").then(
    ({ Palette: Loaded }) => ({ default: Loaded }),
    () => ({ default: Unreachable }),
  ),
);

/** Its field takes what is typed, Enter too, also before what it lists is loaded or found. */
export function PaletteFrame(props: PaletteProps) {
  const t = useTranslations("shell.palette");
  const [isChosen, setChosen] = useState(false);
  const words = useSearch();
  const search: SearchView = {
    ...words,
    type(text) {
      setChosen(false);
      words.type(text);
    },
  };
  return (
    <Modal
      label={t("label")}
      onClose={props.onClose}
      className="mx-auto mt-[12dvh] w-[min(36rem,calc(100vw-2rem))] rounded-xl border border-hairline bg-raised shadow-float"
    >
      <Suspense fallback={<EarlyField search={search} onEnter={() => setChosen(true)} />}>
        <Palette
          {...props}
          search={search}
          isChosen={isChosen}
          onEarlyEnter={() => setChosen(true)}
          fieldClasses={fieldClasses}
        />
      </Suspense>
    </Modal>
  );
}

const fieldClasses = "h-13 w-full border-b border-hairline bg-transparent px-4 outline-none";

function EarlyField({ search, onEnter }: { search: SearchView; onEnter: () => void }) {
  const t = useTranslations("shell.palette");
  return (
    <input
      type="text"
      aria-label={t("label")}
      placeholder={t("placeholder")}
      value={search.text}
      onChange={({ target }) => search.type(target.value)}
      onKeyDown={(event) => {
        if (event.key === "Enter" && !isComposing(event)) onEnter();
      }}
      {...search.composition}
      className={fieldClasses}
    />
  );
}

/** Where it could not be loaded. */
function Unreachable({ search }: { search: SearchView }) {
  const t = useTranslations("errors");
  return (
    <>
      <EarlyField search={search} onEnter={() => undefined} />
      <Problem className="px-4 py-3">{t("unreachable")}</Problem>
    </>
  );
}
