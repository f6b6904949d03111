import { createRoot } from "react-dom/client";
import { untilIdle } from "@/lib/client/until-idle";
import { RenderedMarkdown } from "./rendered-markdown";

const sample = "Words, *em* and `code`:\n\n- one\n- two\n\n1. $x = \\frac{1}{2}$";

/**
 * Draws a few words outside of the page. What draws an answer is compiled by the browser when it first runs: better now, while
 * nobody waits, than all at once with the first words of an answer.
 */
export async function warmMarkdown(signal: AbortSignal): Promise<void> {
  const root = createRoot(document.createElement("div"));
  root.render(<RenderedMarkdown text={sample} isStreaming />);
  await untilIdle(signal);
  root.unmount();
}
