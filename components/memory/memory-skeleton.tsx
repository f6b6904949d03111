import { useTranslations } from "next-intl";
import { MemoryHead } from "./memory-head";

/** The head of the page, and the switch, the search and facts as they will stand. */
export function MemorySkeleton() {
  const t = useTranslations("common");
  return (
    <div className="mx-auto w-full max-w-3xl px-4 pt-8 sm:px-8">
      <MemoryHead />
      <p role="status" className="sr-only">
        {t("loading")}
      </p>
      <div aria-hidden="true" className="animate-pulse">
        <div className="mt-6 h-25 rounded-xl bg-sunken" />
        <div className="mt-4 h-9 w-36 rounded-lg bg-sunken pointer-coarse:h-11" />
        <div className="mt-6 h-9 rounded-lg bg-sunken pointer-coarse:h-11" />
        <div className="mt-3 h-7 w-3/5 rounded-lg bg-sunken pointer-coarse:h-11" />
        <div className="mt-8 grid gap-4">
          {["a", "b", "c"].map((key) => (
            <div key={key} className="h-16 rounded-lg bg-sunken" />
          ))}
        </div>
      </div>
    </div>
  );
}
