const root = new URL("../../", import.meta.url);

/** Finds what the project's own imports mean: `@/` is the checkout, and the ending `.ts` is left out. */
export function resolve(specifier, context, next) {
  // Outside of a bundler this package is empty under the name of the place where it is allowed.
  if (specifier === "server-only")
    return next(specifier, { ...context, conditions: [...context.conditions, "react-server"] });
  if (context.parentURL?.includes("/node_modules/")) return next(specifier, context);
  // Next's parts have no names but those of their files, whose ending is left out too.
  if (/^next\/[a-z-]+$/.test(specifier)) return next(`${specifier}.js`, context);
  if (!specifier.startsWith("@/") && !specifier.startsWith("./")) return next(specifier, context);
  const file = /\.(mjs|ts|json)$/.test(specifier) ? specifier : `${specifier}.ts`;
  return next(file.startsWith("@/") ? new URL(file.slice(2), root).href : file, context);
}
