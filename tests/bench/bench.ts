import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { arch, cpus, platform, tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { closeConnections } from "./chat-client";
import { workFolder } from "./folders";
import { longConversationId, measureAnswers, warmUp, type Servers } from "./measure-answers";
import { measureCached } from "./measure-cached";
import { measureClaims } from "./measure-claims";
import { measureContext } from "./measure-context";
import { measureCosts } from "./measure-costs";
import { measureDocuments } from "./measure-documents";
import { measureInstances } from "./measure-instances";
import { measureLate } from "./measure-late";
import { measureLighthouse } from "./measure-lighthouse";
import { measureLog } from "./measure-log";
import { measureLong, seedLong } from "./measure-long";
import { measureLongTasks } from "./measure-long-tasks";
import { measureMemory } from "./measure-memory";
import { measurePage } from "./measure-page";
import { measurePlans } from "./measure-plans";
import { measureReading } from "./measure-reading";
import { measureReplies } from "./measure-replies";
import { measureRunPage, seedRunPage } from "./measure-run-page";
import { measureRuns } from "./measure-runs";
import { measureScale } from "./measure-scale";
import { measureSearch } from "./measure-search";
import { measureStart } from "./measure-start";
import { measureMost, measureStreams } from "./measure-streams";
import { prepareBuilds } from "./prepare";
import { toTable, type PartResult } from "./row";
import { seedConversation } from "./seed-conversation";
import { startBare, startProduct, startProvider, startRelay, type Server } from "./servers";

const limitMs = 40 * 60_000;
const resultsFile = join(workFolder, "results.json");
const partNames = [
  "latency",
  "streams",
  "most",
  "replies",
  "late",
  "start",
  "page",
  "longtasks",
  "lighthouse",
  "runpage",
  "log",
  "long",
  "instances",
  "costs",
  "scale",
  "claims",
  "reading",
  "cached",
  "search",
  "memory",
  "context",
  "documents",
  "plans",
  "runs",
] as const;
type PartName = (typeof partNames)[number];
/** Parts that ask the services themselves: they need no build. */
const innerParts = [
  "costs",
  "scale",
  "log",
  "claims",
  "reading",
  "cached",
  "search",
  "memory",
  "context",
  "documents",
  "plans",
  "runs",
] as const;
/** Parts that need servers of their own. */
const loneParts = ["start", "instances"] as const;
/** Memory counts there: on servers that have done nothing else, where this many people have accounts. */
const freshParts = ["most", "replies"] as const;
const people = 50;
type BesidePart = Exclude<PartName, (typeof innerParts)[number] | (typeof loneParts)[number]>;
type Options = {
  parts: PartName[];
  rounds: number;
  isBuilt: boolean;
  profileFolder: string | undefined;
};

/** Measures the product beside the bare route, prints the table and writes the results with every single value. */
export async function runBench(args: string[]): Promise<void> {
  const options = readOptions(args);
  const timer = setTimeout(() => {
    console.error(`The bench took more than ${limitMs / 60_000} minutes and was ended.`);
    process.exit(1);
  }, limitMs);
  rmSync(resultsFile, { force: true });
  if (options.parts.some((name) => !isOneOf(innerParts, name))) await prepareBuilds(options);
  mkdirSync(workFolder, { recursive: true });
  const parts = await measureParts(options);
  const rows = parts.flatMap((part) => part.rows);
  const about = {
    date: new Date().toISOString(),
    node: process.version,
    machine: `${platform()} ${arch()}, ${cpus().length} × ${cpus()[0]?.model ?? "?"}`,
    rounds: options.rounds,
  };
  writeFileSync(resultsFile, JSON.stringify({ ...about, rows, raw: parts.map(({ raw }) => raw) }));
  console.log(
    `\n${toTable(rows)}\n\n${about.date} · Node ${about.node} · ${about.machine} · ${about.rounds} rounds · ${resultsFile}`,
  );
  clearTimeout(timer);
}

function readOptions(args: string[]): Options {
  const { values } = parseArgs({
    args,
    options: {
      only: { type: "string" },
      rounds: { type: "string" },
      built: { type: "boolean" },
      profile: { type: "string" },
    },
  });
  const parts = partNames.filter(
    (name) => values.only === undefined || values.only.split(",").includes(name),
  );
  const rounds = Number(values.rounds ?? 30);
  if (parts.length === 0) throw new Error(`--only takes some of: ${partNames.join(", ")}.`);
  if (!Number.isInteger(rounds) || rounds < 1 || rounds > 200)
    throw new Error("--rounds is a number from 1 to 200.");
  return { parts, rounds, isBuilt: values.built ?? false, profileFolder: values.profile };
}

async function measureParts(options: Options): Promise<PartResult[]> {
  const provider = await startProvider();
  try {
    const results: PartResult[] = [];
    for (const name of options.parts)
      if (isOneOf(loneParts, name) || isOneOf(innerParts, name))
        results.push(await announce(name, measureAlone(name, provider, options.rounds)));
    const besideParts = options.parts.filter(
      (name): name is BesidePart => !isOneOf(loneParts, name) && !isOneOf(innerParts, name),
    );
    for (const name of besideParts.filter((one) => isOneOf(freshParts, one)))
      results.push(...(await measureBeside(provider, [name], options)));
    const rest = besideParts.filter((name) => !isOneOf(freshParts, name));
    return [...results, ...(rest.length === 0 ? [] : await measureBeside(provider, rest, options))];
  } finally {
    await provider.stop();
  }
}

function isOneOf<NAME extends PartName>(names: readonly NAME[], name: PartName): name is NAME {
  return names.some((one) => one === name);
}

function measureAlone(
  name: Exclude<PartName, BesidePart>,
  provider: Server,
  rounds: number,
): Promise<PartResult> {
  switch (name) {
    case "start":
      return measureStart(provider.url, rounds);
    case "instances":
      return measureInstances(rounds);
    case "log":
      return measureLog(provider, rounds);
    case "context":
      return measureContext(provider, rounds);
    case "costs":
      return measureCosts();
    case "claims":
      return measureClaims(rounds);
    case "memory":
      return measureMemory(rounds);
    case "scale":
      return measureScale(provider, rounds);
    case "search":
      return measureSearch(rounds);
    case "cached":
      return measureCached(Math.max(rounds, 30));
    case "reading":
      return measureReading(rounds);
    case "documents":
      return measureDocuments(rounds);
    case "plans":
      return measurePlans(rounds);
    case "runs":
      return measureRuns(rounds);
  }
}

async function measureBeside(
  provider: Server,
  parts: BesidePart[],
  { rounds, profileFolder }: Options,
): Promise<PartResult[]> {
  const dataDir = mkdtempSync(join(tmpdir(), "sextant-bench-"));
  const started: Server[] = [];
  try {
    await seedConversation({ dataDir, conversationId: longConversationId, count: 1000 });
    if (parts.includes("long")) await seedLong(dataDir, rounds);
    if (parts.includes("runpage")) await seedRunPage(dataDir);
    const relay = await startRelay(provider.url);
    started.push(relay);
    const bare = await startBare({ providerUrl: provider.url, profileFolder });
    started.push(bare);
    const withPeople = parts.some((name) => isOneOf(freshParts, name)) ? { people } : {};
    const product = await startProduct({ providerUrl: provider.url, dataDir, profileFolder, ...withPeople });
    started.push(product);
    const servers = { provider, relay, bare, product };
    await warmUp(servers);
    const results: PartResult[] = [];
    for (const name of parts) results.push(await announce(name, measure(name, servers, rounds)));
    return results;
  } finally {
    closeConnections();
    await Promise.all(started.map((server) => server.stop()));
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** What takes long is repeated less often; the file says how often. */
function measure(name: BesidePart, servers: Servers, rounds: number): Promise<PartResult> {
  switch (name) {
    case "latency":
      return measureAnswers(servers, rounds);
    case "streams":
      return measureStreams(servers, Math.ceil(rounds / 6));
    case "most":
      return measureMost(servers, Math.ceil(rounds / 10));
    case "replies":
      return measureReplies(servers);
    case "late":
      return measureLate(servers, Math.ceil(rounds / 10));
    case "long":
      return measureLong(servers, rounds);
    case "page":
      return measurePage(servers, rounds);
    case "longtasks":
      return measureLongTasks(servers, Math.ceil(rounds / 15));
    case "runpage":
      return measureRunPage(servers, rounds);
    case "lighthouse":
      return measureLighthouse(servers, Math.ceil(rounds / 10));
  }
}

async function announce(name: PartName, part: Promise<PartResult>): Promise<PartResult> {
  console.log(`Measuring: ${name} …`);
  const result = await part;
  console.log(toTable(result.rows));
  return result;
}
