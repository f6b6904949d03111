import type { Log } from "@/lib/log";

/** The SDK prints what a vendor's model does not support; that belongs in our log, where few need it. */
export function logSdkWarnings(log: Log): void {
  globalThis.AI_SDK_LOG_WARNINGS = ({ warnings, provider, model }) =>
    log.debug("model_warning", { provider, model, warnings });
}
