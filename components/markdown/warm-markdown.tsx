import { createRoot } from "react-dom/client";
import { untilIdle } from "@/lib/client/wait";
import { RenderedMarkdown } from "./rendered-markdown";

const samples = ["Words", "*em* and `code`", "# Title", "- one\n- two", "1. one"];
/** Of code. A font that arrives lays out the whole page anew: slower, the more there is. */
const codeFont = "JetBrains Mono Variable";

/**
 * Draws a few words outside of the page. What draws an answer is compiled by the browser when it first runs:
 * better now, a piece at a time while nobody waits, than all at once with the first words of an answer.
 */
export async function warmMarkdown(signal: AbortSignal): Promise<void> {
  const root = createRoot(document.createElement("div"));
  for (const sample of samples) {
    if (signal.aborted) break;
    root.render(<RenderedMarkdown key={sample} text={sample} isStreaming />);
    await untilIdle(signal);
  }
  root.unmount();
  // Without it code is drawn in another, as everywhere.
  await Promise.allSettled([document.fonts.load(`1em "${codeFont}"`)]);
}
