import { Button } from "@/components/ui/button";
import type { Pages } from "./use-pages";

type Props = {
  pages: Omit<Pages<unknown>, "change">;
  words: { loading: string; more: string; again: string; failed: (reason: string) => string };
};

/** What stands below a list: that more is coming, that it did not come, or a way to the next page. */
export function ListEnd({ pages: { rows, cursor, isLoading, reason, loadMore, reload }, words }: Props) {
  if (isLoading) {
    return (
      <div role="status" className="grid animate-pulse gap-3 pt-4">
        <span className="sr-only">{words.loading}</span>
        {(rows.length === 0 ? ["a", "b", "c"] : ["a"]).map((key) => (
          <div key={key} className="h-16 rounded-xl bg-sunken" aria-hidden="true" />
        ))}
      </div>
    );
  }
  const isRetry = reason !== null && cursor === null;
  return (
    <>
      {reason !== null && (
        <p role="alert" className="pt-4 text-sm leading-5 text-bad">
          {words.failed(reason)}
        </p>
      )}
      {(isRetry || cursor !== null) && (
        <Button className="mt-4" onClick={() => (isRetry ? reload() : void loadMore())}>
          {reason === null ? words.more : words.again}
        </Button>
      )}
    </>
  );
}
