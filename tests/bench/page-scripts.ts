// What runs inside the measured pages. Each function is sent there as text, so it uses nothing from outside itself.

/**
 * Writes into the first text box as soon as React has taken it over, and notes when the page has reacted: when the button that
 * sends it can be pressed. In ms after the page was asked for, as `window.composerMs`.
 */
export function watchComposer(): void {
  let writtenAt = -Infinity;
  const timer = setInterval(() => {
    const box = document.querySelector("textarea");
    if (box === null || !Object.keys(box).some((key) => key.startsWith("__reactProps$"))) return;
    const button = box.form?.querySelector<HTMLButtonElement>('button[type="submit"]');
    if (button && !button.disabled) {
      clearInterval(timer);
      Object.assign(window, { composerMs: performance.now() });
    } else if (performance.now() - writtenAt > 200) {
      writtenAt = performance.now();
      box.focus();
      document.execCommand("insertText", false, "a");
    }
  }, 5);
}

/** Keeps the tasks that block the page for more than 50 ms, as `window.longTasks`: `[start, duration]` in ms. */
export function watchLongTasks(): void {
  const tasks: [number, number][] = [];
  Object.assign(window, { longTasks: tasks });
  const observer = new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries()) tasks.push([startTime, duration]);
  });
  observer.observe({ type: "longtask", buffered: true });
}

/** Adds up what moves on the page without a person's doing, as `window.shift`. */
export function watchShifts(): void {
  const observer = new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & {
      value: number;
      hadRecentInput: boolean;
    })[])
      if (!entry.hadRecentInput)
        Object.assign(window, { shift: Number(Reflect.get(window, "shift") ?? 0) + entry.value });
  });
  observer.observe({ type: "layout-shift", buffered: true });
}
