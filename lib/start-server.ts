import { isAppError } from "@/lib/errors";
import { createLog } from "@/lib/log";
import { getServices } from "@/lib/services";

/** Opens the services, or ends the process with a sentence that says what is wrong. */
export async function startServer(): Promise<void> {
  try {
    const services = await getServices();
    const close = () => void services.close().catch((error: unknown) => services.log.error("close_failed", { error }));
    process.once("SIGTERM", close);
    process.once("SIGINT", close);
  } catch (error) {
    if (isAppError(error)) process.stderr.write(`Sextant cannot start. ${error.message}\n`);
    else createLog("error").error("start_failed", { error });
    process.exit(1);
  }
}
