import { useEffect, useRef, type KeyboardEvent } from "react";
import { Button } from "./button";
import { isComposing } from "./is-composing";

type TextEditProps = {
  text: string;
  label: string;
  keepLabel: string;
  cancelLabel: string;
  /** The new words, or `null` to leave them as they were. */
  onEnd: (text: string | null) => void;
};

/** Words in the hands of the person: Enter keeps the new ones, Esc the old ones. */
export function TextEdit({ text, label, keepLabel, cancelLabel, onEnd }: TextEditProps) {
  const box = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    const element = box.current;
    element?.focus();
    element?.setSelectionRange(element.value.length, element.value.length);
  }, []);
  const keep = () => onEnd(box.current?.value ?? null);
  const onKeyDown = (event: KeyboardEvent) => {
    const isEnd = event.key === "Escape" || (event.key === "Enter" && !event.shiftKey);
    if (isComposing(event) || !isEnd) return;
    event.preventDefault();
    if (event.key === "Enter") keep();
    else onEnd(null);
  };
  return (
    <div className="flex flex-wrap items-end gap-x-1">
      <textarea
        ref={box}
        rows={1}
        dir="auto"
        defaultValue={text}
        aria-label={label}
        onKeyDown={onKeyDown}
        className="block max-h-[40dvh] min-w-0 flex-[1_1_15rem] resize-none [field-sizing:content] bg-transparent py-1 leading-[inherit] outline-none"
      />
      <div className="ms-auto flex">
        <Button tone="quiet" onClick={() => onEnd(null)}>
          {cancelLabel}
        </Button>
        <Button tone="primary" onClick={keep}>
          {keepLabel}
        </Button>
      </div>
    </div>
  );
}
