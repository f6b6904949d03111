import { useEffect, useRef, useState } from "react";

/** Whether the address names it: then it is unfolded, brought into view and given the focus. */
export function useTarget(name: string) {
  const ref = useRef<HTMLDivElement>(null);
  const [isTarget, setTarget] = useState(false);
  useEffect(() => {
    const arrive = (): void => {
      const isHere = location.hash === `#${name}`;
      setTarget(isHere);
      if (!isHere || ref.current === null) return;
      const folded = ref.current.closest("details");
      if (folded !== null) folded.open = true;
      ref.current.scrollIntoView({ block: "center" });
      ref.current.focus({ preventScroll: true });
    };
    arrive();
    window.addEventListener("hashchange", arrive);
    return () => window.removeEventListener("hashchange", arrive);
  }, [name]);
  return { ref, isTarget };
}
