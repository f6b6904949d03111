import { joinClasses } from "@/components/ui/class-names";

type Props = { label: string; share: number; className?: string };

/** How far something is, from 0 to 1, as a thin line. */
export function ProgressLine({ label, share, className }: Props) {
  const percent = Math.round(Math.min(1, Math.max(0, share)) * 100);
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuenow={percent}
      aria-valuemin={0}
      aria-valuemax={100}
      className={joinClasses("h-1 overflow-hidden rounded-full bg-sunken", className)}
    >
      <div
        className="h-full rounded-full bg-mark transition-[width] duration-150"
        style={{ width: `${Math.max(4, percent)}%` }}
      />
    </div>
  );
}
