import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

type LockedPackage = {
  dev?: boolean;
  devOptional?: boolean;
  inBundle?: boolean;
  version: string;
  integrity?: string;
  resolved?: string;
  peerDependencies?: Record<string, string>;
  peerDependenciesMeta?: Record<string, { optional?: boolean }>;
};
type Manifest = Record<"dependencies" | "devDependencies", Record<string, string>>;

const readJson = <Content>(path: string) => JSON.parse(readFileSync(path, "utf8")) as Content;
const { dependencies } = readJson<Manifest>("package.json");
const { packages } = readJson<{ packages: Record<string, LockedPackage> }>("package-lock.json");
const locked = Object.entries(packages).filter(([path]) => path !== "");
const ofStart = locked.filter(([, { dev }]) => dev !== true);

describe("what npm start installs", () => {
  // tests/architecture.test.ts looks at what sources import.
  it("holds what Next asks for when it builds, and what styles are made of", () => {
    const styles = [
      ...readFileSync("app/globals.css", "utf8").matchAll(/@(?:import|plugin) "([^".][^"]*)"/g),
    ];
    const asked = [
      ...styles.map(([, name = ""]) => name),
      "typescript",
      "@types/node",
      "@types/react",
      "@tailwindcss/postcss",
    ];
    expect(asked.filter((name) => !(name in dependencies))).toEqual([]);
  });

  it("is at most 820 packages, none of them a tool that a library only could use", () => {
    expect(ofStart.length).toBeLessThanOrEqual(820);
    expect(locked.filter(([, { devOptional }]) => devOptional).map(([path]) => path)).toEqual([]);
  });
});

describe("the lockfile", () => {
  // npm is told not to add what packages expect beside themselves (`legacy-peer-deps`): we name it.
  it("holds what each package expects beside itself, for a start when that package is part of one", () => {
    const missing = locked.flatMap(([path, { dev, peerDependencies = {}, peerDependenciesMeta = {} }]) =>
      Object.keys(peerDependencies)
        .filter((name) => peerDependenciesMeta[name]?.optional !== true)
        .filter((name) => !isThere(findBeside(path, name), dev === true))
        .map((name) => `${path} expects ${name}`),
    );
    expect(missing).toEqual([]);
  });

  it("has a hash for each archive, and names no place where it is fetched", () => {
    const fetched = locked.filter(([, { inBundle }]) => inBundle !== true);
    const wrong = fetched.filter(([, { integrity, resolved }]) => !integrity || resolved !== undefined);
    expect(wrong.map(([path]) => path)).toEqual([]);
  });
});

function isThere(found: LockedPackage | undefined, isTool: boolean): boolean {
  return found !== undefined && (isTool || found.dev !== true);
}

/** As Node looks for a package: in the folder's own, then in those above. */
function findBeside(path: string, name: string): LockedPackage | undefined {
  const parts = path.split("/node_modules/");
  const folders = parts.map((_part, index) => parts.slice(0, index + 1).join("/node_modules/")).reverse();
  const places = [...folders.map((folder) => `${folder}/node_modules/${name}`), `node_modules/${name}`];
  return places.map((place) => packages[place]).find((found) => found !== undefined);
}
