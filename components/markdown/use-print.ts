import { useEffect, type RefObject } from "react";

/** Opens the print dialog once everything in it is drawn, formulas and diagrams too. */
export function usePrint(area: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = area.current;
    if (element === null) return;
    const left = new AbortController();
    const print = async (): Promise<void> => {
      if (left.signal.aborted || element.querySelector("[data-undrawn]") !== null) return;
      left.abort();
      await document.fonts.ready;
      window.print();
    };
    const observer = new MutationObserver(() => void print());
    observer.observe(element, { childList: true, subtree: true });
    left.signal.addEventListener("abort", () => observer.disconnect());
    void print();
    return () => left.abort();
  }, [area]);
}
