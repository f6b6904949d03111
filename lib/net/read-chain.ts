import { AppError, isAppError, toAppError } from "@/lib/errors";
import type { ReadRoute } from "@/lib/features/evidence/shape/evidence";
import { startDeadline } from "./deadline";
import type { ReadDocument } from "./read-document";
import { findStatus } from "./response-failure";

/** A page by one of its routes. */
export type RouteAnswer = ReadDocument & {
  /** Where the page was found, after redirects; its own address, whoever gave it. */
  url: string;
  /** When the copy was made, from an archive. ISO 8601. */
  archivedAt?: string;
  /** The server asks for it not to be kept. */
  isPrivate: boolean;
};

export type ReadContext = { signal: AbortSignal; /** In ms. */ timeLeft: () => number };

/** One way to a page. Throws what reading throws. */
export type Route = (url: string, context: ReadContext) => Promise<RouteAnswer>;

/** The page itself, and whatever else is set up and switched on. */
export type Routes = { direct: Route } & Partial<Record<Exclude<ReadRoute, "direct">, Route>>;

/** A route that did not give the page, and why. */
export type ReadAttempt = { route: ReadRoute; message: string };
export type ChainAnswer = RouteAnswer & { route: ReadRoute; attempts: ReadAttempt[] };

export type ReadChainOptions = {
  signal: AbortSignal;
  now: () => number;
  /** For all routes together. */ limitMs?: number;
};

const defaultLimitMs = 27_000;
const thinMessage = "The page holds hardly any text as it is served.";

/**
 * Reads a page by the first route that gives its text: itself, then what may help. When none does, the
 * longest text found is given; without any, a failure is thrown with all routes' words and the page's code.
 */
export async function readByRoutes(
  url: string,
  routes: Routes,
  { signal, now, limitMs = defaultLimitMs }: ReadChainOptions,
): Promise<ChainAnswer> {
  const deadline = startDeadline(limitMs, signal);
  const end = now() + limitMs;
  const context = { signal: deadline.signal, timeLeft: () => end - now() };
  try {
    const first = await tryRoute(routes.direct, url, context, signal);
    if (first.answer && !first.answer.isThin) return { ...first.answer, route: "direct", attempts: [] };
    let best = first.answer && { ...first.answer, route: "direct" as ReadRoute };
    const attempts: ReadAttempt[] = [toAttempt("direct", first)];
    for (const name of first.error ? listHelpful(first.error) : thinRoutes) {
      const route = routes[name];
      if (route === undefined) continue;
      const next = await tryRoute(route, url, context, signal);
      if (next.answer && !next.answer.isThin) return { ...next.answer, route: name, attempts };
      if (isLonger(next.answer, best)) best = { ...next.answer, route: name };
      attempts.push(toAttempt(name, next));
    }
    if (best) return { ...best, attempts: attempts.filter(({ route }) => route !== best?.route) };
    throw toFailure(toAppError(first.error), attempts);
  } finally {
    deadline.clear();
  }
}

function toAttempt(route: ReadRoute, { error }: RouteOutcome): ReadAttempt {
  return { route, message: error?.message ?? thinMessage };
}

function isLonger(answer: RouteAnswer | null, best: RouteAnswer | null): answer is RouteAnswer {
  return answer !== null && answer.markdown.length > (best?.markdown.length ?? 0);
}

type RouteOutcome = { answer: RouteAnswer; error: null } | { answer: null; error: AppError };

async function tryRoute(
  route: Route,
  url: string,
  context: ReadContext,
  caller: AbortSignal,
): Promise<RouteOutcome> {
  try {
    return { answer: await route(url, context), error: null };
  } catch (cause) {
    if (caller.aborted)
      throw isAppError(cause) && cause.code === "aborted"
        ? cause
        : new AppError("aborted", "Reading was stopped.", { cause });
    const error = toAppError(cause);
    return {
      answer: null,
      error: error.code === "aborted" ? new AppError("timeout", "There was no time left.", { cause }) : error,
    };
  }
}

type OtherRoute = Exclude<ReadRoute, "direct">;

/** The browser is local and tells nobody; a cached copy is as thin, except behind a consent wall. */
const thinRoutes: readonly OtherRoute[] = ["browser", "reader", "archive"];
const refusedStatuses = new Set([401, 403, 451]);

/** None for forbidden addresses, wishes in `robots.txt`, documents too large or of another kind. */
function listHelpful(error: AppError): readonly OtherRoute[] {
  if (error.code === "not_found") return ["archive"];
  if (error.code === "page_refused")
    return refusedStatuses.has(findStatus(error) ?? 0) ? ["reader", "archive"] : [];
  return error.code === "page_unavailable" || error.code === "timeout" ? ["reader", "archive"] : [];
}

function toFailure(error: AppError, attempts: ReadAttempt[]): AppError {
  if (attempts.length === 1) return error;
  const message = attempts
    .map(({ route, message: words }) => (route === "direct" ? words : `${routeNames[route]}: ${words}`))
    .join(" ");
  return new AppError(error.code, message, {
    cause: error,
    ...(error.retryAfter !== undefined && { retryAfter: error.retryAfter }),
  });
}

const routeNames: Record<OtherRoute, string> = {
  reader: "The reader service",
  archive: "The web archive",
  browser: "The browser",
};
