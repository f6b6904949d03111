const somewhere = "http://site.invalid";
/** The server takes no longer one from a provider's visit. */
const longestPath = 500;
/** Going there after signing in would go round in a circle, or show data instead of a page. */
const noPages = /^\/(api|sign-in|sign-up|forgot-password|reset-password)(\/|$)/;

/** A path of this site out of an address that a stranger may have written; the start page if it is none. */
export function toSafePath(value: string | undefined): string {
  if (value === undefined || !value.startsWith("/")) return "/";
  try {
    const { origin, pathname, search, hash } = new URL(value, somewhere);
    const path = `${pathname}${search}${hash}`;
    // "/..//host" is a path here, and another site's address once it is written without the dots.
    const isPage = origin === somewhere && !path.startsWith("//") && !noPages.test(pathname);
    return isPage && path.length <= longestPath ? path : "/";
  } catch {
    return "/";
  }
}

/** The address of one of our own pages with what it has to know; what is absent is left out. */
export function toAddress(page: string, query: Record<string, string | undefined>): string {
  const given = Object.entries(query).flatMap(([name, value]) =>
    value === undefined || value === "" ? [] : [[name, value]],
  );
  return given.length === 0 ? page : `${page}?${new URLSearchParams(given).toString()}`;
}
