import { useEffect, useRef } from "react";

/**
 * When a button for more rows goes with the last of them, the focus goes to the first row that it brought.
 * The result is called with the button before asking; `selector` finds the rows in the navigation around it.
 */
export function useNewRows(isLoading: boolean, selector: string): (button: HTMLElement) => void {
  const expected = useRef<{ list: Element | null; count: number } | null>(null);
  useEffect(() => {
    if (isLoading || expected.current === null) return;
    const { list, count } = expected.current;
    expected.current = null;
    if (document.activeElement === document.body)
      list?.querySelectorAll<HTMLElement>(selector)[count]?.focus();
  }, [isLoading, selector]);
  return (button) => {
    const list = button.closest("nav");
    expected.current = { list, count: list?.querySelectorAll(selector).length ?? 0 };
  };
}
