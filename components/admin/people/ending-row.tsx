import type { ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { Problem } from "@/components/ui/problem";
import { useAction } from "@/components/ui/use-action";
import type { Answer } from "@/lib/client/request";

type Props = {
  title: string;
  mark: string | null;
  line: ReactNode;
  /** What ends it, as the button says it and with what it ends. */
  action: { name: string; label: string };
  onEnd: () => Promise<Answer<unknown>>;
  onEnded: () => void;
};

/** What somebody was given, and the way to end it. */
export function EndingRow({ title, mark, line, action, onEnd, onEnded }: Props) {
  const { run, isBusy, reason } = useAction();
  const end = async () => (await run(onEnd)) && onEnded();
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-b border-hairline py-3 last:border-0">
      <div className="min-w-0 flex-[1_1_14rem]">
        <p className="text-sm leading-6 font-medium wrap-anywhere">
          {title}{" "}
          {mark !== null && (
            <span className="rounded-full bg-sunken px-2 text-xs font-normal text-quiet">{mark}</span>
          )}
        </p>
        <p className="text-xs leading-5 text-quiet wrap-anywhere">{line}</p>
        <Problem>{reason}</Problem>
      </div>
      <Button tone="danger" disabled={isBusy} aria-label={action.label} onClick={() => void end()}>
        {action.name}
      </Button>
    </li>
  );
}
