import { z } from "zod";
import { AppError, isAppError } from "@/lib/errors";
import type { GuardedFetch } from "@/lib/net/guarded-fetch";
import { parseJson } from "./parse-json";
import { toSearchError } from "./search-error";

export type Wiki = {
  /** Address of the wiki's `api.php`. */
  api: string;
  name: string;
  host: string;
  toPageUrl: (title: string) => string;
};

type ApiAccess = { fetch: GuardedFetch; signal: AbortSignal };

const siteInfoSchema = z.object({
  query: z.object({
    general: z.object({ sitename: z.string(), server: z.string(), articlepath: z.string().includes("$1") }),
  }),
});

/** Finds the API of the wiki at `baseUrl` and asks it how it writes its addresses. */
export async function openWiki(baseUrl: string, ask: ApiAccess): Promise<Wiki> {
  const base = baseUrl.replace(/\/+$/, "");
  const places = base.endsWith("/api.php") ? [base] : [`${base}/w/api.php`, `${base}/api.php`];
  for (const api of places) {
    const found = await findSiteInfo(api, ask);
    if (found) return toWiki(api, found.query.general);
  }
  throw new AppError(
    "search_unavailable",
    `${new URL(base).host} is no MediaWiki: neither /w/api.php nor /api.php answers there.`,
  );
}

/** One call of the action API. Throws `search_unavailable`, `quota_exhausted`, `timeout` or `aborted`. */
export async function callWiki<T>(
  api: string,
  parameters: Record<string, string>,
  schema: z.ZodType<T>,
  ask: ApiAccess,
): Promise<T> {
  const url = `${api}?${new URLSearchParams({ action: "query", format: "json", formatversion: "2", ...parameters })}`;
  const { host } = new URL(api);
  const page = await ask
    .fetch(url, { signal: ask.signal, accept: "application/json" })
    .catch((error: unknown) => {
      throw toSearchError(error, { name: host });
    });
  const parsed = schema.safeParse(parseJson(page.bytes));
  if (parsed.success) return parsed.data;
  throw toApiError(parseJson(page.bytes), host, parsed.error);
}

/** Null when there is no API at this place; a wiki that is down or slow throws. */
async function findSiteInfo(api: string, ask: ApiAccess): Promise<z.infer<typeof siteInfoSchema> | null> {
  try {
    return await callWiki(api, { meta: "siteinfo", siprop: "general" }, siteInfoSchema, ask);
  } catch (error) {
    const isAbsent =
      isAppError(error) &&
      (isAppError(error.cause) ? error.cause.code === "not_found" : error.cause instanceof z.ZodError);
    if (isAbsent) return null;
    throw error;
  }
}

function toWiki(api: string, general: z.infer<typeof siteInfoSchema>["query"]["general"]): Wiki {
  // The server may be given without its scheme ("//en.wikipedia.org").
  const server = new URL(general.server, api);
  if (!/^https?:$/.test(server.protocol))
    throw new AppError(
      "search_unavailable",
      `${new URL(api).host} names an address of its own that is none of the web.`,
    );
  return {
    api,
    name: general.sitename,
    host: server.host,
    toPageUrl: (title) =>
      new URL(
        general.articlepath.replace("$1", () => encodeTitle(title)),
        server,
      ).href,
  };
}

/** As MediaWiki writes titles in addresses: blanks as underscores, and some characters left plain. */
function encodeTitle(title: string): string {
  return encodeURIComponent(title.replaceAll(" ", "_")).replace(/%(2F|3A|2C|40|24|3B)/g, (code) =>
    decodeURIComponent(code),
  );
}

const apiErrorSchema = z.object({ error: z.object({ code: z.string(), info: z.string().optional() }) });

function toApiError(answer: unknown, host: string, cause: unknown): AppError {
  const failure = apiErrorSchema.safeParse(answer);
  if (!failure.success)
    return new AppError("search_unavailable", `${host} sent an answer that is not MediaWiki's.`, { cause });
  const { code, info } = failure.data.error;
  if (code === "ratelimited")
    return new AppError("quota_exhausted", `${host} asks for fewer searches.`, { cause: info });
  return new AppError("search_unavailable", `${host} did not take the search (${code}).`, { cause: info });
}
