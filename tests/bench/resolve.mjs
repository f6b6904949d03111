import { registerHooks } from "node:module";

const root = new URL("../../", import.meta.url);

// Node runs TypeScript as it stands, and asks for the file endings that the project leaves out.
registerHooks({
  resolve(specifier, context, next) {
    const isOwn = specifier.startsWith("@/") || specifier.startsWith("./");
    const file = /\.(mjs|ts|json)$/.test(specifier) ? specifier : `${specifier}.ts`;
    if (!isOwn || context.parentURL?.includes("/node_modules/")) return next(specifier, context);
    return next(specifier.startsWith("@/") ? new URL(file.slice(2), root).href : file, context);
  },
});
