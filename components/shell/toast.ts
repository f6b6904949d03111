export type Toast = { text: string; action?: { label: string; run: () => void }; isFailure?: boolean; durationMs?: number };

type Listener = (toast: Toast) => void;

let listener: Listener | null = null;

/** Says something in passing. Nothing is loaded for it until the first one. */
export function showToast(toast: Toast): void {
  listener?.(toast);
}

/** The one place that draws them; answers with the function that ends it. */
export function receiveToasts(receive: Listener): () => void {
  listener = receive;
  return () => {
    if (listener === receive) listener = null;
  };
}
