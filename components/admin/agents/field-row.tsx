import { ChevronRight } from "lucide-react";
import { useId, type ReactNode } from "react";

type Props = {
  label: string;
  help?: string;
  /** Beside the name: a small control, which has a label of its own. */
  control?: ReactNode;
  children?: ReactNode;
};

/** One field of an agent: its name, what it changes, and its control beside or below. */
export function FieldRow({ label, help, control, children }: Props) {
  return (
    <div className="border-b border-hairline py-5 last:border-0">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="min-w-0 flex-[1_1_14rem]">
          <h3 className="font-medium">{label}</h3>
          {help !== undefined && <p className="text-sm leading-5 text-quiet">{help}</p>}
        </div>
        {control && <div className="flex min-h-8 items-center">{control}</div>}
      </div>
      {children && <div className="pt-3">{children}</div>}
    </div>
  );
}

/** A part that few change: its name and what it holds, folded over the fields. */
export function FoldedRow({ label, value, children }: { label: string; value: string; children: ReactNode }) {
  return (
    <details className="group border-b border-hairline">
      <summary className="flex min-h-12 cursor-pointer list-none flex-wrap items-center gap-x-4 py-2 [&::-webkit-details-marker]:hidden">
        <h3 className="w-36 shrink-0 font-medium">{label}</h3>
        <span dir="auto" className="min-w-0 flex-1 truncate text-sm text-quiet">
          {value}
        </span>
        <ChevronRight
          aria-hidden
          className="size-4 shrink-0 text-quiet group-open:rotate-90 rtl:-scale-x-100"
        />
      </summary>
      {children}
    </details>
  );
}

type TextProps = {
  label: string;
  value: string;
  rows: number;
  maxLength: number;
  /** How much of the room is used. */
  count?: string;
  onChange: (value: string) => void;
};

/** Several lines of text, which grow with what is written. */
export function TextArea({ label, value, rows, maxLength, count, onChange }: TextProps) {
  const id = useId();
  return (
    <>
      <textarea
        aria-label={label}
        aria-describedby={count === undefined ? undefined : id}
        dir="auto"
        value={value}
        rows={rows}
        maxLength={maxLength}
        onChange={(event) => onChange(event.target.value)}
        className={`text-field h-auto! max-h-[60dvh] w-full resize-y [field-sizing:content] px-3 py-2 leading-6 ${rows > 4 ? "min-h-53" : "min-h-17"}`}
      />
      {count !== undefined && (
        <p id={id} className="pt-1 text-end text-xs text-quiet">
          {count}
        </p>
      )}
    </>
  );
}
