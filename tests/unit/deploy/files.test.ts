import { existsSync, readFileSync, readdirSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { freeSeconds } from "@/lib/features/doctor/check-vercel";
import { envSchema } from "@/lib/env";
import { allocatorSettings } from "@/scripts/lib/allocator.mjs";

const read = (path: string) => readFileSync(path, "utf8");
const listRoutes = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith("route.ts"));

describe("docs/deploy.md", () => {
  const guide = read("docs/deploy.md");

  it("names no variable that the product does not read", () => {
    const known = new Set([
      ...Object.keys(envSchema.shape),
      // What a build asks for.
      ...[...read("next.config.ts").matchAll(/process\.env\.(\w+)/g)].map(([, name = ""]) => name),
      "YOUR_PROJECT_ID",
      "YOUR_ADDRESS",
      "YOUR_REPOSITORY",
      "NODE_ENV",
      "NEXT_TELEMETRY_DISABLED",
    ]);
    const named = [...guide.matchAll(/\b[A-Z]{2,}(?:_[A-Z]+)+\b/g)]
      .map(([name]) => name)
      .filter((name) => name !== "FIREBASE_");
    expect(named.filter((name) => !known.has(name))).toEqual([]);
  });

  it("names every variable of accounts and of Firestore", () => {
    const needed = Object.keys(envSchema.shape).filter((name) =>
      /^(AUTH|OIDC|FIREBASE)_|_EMAILS$|^SMTP_URL$|^MAIL_FROM$|_EMULATOR_HOST$|^CLIENT_ADDRESS_HEADER$/.test(
        name,
      ),
    );
    expect(needed.filter((name) => !guide.includes(`\`${name}\``))).toEqual([]);
  });

  it("names the routes whose time a paying plan may raise", () => {
    const long = listRoutes("app/api").filter(
      (name) => name.startsWith("chat") || name.startsWith("internal"),
    );
    const limited = long.filter((name) => read(`app/api/${name}`).includes("maxDuration"));
    expect(limited.filter((name) => !guide.includes(`app/api/${name}`))).toEqual([]);
  });
});

describe("Vercel's free plan", () => {
  it("lets every route work as long as it asks for", () => {
    const seconds = ["app"].flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: "utf8" })
        .filter((name) => /\.tsx?$/.test(name))
        .flatMap((name) => /maxDuration = (\d+)/.exec(read(`${folder}/${name}`))?.[1] ?? []),
    );
    expect(seconds.map(Number).filter((asked) => asked > freeSeconds)).toEqual([]);
    expect(seconds).not.toEqual([]);
  });

  it("lets the scheduler run as often as it is asked to: once a day", () => {
    const { crons } = JSON.parse(read("vercel.json")) as { crons: { schedule: string }[] };
    expect(crons.map(({ schedule }) => schedule)).toEqual([expect.stringMatching(/^\d+ \d+ \* \* \*$/)]);
  });
});

describe("the image", () => {
  const dockerfile = read("Dockerfile");
  const allowed = [...read(".dockerignore").matchAll(/^!(.+)$/gm)].map(([, name = ""]) => name);

  it("is made of an allowlist, so that nothing of a person's gets in", () => {
    expect(read(".dockerignore").split("\n")[0]).toBe("*");
    expect(allowed.filter((name) => /^(\.env|data|node_modules|\.next|\.git)/.test(name))).toEqual([]);
  });

  it("gets everything that the product is built from", () => {
    const { include } = JSON.parse(read("tsconfig.json")) as { include: string[] };
    const folders = include.filter((name) => /^[a-z0-9]+$/.test(name) && name !== "tests");
    const files = readdirSync(".").filter((name) =>
      /^(proxy|instrumentation.*|global\.d|next\.config)\.ts$|^postcss\.config\.mjs$|^package(-lock)?\.json$/.test(
        name,
      ),
    );
    expect([...folders, ...files, "messages", "scripts"].filter((name) => !allowed.includes(name))).toEqual(
      [],
    );
  });

  it("gives freed memory back as `npm start` does", () => {
    const settings = Object.entries(allocatorSettings).map((setting) => setting.join("="));
    expect(dockerfile).toContain(`\nENV ${settings.join(" ")}\n`);
  });

  it("runs as nobody special, on the Node that the project names", () => {
    expect(dockerfile).toMatch(/^USER node$/m);
    expect(dockerfile.match(/^FROM node:(\d+)/gm)).toEqual(
      dockerfile.match(/^FROM \S+/gm)?.map(() => `FROM node:${read(".nvmrc").trim().split(".")[0]}`),
    );
  });
});

describe("vercel.json and firebase.json", () => {
  it("name files, scripts and crons that exist", () => {
    const { buildCommand, crons = [] } = JSON.parse(read("vercel.json")) as {
      buildCommand: string;
      crons?: { path: string }[];
    };
    const { scripts } = JSON.parse(read("package.json")) as { scripts: Record<string, string> };
    const firebase = JSON.parse(read("firebase.json")) as Record<string, Record<string, string>>;
    expect(scripts).toHaveProperty(buildCommand.replace("npm run ", ""));
    expect(crons.filter(({ path }) => !existsSync(`app${path}/route.ts`))).toEqual([]);
    expect(
      Object.values(firebase)
        .flatMap((service) => Object.values(service))
        .filter((path) => !existsSync(path)),
    ).toEqual([]);
  });
});
