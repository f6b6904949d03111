import { toPayableTokens, type TokenPrice } from "./limits";
import { estimateTokens } from "./tokens";

type PendingUsage = { isOverBudget: boolean; pendingOutputCharacters: number; pendingInputTokens: number };

/** What the running call has read and written so far, as far as that can be known before it says so. */
export function createOutputMeter(end: PendingUsage, priceNow: () => TokenPrice, leftMicroUsd: () => number) {
  let call = { inputTokens: 0, payableTokens: Number.POSITIVE_INFINITY };
  let tokens = 0;
  const toLimit = (): number => {
    const price = priceNow();
    return Math.min(
      call.payableTokens,
      // The calls of tools that run meanwhile take of the same money.
      toPayableTokens(leftMicroUsd() - call.inputTokens * price.input, { price }),
    );
  };
  return {
    start(next: typeof call): void {
      call = next;
      tokens = 0;
      end.pendingInputTokens = next.inputTokens;
      end.pendingOutputCharacters = 0;
    },
    /** The call is over; gives what it is estimated to have read and written. */
    end() {
      end.pendingInputTokens = 0;
      end.pendingOutputCharacters = 0;
      return { inputTokens: call.inputTokens, outputTokens: Math.max(0, tokens) };
    },
    /**
     * The call broke off and goes on as another one, which reads what was written; gives the same of it. Some
     * of that may be counted only later.
     */
    split(written: string) {
      const [used, outputTokens] = [call, estimateTokens(written)];
      call = {
        inputTokens: used.inputTokens + outputTokens,
        payableTokens: used.payableTokens - outputTokens,
      };
      tokens -= outputTokens;
      end.pendingInputTokens = call.inputTokens;
      end.pendingOutputCharacters -= written.length;
      return { inputTokens: used.inputTokens, outputTokens };
    },
    /** True once it has written more than its limit by more than the estimate can err. */
    count(chunk: { type: string; delta?: string; inputTextDelta?: string }): boolean {
      const written = chunk.delta ?? chunk.inputTextDelta;
      if (written === undefined) return false;
      end.pendingOutputCharacters += written.length;
      tokens += estimateTokens(written);
      if (tokens <= toLimit() * 1.2 + 50) return false;
      end.isOverBudget = true;
      return true;
    },
  };
}
