import { access, constants } from "node:fs/promises";
import type { Env } from "@/lib/env";
import { isRoot } from "@/lib/net/render-page";
import { createEngines } from "@/lib/features/web/search/catalog";
import { testEngine } from "@/lib/features/web/search/test-engine";
import { lookAt, type CheckOptions, type Finding } from "./finding";

/** Search engines that are set up; where it is to ask, each answers one question, which may cost money. */
export function checkSearch(env: Env, { isAsking, signal }: CheckOptions): Promise<Finding[]> {
  const engines = createEngines({ env, keys: {} });
  const ready = engines.filter(({ engine }) => engine !== null);
  return Promise.all(
    ready.map(async ({ id, name }): Promise<Finding> => {
      if (!isAsking) return { check: "search", status: "not asked", text: name };
      const { ok, message, isEmpty } = await testEngine(engines, id, signal);
      return { check: "search", status: !ok ? "failed" : isEmpty ? "missing" : "ok", text: message };
    }),
  );
}

/** What else is reached by an address, which may hold a secret: the variable is named alone. */
const services = {
  READER_BASE_URL: "reader",
  ARCHIVE_BASE_URL: "archive",
  OTEL_EXPORTER_OTLP_ENDPOINT: "telemetry",
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: "telemetry",
  OTEL_EXPORTER_OTLP_METRICS_ENDPOINT: "telemetry",
  ALERT_WEBHOOK_URL: "alerts",
} as const satisfies Partial<Record<keyof Env, string>>;

/** Any answer shows that somebody is there; nothing is sent that would be kept or would call somebody. */
export function checkServices(env: Env, { isAsking, signal }: CheckOptions): Promise<Finding[]> {
  const named = Object.entries(services).flatMap(([variable, check]) => {
    const address = env[variable as keyof typeof services];
    return address === undefined ? [] : [{ variable, check, address }];
  });
  return Promise.all(
    named.map(async ({ variable, check, address }): Promise<Finding> => {
      if (!isAsking) return { check, status: "not asked", text: variable };
      return (await lookAt(address, "HEAD", signal))
        ? { check, status: "ok", text: `a server answers at ${variable}` }
        : { check, status: "failed", text: `no server answers at ${variable}. Check the address` };
    }),
  );
}

/** Where pages would be drawn without a sandbox they are not drawn. */
export async function checkBrowser(
  { BROWSER_PATH: path }: Pick<Env, "BROWSER_PATH">,
  isRunByRoot = isRoot(),
): Promise<Finding[]> {
  const check = "browser";
  if (path === undefined) return [];
  if (isRunByRoot) {
    const text = "Chromium has no sandbox for root, so no page is drawn. Run the server as another user";
    return [{ check, status: "missing", text }];
  }
  const isProgram = await access(path, constants.X_OK).then(
    () => true,
    () => false,
  );
  return [
    isProgram
      ? {
          check,
          status: "not asked",
          text: "BROWSER_PATH is a program. It starts with the first page that needs a browser",
        }
      : {
          check,
          status: "failed",
          text: "BROWSER_PATH is not a program that this account can run. Check the path",
        },
  ];
}
