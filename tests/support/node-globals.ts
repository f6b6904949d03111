import { AsyncLocalStorage } from "node:async_hooks";

/**
 * As Next's own server sets it before anything of Next is loaded. Without it the parts of Next that a test loads
 * take a stand-in that fails, and with them whatever is printed later in that worker.
 */
Object.assign(globalThis, { AsyncLocalStorage });
