import { createHash } from "node:crypto";
import { createServer } from "node:http";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { CRC32C } from "@google-cloud/storage";

type StoredObject = { bytes: Buffer; contentType: string };
type Answer = { status: number; headers?: Record<string, string>; body?: Buffer | object | string };
/** What a test lets go wrong: answer every request so, never answer, or serve changed bytes. */
export type StorageFault = { status: number; message?: string } | "silent" | "changed-bytes" | "changed-hash";

export type StorageServer = {
  origin: string;
  bucket: string;
  objects: Map<string, StoredObject>;
  /** Method and path with query of each request so far. */
  requests: string[];
  fail(fault: StorageFault | null, times?: number): void;
  /** Ends the server with all connections; `start` brings it back at the same address with what it held. */
  stop(): Promise<void>;
  start(): Promise<void>;
};

/**
 * Constructed, not recorded: the parts of the JSON API of Cloud Storage that the blob driver uses, on loopback, after
 * cloud.google.com/storage/docs/json_api/v1/objects (insert, get, list, delete), …/how-tos/multipart-upload,
 * …/how-tos/resumable-upload and …/status-codes, as of November 2026. It gives at most `pageSize` names at a time.
 */
export async function startStorageServer({
  bucket = "test-bucket",
  pageSize = 1000,
} = {}): Promise<StorageServer> {
  const objects = new Map<string, StoredObject>();
  const uploads = new Map<string, { name: string; contentType: string }>();
  const requests: string[] = [];
  let fault: { what: StorageFault; left: number } | null = null;
  let port = 0;
  let server: Server | null = null;

  const storage: StorageServer = {
    origin: "",
    bucket,
    objects,
    requests,
    fail: (what, times = Infinity) => void (fault = what === null ? null : { what, left: times }),
    async stop() {
      const ended = new Promise((resolve) => server?.close(resolve));
      server?.closeAllConnections();
      await ended;
    },
    async start() {
      server = createServer((request, response) => void answer(request, response));
      await new Promise<void>((resolve) => server?.listen(port, "127.0.0.1", resolve));
      port = (server.address() as AddressInfo).port;
      storage.origin = `http://127.0.0.1:${port}`;
    },
  };

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    requests.push(`${request.method} ${request.url}`);
    const url = new URL(request.url ?? "/", storage.origin);
    const body = await buffer(request);
    const now = fault !== null && fault.left > 0 ? fault.what : null;
    if (fault !== null && now !== null) fault.left -= 1;
    if (now === "silent") return;
    if (now !== null && typeof now === "object")
      send(response, toError(now.status, now.message ?? "It failed on purpose."));
    else send(response, route({ request, url, body, fault: now }));
  }

  type Asked = { request: IncomingMessage; url: URL; body: Buffer; fault: StorageFault | null };

  function route({ request, url, body, fault: now }: Asked): Answer {
    const match = /^(\/upload)?\/storage\/v1\/b\/([^/]+)\/o(?:\/([^/]+))?$/.exec(url.pathname);
    if (match === null) return toError(404, "Not Found");
    const [, upload, asked = "", encoded] = match;
    if (decodeURIComponent(asked) !== bucket) return toError(404, "The specified bucket does not exist.");
    const name = encoded === undefined ? (url.searchParams.get("name") ?? "") : decodeURIComponent(encoded);
    const type = url.searchParams.get("uploadType");
    if (upload && type === "multipart") return insert(name, splitMultipart(request, body), now);
    if (upload && request.method === "POST") return startUpload(name, body, url);
    if (upload && request.method === "PUT") return continueUpload(url, request, body, now);
    if (encoded === undefined) return list(url.searchParams);
    return request.method === "DELETE"
      ? remove(name)
      : get(name, url.searchParams.get("alt") === "media", now);
  }

  function insert(name: string, object: StoredObject, now: StorageFault | null): Answer {
    const isChanged = now === "changed-bytes";
    objects.set(
      name,
      isChanged ? { ...object, bytes: Buffer.from(`${object.bytes.toString("latin1")}!`, "latin1") } : object,
    );
    return { status: 200, body: toResource(name) };
  }

  function startUpload(name: string, body: Buffer, url: URL): Answer {
    const { contentType = "application/octet-stream" } =
      body.length === 0 ? {} : (JSON.parse(body.toString("utf8")) as { contentType?: string });
    const id = String(uploads.size + 1);
    uploads.set(id, { name, contentType });
    return {
      status: 200,
      headers: { location: `${storage.origin}${url.pathname}?uploadType=resumable&upload_id=${id}` },
      body: "",
    };
  }

  // One request brings everything: the range is "bytes 0-*/*" or names the whole.
  function continueUpload(
    url: URL,
    request: IncomingMessage,
    body: Buffer,
    now: StorageFault | null,
  ): Answer {
    const upload = uploads.get(url.searchParams.get("upload_id") ?? "");
    if (upload === undefined) return toError(404, "Not Found");
    if (String(request.headers["content-range"]).startsWith("bytes */")) return { status: 308, body: "" };
    return insert(upload.name, { bytes: body, contentType: upload.contentType }, now);
  }

  function get(name: string, isMedia: boolean, now: StorageFault | null): Answer {
    const object = objects.get(name);
    if (object === undefined)
      return isMedia
        ? { status: 404, body: `No such object: ${bucket}/${name}` }
        : toError(404, `No such object: ${bucket}/${name}`);
    if (!isMedia) return { status: 200, body: toResource(name) };
    const { bytes, contentType } = object;
    const hashes = `crc32c=${toCrc(now === "changed-hash" ? Buffer.from("other") : bytes)},md5=${toMd5(bytes)}`;
    const headers = {
      "content-type": contentType,
      "x-goog-hash": hashes,
      "x-goog-stored-content-encoding": "identity",
    };
    return { status: 200, headers, body: bytes };
  }

  function list(query: URLSearchParams): Answer {
    const [prefix, start, after] = [
      query.get("prefix") ?? "",
      query.get("startOffset") ?? "",
      query.get("pageToken"),
    ];
    const names = [...objects.keys()].sort((one, other) =>
      Buffer.compare(Buffer.from(one), Buffer.from(other)),
    );
    const wanted = names.filter(
      (name) =>
        name.startsWith(prefix) &&
        name >= start &&
        (after === null || name > Buffer.from(after, "base64").toString()),
    );
    const page = wanted.slice(0, Math.min(Number(query.get("maxResults") ?? pageSize), pageSize));
    const more =
      wanted.length > page.length ? { nextPageToken: Buffer.from(page.at(-1) ?? "").toString("base64") } : {};
    return { status: 200, body: { ...(page.length > 0 && { items: page.map(toResource) }), ...more } };
  }

  function remove(name: string): Answer {
    return objects.delete(name) ? { status: 204 } : toError(404, `No such object: ${bucket}/${name}`);
  }

  function toResource(name: string) {
    const { bytes, contentType } = objects.get(name) ?? { bytes: Buffer.alloc(0), contentType: "" };
    const sums = { crc32c: toCrc(bytes), md5Hash: toMd5(bytes) };
    return {
      kind: "storage#object",
      id: `${bucket}/${name}/1`,
      name,
      bucket,
      generation: "1",
      contentType,
      size: String(bytes.length),
      ...sums,
    };
  }

  await storage.start();
  return storage;
}

