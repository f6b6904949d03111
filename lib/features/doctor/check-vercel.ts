import { envSchema, judgeEnv, toKeyVariable } from "@/lib/env";
import { listAccounts } from "./check-accounts";
import { checkSecret } from "./check-secret";
import type { Finding } from "./finding";

type Variables = Record<string, string | undefined>;

/** What Vercel's functions do with an environment file, by its text alone: nothing is asked of anybody. */
export function checkVercelFile(variables: Variables): Finding[] {
  const set = Object.fromEntries(Object.entries(variables).filter(([, value]) => value?.trim()));
  return [...readAsVercel(set), ...listMissing(set), ...listNeedless(set), ...listUnknown(set)];
}

function readAsVercel(variables: Variables): Finding[] {
  const { env, problems, unreadable } = judgeEnv({ ...variables, VERCEL: "1" });
  const check = "environment";
  const wrong = problems.map((text): Finding => ({ check, status: "failed", text }));
  // Of what cannot be read nothing else is said, least of all that it is not set.
  const others = [...checkSecret(env), ...listAccounts(env)].filter(
    ({ text }) => !unreadable.some((name) => text.includes(name)),
  );
  return [...(wrong.length > 0 ? wrong : [{ check, status: "ok", text: "can be read" } as const]), ...others];
}

/** What Vercel lets a function work at most on a plan that costs nothing, and the routes ask for. */
export const freeSeconds = 300;

function listMissing(variables: Variables): Finding[] {
  const findings: Finding[] = [];
  const add = (check: string, status: Finding["status"], text: string) =>
    findings.push({ check, status, text });
  if (variables["FIREBASE_CLIENT_EMAIL"] === undefined || variables["FIREBASE_PRIVATE_KEY"] === undefined)
    add(
      "store",
      "failed",
      "set FIREBASE_CLIENT_EMAIL and FIREBASE_PRIVATE_KEY: Vercel has no Google credentials of its own",
    );
  if (variables["CRON_SECRET"] === undefined)
    add(
      "scheduler",
      "missing",
      "CRON_SECRET is not set, so the daily job is refused and due work waits for the next request",
    );
  if (Number(variables["FUNCTION_SECONDS"]) > freeSeconds)
    add(
      "scheduler",
      "missing",
      `FUNCTION_SECONDS is over ${freeSeconds}, which needs a paid plan and the same maxDuration in the routes`,
    );
  return findings;
}

/** What a function of Vercel's does not have, or has already, and what to do instead. */
const needless: Record<string, string> = {
  HOST: "Vercel decides where it listens",
  PORT: "Vercel decides where it listens",
  DATA_DIR: "Vercel does not keep its disk",
  BROWSER_PATH: "a function has no browser",
  CLIENT_ADDRESS_HEADER:
    "Vercel gives the client's address as x-real-ip, and clients can forge other headers",
  FIRESTORE_EMULATOR_HOST: "an emulator is for trials on one machine",
  STORAGE_EMULATOR_HOST: "an emulator is for trials on one machine",
};

/** A function that looks for this machine finds itself. */
const thisMachine = /\/\/(localhost|127\.|0\.0\.0\.0|\[::1\])/;

function listNeedless(variables: Variables): Finding[] {
  return Object.entries(variables).flatMap(([name, value]): Finding[] => {
    const why = needless[name];
    if (why !== undefined) return [{ check: "no effect", status: "missing", text: `remove ${name}: ${why}` }];
    const isAddress =
      name !== "AUTH_URL" &&
      (name.endsWith("_URL") || name === "COMPATIBLE_PROVIDERS" || name === "OIDC_ISSUER");
    return isAddress && thisMachine.test(value ?? "")
      ? [
          {
            check: "no effect",
            status: "failed",
            text: `${name} is an address of your own machine, which a function cannot reach`,
          },
        ]
      : [];
  });
}

function listUnknown(variables: Variables): Finding[] {
  const named = [...(variables["COMPATIBLE_PROVIDERS"] ?? "").matchAll(/([a-z][a-z0-9_-]*)=/g)];
  const known = new Set([
    ...Object.keys(envSchema.shape),
    ...named.map(([, name = ""]) => toKeyVariable(name)),
  ]);
  return Object.keys(variables)
    .filter((name) => !known.has(name) && !/^(NODE|NEXT|VERCEL)_/.test(name))
    .map((name) => ({
      check: "no effect",
      status: "missing",
      text: `${name} is not a variable of this product`,
    }));
}
