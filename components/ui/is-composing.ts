import type { KeyboardEvent } from "react";

/** Enter that ends the choice of a character must not send. Safari tells it only by the old key code. */
export function isComposing(event: KeyboardEvent): boolean {
  return event.nativeEvent.isComposing || event.keyCode === 229;
}