function send(response: ServerResponse, { status, headers = {}, body }: Answer): void {
  const isJson = typeof body === "object" && !Buffer.isBuffer(body);
  response.writeHead(status, {
    ...(isJson && { "content-type": "application/json; charset=UTF-8" }),
    ...headers,
  });
  response.end(isJson ? JSON.stringify(body) : body);
}

function toError(status: number, message: string): Answer {
  const reason =
    status === 404
      ? "notFound"
      : status === 401
        ? "authError"
        : status === 403
          ? "forbidden"
          : "backendError";
  return {
    status,
    body: { error: { code: status, message, errors: [{ message, domain: "global", reason }] } },
  };
}

/** Two parts between the boundary of the header: the metadata as JSON, and the content. */
function splitMultipart(request: IncomingMessage, body: Buffer): StoredObject {
  const boundary = /boundary="?([^";]+)"?/.exec(request.headers["content-type"] ?? "")?.[1] ?? "";
  const [head = Buffer.alloc(0), content = Buffer.alloc(0)] = splitParts(body, `--${boundary}`);
  const { contentType = "application/octet-stream" } = JSON.parse(head.toString("utf8")) as {
    contentType?: string;
  };
  return { bytes: content, contentType };
}

function splitParts(body: Buffer, mark: string): Buffer[] {
  const parts: Buffer[] = [];
  for (let from = body.indexOf(mark); from >= 0;) {
    const next = body.indexOf(`\r\n${mark}`, from);
    if (next < 0) break;
    const part = body.subarray(from + mark.length, next);
    parts.push(part.subarray(part.indexOf("\r\n\r\n") + 4));
    from = next + 2;
  }
  return parts;
}

function toCrc(bytes: Buffer): string {
  const crc = new CRC32C();
  crc.update(bytes);
  return crc.toString();
}

function toMd5(bytes: Buffer): string {
  return createHash("md5").update(bytes).digest("base64");
}
