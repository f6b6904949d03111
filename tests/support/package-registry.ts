import { createHash } from "node:crypto";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { promisify } from "node:util";
import { gzipSync } from "node:zlib";

/** How it answers: as it should, late, not at all, with an error, by hanging up, or without one of its packages. */
export type RegistryMood = "well" | "late" | "silent" | "failing" | "cut" | { without: string };

export type PackageRegistry = {
  url: string;
  /** The archives that were asked for, in order. */
  asked: string[];
  mood: RegistryMood;
  countConnections: () => Promise<number>;
  close: () => Promise<void>;
};

const lateMs = 300;

/** A registry on loopback that has archives of these packages, all in version 1.0.0, and knows nothing else. */
export async function openPackageRegistry(names: readonly string[]): Promise<PackageRegistry> {
  const archives = new Map(names.map((name) => [toArchivePath(name), toArchive(name)]));
  const server = createServer((request, response) => {
    const path = request.url ?? "";
    registry.asked.push(path);
    answer(response, archives.get(path), path, registry.mood);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const registry: PackageRegistry = {
    url: `http://127.0.0.1:${port}/`,
    asked: [],
    mood: "well",
    countConnections: () => promisify(server.getConnections.bind(server))(),
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return registry;
}

/** What a lockfile says of such a package. */
export function toLockEntry(name: string): { version: string; resolved: string; integrity: string } {
  const hash = createHash("sha512").update(toArchive(name)).digest("base64");
  const resolved = `https://packages.example${toArchivePath(name)}`;
  return { version: "1.0.0", resolved, integrity: `sha512-${hash}` };
}

function answer(
  response: ServerResponse,
  archive: Buffer | undefined,
  path: string,
  mood: RegistryMood,
): void {
  if (mood === "silent") return;
  if (mood === "cut") {
    response.destroy();
    return;
  }
  const isMissing = typeof mood === "object" && path === toArchivePath(mood.without);
  const status = mood === "failing" ? 503 : archive === undefined || isMissing ? 404 : 200;
  const send = () => response.writeHead(status).end(status === 200 ? archive : "{}");
  if (mood === "late") setTimeout(send, lateMs);
  else send();
}

function toArchivePath(name: string): string {
  return `/${name}/-/${name}-1.0.0.tgz`;
}

/** A tape archive of one file: its head of 512 bytes with a check sum, the text, two empty blocks. */
function toArchive(name: string): Buffer {
  const text = Buffer.from(JSON.stringify({ name, version: "1.0.0" }));
  const head = Buffer.alloc(512);
  head.write("package/package.json");
  head.write("0000644\0", 100);
  head.write(`${text.length.toString(8).padStart(11, "0")}\0`, 124);
  head.write("00000000000\0", 136);
  head.write("        0", 148);
  head.write("ustar\x0000", 257);
  const sum = head.reduce((total, byte) => total + byte, 0);
  head.write(`${sum.toString(8).padStart(6, "0")}\0 `, 148);
  const padding = Buffer.alloc((512 - (text.length % 512)) % 512);
  return gzipSync(Buffer.concat([head, text, padding, Buffer.alloc(1024)]));
}
