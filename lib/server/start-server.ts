import { subscribe } from "node:diagnostics_channel";
import type { IncomingMessage } from "node:http";
import { format } from "node:util";
import { clientAddressHeader, toMarkedAddress } from "@/lib/features/accounts/auth/client-address";
import { isLoopbackHost } from "@/lib/features/accounts/auth/local-owner";
import { readEnv } from "@/lib/env";
import { AppError, isAppError, toAppError } from "@/lib/errors";
import { createLog, type Log, type LogLevel } from "@/lib/log";
import { toModelRef } from "@/lib/models/models-config";
import { z } from "zod";
import { findAudienceProblem } from "@/lib/features/accounts/accounts-config";
import { collectWhenQuiet } from "./quiet-collection";
import { getServices, type Services } from "./services";

/** Opens the services, or ends the process with a sentence that says what is wrong. */
export async function startServer(): Promise<Services> {
  try {
    // Whatever is written is the server's own, also by packages.
    process.umask(0o077);
    stampClientAddresses();
    const env = readEnv();
    // What the environment itself opens is refused with its own sentence, by whoever reads it next.
    if (env.AUTH_URL === undefined && findAudienceProblem(env) === null) checkListening();
    const services = await getServices();
    takeConsole(services.log);
    for (const signal of ["SIGTERM", "SIGINT"] as const)
      process.once(signal, () => void closeServer(services, signal));
    await showSetupLinks(services);
    await tellStarter(services);
    void askModel(services);
    void services.accounts
      .finishDeletions()
      .catch((error: unknown) => services.log.error("deletions_not_finished", { error }));
    void services.prepareHandbook();
    lookForRuns(services);
    lookForDueWork(services);
    if (services.mode.looksForRuns) collectWhenQuiet();
    return services;
  } catch (error) {
    if (isAppError(error)) process.stderr.write(`Sextant cannot start. ${error.message}\n`);
    else createLog("error").error("start_failed", { error });
    process.exit(1);
  }
}

/** What Next and packages print becomes lines of the log, but where a terminal watches. */
function takeConsole(log: Log): void {
  if (process.stdout.isTTY) return;
  const take = (level: LogLevel, names: string[]) =>
    names.map((name) => [name, (...words: unknown[]) => log[level]("printed", { text: format(...words) })]);
  const methods = [
    ...take("info", ["log", "info", "debug"]),
    ...take("warn", ["warn"]),
    ...take("error", ["error", "trace"]),
  ];
  Object.assign(console, Object.fromEntries(methods));
}

/** Of a report on this process, the sockets that it has open. */
const reportSchema = z.object({
  libuv: z.array(
    z.object({
      type: z.string(),
      localEndpoint: z.object({ host: z.string().optional() }).nullish(),
      remoteEndpoint: z.unknown().optional(),
    }),
  ),
});

/**
 * Next started by itself listens on every address, whatever `HOST` says. Throws `configuration` when this
 * process can be reached from other machines: without accounts they would all be its owner.
 */
export function checkListening(): void {
  // No addresses are looked up for it.
  Object.assign(process.report, { excludeNetwork: true });
  const { libuv } = reportSchema.parse(process.report.getReport());
  const hosts = libuv.flatMap(({ type, localEndpoint, remoteEndpoint }) =>
    type === "tcp" && !remoteEndpoint ? (localEndpoint?.host ?? []) : [],
  );
  const open = hosts.find((host) => !isLoopbackHost(host));
  if (open === undefined) return;
  throw new AppError(
    "configuration",
    `Use npm start, or next start -H 127.0.0.1, or set AUTH_URL to the address that people open. Without accounts, listening on ${open} would let anyone in.`,
  );
}

/** `npm start` says in its line what serves here. */
async function tellStarter({ checkHealth, log }: Services): Promise<void> {
  try {
    process.send?.(await checkHealth());
  } catch (error) {
    log.warn("starter_not_told", { error });
  }
}

const longestAskMs = 10_000;

/** A wrong key or a server that is down stands in the log before the first question fails. */
async function askModel({ checkHealth, models, log, mode }: Services): Promise<void> {
  if (!mode.looksForRuns) return;
  try {
    const { provider } = toModelRef((await checkHealth()).model);
    if (provider === "offline" || provider === "none") return;
    await models().listOf(provider, AbortSignal.timeout(longestAskMs));
  } catch (error) {
    log.warn("model_not_ready", { reason: toAppError(error).message });
  }
}

const longestCloseMs = 9_000;
/** What answers that are under way get, once nothing is made here any more. */
const lastAnswersMs = 300;

/** Next waits until connections close, which browsers keep open: the process ends once all is stored. */
async function closeServer({ close, log }: Services, signal: NodeJS.Signals): Promise<void> {
  log.info("server_stops", { signal });
  setTimeout(() => process.exit(1), longestCloseMs).unref();
  await close().catch((error: unknown) => log.error("close_failed", { error }));
  setTimeout(() => process.exit(0), lastAnswersMs).unref();
}

/** How often a process that stays looks for replies nobody makes and for questions whose time is over. */
const lookMs = 2_000;

function lookForRuns({ runs, log, mode }: Services): void {
  const look = () =>
    runs.sweep().then(
      () => undefined,
      (error: unknown) => log.warn("runs_not_looked_for", { error }),
    );
  let looking: Promise<void> | null = look();
  if (!mode.looksForRuns) return;
  const again = () => (looking ??= look().finally(() => (looking = null)));
  void looking.finally(() => (looking = null));
  setInterval(again, lookMs).unref();
}

/** How often a process that stays looks for work whose time has come. */
const dueMs = 30_000;

function lookForDueWork({ doDueWork, log, mode }: Services): void {
  if (!mode.looksForRuns) return;
  const look = () => void doDueWork().catch((error: unknown) => log.warn("due_work_not_done", { error }));
  look();
  setInterval(look, dueMs).unref();
}

/**
 * Requests as Next hands them on do not say from which address they came. Node announces each one before Next
 * reads its headers: there the address is written, over whatever the client sent under this name.
 */
export function stampClientAddresses(): void {
  subscribe("http.server.request.start", (message) => {
    const { request } = message as { request: IncomingMessage };
    request.headers[clientAddressHeader] = toMarkedAddress(request.socket.remoteAddress ?? "");
  });
}

/** The only way for an administrator named in the environment to sign up where no mail is sent. */
async function showSetupLinks({ accounts }: Services): Promise<void> {
  const { setupLinks } = await accounts.prepareAdmins();
  for (const link of setupLinks)
    process.stderr.write(`Open this link today or tomorrow to create an administrator account: ${link}\n`);
}
