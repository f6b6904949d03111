import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { arch, cpus, platform, tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { closeConnections } from "./chat-client";
import { workFolder } from "./folders";
import { longConversationId, measureAnswers, warmUp, type Servers } from "./measure-answers";
import { measureCosts } from "./measure-costs";
import { measureLighthouse } from "./measure-lighthouse";
import { measureLongTasks } from "./measure-long-tasks";
import { measurePage } from "./measure-page";
import { measureScale } from "./measure-scale";
import { measureStart } from "./measure-start";
import { measureStreams } from "./measure-streams";
import { prepareBuilds } from "./prepare";
import { toTable, type PartResult } from "./row";
import { seedConversation } from "./seed-conversation";
import { startBare, startProduct, startProvider, type Server } from "./servers";

const limitMs = 40 * 60_000;
const resultsFile = join(workFolder, "results.json");
const partNames = ["latency", "streams", "start", "page", "longtasks", "lighthouse", "costs", "scale"] as const;
type PartName = (typeof partNames)[number];
/** Parts that ask the services themselves, in this process: they need no build and no server. */
const innerParts: readonly PartName[] = ["costs", "scale"];
type Options = { parts: PartName[]; rounds: number; isProductBuilt: boolean; profileFolder: string | undefined };

/** Measures the product beside the bare route, prints the table and writes the results with every single value. */
export async function runBench(args: string[]): Promise<void> {
  const options = readOptions(args);
  const timer = setTimeout(() => {
    console.error(`The bench took more than ${limitMs / 60_000} minutes and was ended.`);
    process.exit(1);
  }, limitMs);
  rmSync(resultsFile, { force: true });
  if (options.parts.some((name) => !innerParts.includes(name))) await prepareBuilds(options);
  mkdirSync(workFolder, { recursive: true });
  const parts = await measureParts(options);
  const rows = parts.flatMap((part) => part.rows);
  const about = { date: new Date().toISOString(), node: process.version, machine: `${platform()} ${arch()}, ${cpus().length} × ${cpus()[0]?.model ?? "?"}`, rounds: options.rounds };
  writeFileSync(resultsFile, JSON.stringify({ ...about, rows, raw: parts.map(({ raw }) => raw) }));
  console.log(`\n${toTable(rows)}\n\n${about.date} · Node ${about.node} · ${about.machine} · ${about.rounds} rounds · ${resultsFile}`);
  clearTimeout(timer);
}

function readOptions(args: string[]): Options {
  const { values } = parseArgs({
    args,
    options: { only: { type: "string" }, rounds: { type: "string" }, built: { type: "boolean" }, profile: { type: "string" } },
  });
  const parts = partNames.filter((name) => values.only === undefined || values.only.split(",").includes(name));
  const rounds = Number(values.rounds ?? 30);
  if (parts.length === 0) throw new Error(`--only takes some of: ${partNames.join(", ")}.`);
  if (!Number.isInteger(rounds) || rounds < 1 || rounds > 200) throw new Error("--rounds is a number from 1 to 200.");
  return { parts, rounds, isProductBuilt: values.built ?? false, profileFolder: values.profile };
}

async function measureParts(options: Options): Promise<PartResult[]> {
  const provider = await startProvider();
  try {
    const isAsked = (name: PartName) => options.parts.includes(name);
    const costs = isAsked("costs") ? [await announce("costs", measureCosts())] : [];
    const scale = isAsked("scale") ? [await announce("scale", measureScale(provider, options.rounds))] : [];
    const alone = isAsked("start") ? [await announce("start", measureStart(provider.url, options.rounds))] : [];
    const rest = options.parts.filter((name): name is BesidePart => name !== "start" && name !== "costs" && name !== "scale");
    return [...costs, ...scale, ...alone, ...(rest.length === 0 ? [] : await measureBeside(provider, rest, options))];
  } finally {
    await provider.stop();
  }
}

type BesidePart = Exclude<PartName, "start" | "costs" | "scale">;

async function measureBeside(provider: Server, parts: BesidePart[], { rounds, profileFolder }: Options): Promise<PartResult[]> {
  const dataDir = mkdtempSync(join(tmpdir(), "sextant-bench-"));
  const started: Server[] = [];
  try {
    await seedConversation({ dataDir, conversationId: longConversationId, count: 1000 });
    const bare = await startBare({ providerUrl: provider.url, profileFolder });
    started.push(bare);
    const product = await startProduct({ providerUrl: provider.url, dataDir, profileFolder });
    started.push(product);
    const servers = { provider, bare, product };
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
    case "page":
      return measurePage(servers, rounds);
    case "longtasks":
      return measureLongTasks(servers, Math.ceil(rounds / 15));
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
