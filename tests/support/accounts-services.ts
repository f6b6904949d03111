import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { clientAddressHeader, toMarkedAddress } from "@/lib/features/accounts/auth/client-address";
import { parseEnv } from "@/lib/env";
import type { Platform } from "@/lib/server/core-services";
import { createServices } from "@/lib/server/create-services";
import type { Services } from "@/lib/server/services";
import { openBlobs, openStore } from "@/lib/store/open";
import type { BlobStore } from "@/lib/store/blobs";
import type { Store } from "@/lib/store/store";

export const siteUrl = "http://127.0.0.1:3000";
export const password = "correct horse battery";
const slot = Symbol.for("sextant.services");

export type Site = {
  services: Services;
  store: Store;
  blobs: BlobStore;
  clock: { now: number };
  dispose(): Promise<void>;
};

/** The product with accounts, its store beside it and a clock that the test moves. `serve` makes it the one that routes answer from. */
export async function openSite(
  env: Record<string, string> = {},
  outside: Partial<Platform> = {},
): Promise<Site> {
  const dataDir = await mkdtemp(path.join(tmpdir(), "sextant-accounts-"));
  const clock = { now: Date.now() };
  let store: Store | null = null;
  let blobs: BlobStore | null = null;
  const services = await createServices(
    parseEnv({
      LOG_LEVEL: "silent",
      MEDIAWIKI_URL: "http://127.0.0.1:9",
      DATA_DIR: dataDir,
      AUTH_URL: siteUrl,
      ...env,
    }),
    {
      now: () => clock.now,
      ...outside,
      openStore: async (config) => (store = await (outside.openStore ?? openStore)(config)),
      openBlobs: async (config) => (blobs = await (outside.openBlobs ?? openBlobs)(config)),
    },
  );
  if (store === null || blobs === null) throw new Error("The store was not opened.");
  serve(services);
  return {
    services,
    store,
    blobs,
    clock,
    async dispose() {
      await services.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

export function serve(services: Services): void {
  Object.assign(globalThis, { [slot]: Promise.resolve(services) });
}

type Route = (request: Request, context: { params: Promise<never> }) => Promise<Response>;
export type Call = {
  method?: string;
  body?: unknown;
  headers?: Record<string, string>;
  params?: Record<string, string | string[]>;
  query?: string;
};

/** A browser: same host and origin, and it keeps its cookies. */
export function createBrowser(address = "203.0.113.7", url = siteUrl) {
  const jar = new Map<string, string>();
  async function call(
    route: unknown,
    { method = "GET", body, headers = {}, params = {}, query = "" }: Call = {},
  ): Promise<Response> {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join("; ");
    const request = new Request(`${url}/x${query}`, {
      method,
      headers: {
        host: new URL(url).host,
        [clientAddressHeader]: toMarkedAddress(address),
        ...(method === "GET" ? {} : { origin: url }),
        ...(cookie === "" ? {} : { cookie }),
        ...headers,
      },
      // As Next hands it on: a change without a body has an empty one.
      ...(method === "GET" ? {} : { body: toBody(body) }),
    });
    const response = await (route as Route)(request, { params: Promise.resolve(params as never) });
    keep(jar, response.headers.getSetCookie());
    return response;
  }
  return {
    jar,
    call,
    /** Posts below `/api/auth`. */
    auth: (
      route: { POST: unknown; GET: unknown },
      name: string,
      body?: unknown,
      headers: Record<string, string> = {},
    ) =>
      call(route.POST, {
        method: "POST",
        params: { path: name.split("/") },
        headers,
        ...(body === undefined ? {} : { body }),
      }),
  };
}

/** A form and bytes go as they are, everything else as JSON. */
function toBody(body: unknown): BodyInit {
  if (body instanceof FormData || body instanceof Uint8Array) return body as BodyInit;
  return body === undefined ? "" : JSON.stringify(body);
}
export type Browser = ReturnType<typeof createBrowser>;

export function keep(jar: Map<string, string>, cookies: string[]): void {
  for (const cookie of cookies) {
    const [pair = "", ...attributes] = cookie.split("; ");
    const cut = pair.indexOf("=");
    if (attributes.some((attribute) => attribute.toLowerCase() === "max-age=0"))
      jar.delete(pair.slice(0, cut));
    else jar.set(pair.slice(0, cut), pair.slice(cut + 1));
  }
}
