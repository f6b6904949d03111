export type Toast = {
  text: string;
  action?: { label: string; run: () => void };
  isFailure?: boolean;
  durationMs?: number;
};

/** Gets `null` when there is nothing to say yet. */
type Listener = (toast: Toast | null) => void;

let listener: Listener | null = null;

/** Says something in passing. Nothing is loaded for it until the first one. */
export function showToast(toast: Toast): void {
  listener?.(toast);
}

/** Loads what draws them before there is something to say: where that may be that the connection is gone. */
export function prepareToasts(): void {
  listener?.(null);
}

/** The one place that draws them; answers with the function that ends it. */
export function receiveToasts(receive: Listener): () => void {
  listener = receive;
  return () => {
    if (listener === receive) listener = null;
  };
}
