import * as nodeModule from "node:module";
import { isMainThread } from "node:worker_threads";

const root = new URL("../../", import.meta.url);
const nothing = "data:text/javascript,";

/** Adds the file endings that the project leaves out, and reads `@/` as the project's root. */
export function resolve(specifier, context, next) {
  if (specifier === "server-only") return { url: nothing, shortCircuit: true };
  const isOwn = specifier.startsWith("@/") || specifier.startsWith("./");
  if (!isOwn || context.parentURL?.includes("/node_modules/")) return next(specifier, context);
  const file = /\.(mjs|ts|json)$/.test(specifier) ? specifier : `${specifier}.ts`;
  return next(file.startsWith("@/") ? new URL(file.slice(2), root).href : file, context);
}

// Before Node 22.15 hooks live in a thread of their own, which reads this file again.
if (nodeModule.registerHooks) nodeModule.registerHooks({ resolve });
else if (isMainThread) nodeModule.register(import.meta.url);
