import type { Socket } from "node:net";
import { brotliCompressSync, deflateSync, gzipSync } from "node:zlib";

/** What a hostile or broken server sends for a path, byte for byte. */
export type Answer = (socket: Socket) => void;

export const ok = "HTTP/1.1 200 OK\r\n";
const text = "content-type: text/plain\r\n";
export const say = (answer: string) => (socket: Socket) => void socket.end(answer, "latin1");
export const redirect = (location: string, status = 302) =>
  say(`HTTP/1.1 ${status} Moved\r\nlocation: ${location}\r\ncontent-length: 0\r\n\r\n`);
const sendPacked = (encoding: string, body: Uint8Array) => (socket: Socket) => {
  socket.write(`${ok}${text}content-encoding: ${encoding}\r\ncontent-length: ${body.length}\r\n\r\n`);
  socket.end(body);
};

/** The same bytes until the other side has had enough. */
const repeat = (start: string, more: string) => (socket: Socket) => {
  const chunk = Buffer.from(more.repeat(Math.max(1, Math.floor(16_384 / more.length))), "latin1");
  const pump = () => {
    while (!socket.destroyed && socket.write(chunk));
  };
  socket.write(start);
  socket.on("drain", pump);
  pump();
};

/** A few bytes at a time, for ever. */
const drip = (start: string, bit: string) => (socket: Socket) => {
  socket.write(start);
  const timer = setInterval(() => socket.write(bit), 20);
  socket.on("close", () => clearInterval(timer));
};

const zeros = Buffer.alloc(20 * 1024 * 1024);
export const answers: Record<string, Answer> = {
  "/page": say(`${ok}${text}content-length: 5\r\n\r\nhello`),
  "/meta": say(
    `${ok}content-type: text/html\r\n\r\n<meta http-equiv=refresh content="0;url=http://127.0.0.1/"><p>stay</p>`,
  ),
  "/refresh": say(
    `${ok}${text}refresh: 0;url=http://127.0.0.1/\r\ncontent-location: http://127.0.0.1/\r\nlink: <http://127.0.0.1/>;rel=next\r\n\r\nstay`,
  ),
  "/ping": redirect("/pong"),
  "/pong": redirect("/ping"),
  "/self": redirect(""),
  "/cookie": say(
    `HTTP/1.1 302 Moved\r\nset-cookie: a=1; path=/\r\nlocation: /page\r\ncontent-length: 0\r\n\r\n`,
  ),
  "/silent": () => undefined,
  "/slow-status": drip("HTTP/1.1 200 ", "O"),
  "/slow-headers": drip(ok, "x"),
  "/slow-header-lines": drip(ok, "x-a: b\r\n"),
  "/drip": drip(`${ok}${text}content-length: 100000\r\n\r\n`, "a"),
  "/stall": (socket) => void socket.write(`${ok}${text}content-length: 100\r\n\r\nstart`),
  "/stall-chunk": (socket) =>
    void socket.write(`${ok}${text}transfer-encoding: chunked\r\n\r\n5\r\nstart\r\nff`),
  "/continue-flood": repeat("", "HTTP/1.1 100 Continue\r\n\r\n"),
  "/hints-flood": repeat("", "HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n"),
  "/hints-drip": drip("", "HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n"),
  "/endless": repeat(`${ok}${text}\r\n`, "a"),
  "/endless-chunks": repeat(`${ok}${text}transfer-encoding: chunked\r\n\r\n`, "4\r\naaaa\r\n"),
  "/endless-404": repeat("HTTP/1.1 404 Not Found\r\n\r\n", "a"),
  "/endless-redirect": repeat("HTTP/1.1 302 Moved\r\nlocation: /page\r\n\r\n", "a"),
  "/endless-headers": repeat(ok, "x-filler: aaaaaaaaaaaaaaaaaaaa\r\n"),
  "/endless-header": repeat(`${ok}x-filler: `, "a"),
  "/endless-status": repeat("HTTP/1.1 200 ", "a"),
  "/endless-trailers": repeat(
    `${ok}${text}transfer-encoding: chunked\r\n\r\n1\r\na\r\n0\r\n`,
    "x-t: aaaaaaaaaaaaaaaaaa\r\n",
  ),
  "/endless-extension": repeat(`${ok}${text}transfer-encoding: chunked\r\n\r\n1;`, "a"),
  "/large-announced": say(`${ok}${text}content-length: 99999999\r\n\r\nshort`),
  "/gzip-bomb": sendPacked("gzip", gzipSync(zeros)),
  "/deflate-bomb": sendPacked("deflate", deflateSync(zeros)),
  "/br-bomb": sendPacked("br", brotliCompressSync(zeros)),
  "/nested-bomb": sendPacked("gzip, gzip", gzipSync(gzipSync(zeros))),
  "/mixed-bomb": sendPacked("br, gzip", gzipSync(brotliCompressSync(zeros))),
  "/three-layers": sendPacked("gzip, gzip, gzip", gzipSync(gzipSync(gzipSync("x")))),
  "/unknown-packing": sendPacked("zstd-of-tomorrow", Buffer.from("x")),
  "/prototype-packing": sendPacked("__proto__", Buffer.from("x")),
  "/lying-gzip": sendPacked("gzip", Buffer.from("not packed at all")),
  "/lying-br": sendPacked("br", Buffer.from("not packed at all")),
  "/cut-gzip": sendPacked("gzip", gzipSync("a".repeat(1_000)).subarray(0, 20)),
  "/short-length": say(`${ok}${text}content-length: 5\r\n\r\nhello and more than was announced`),
  "/long-length": say(`${ok}${text}content-length: 500\r\n\r\nhello`),
  "/negative-length": say(`${ok}${text}content-length: -5\r\n\r\nhello`),
  "/word-length": say(`${ok}${text}content-length: five\r\n\r\nhello`),
  "/two-lengths": say(`${ok}${text}content-length: 5\r\ncontent-length: 7\r\n\r\nhello`),
  "/length-and-chunks": say(
    `${ok}${text}content-length: 5\r\ntransfer-encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n`,
  ),
  "/bad-chunk": say(`${ok}${text}transfer-encoding: chunked\r\n\r\nzz\r\nhello\r\n`),
  "/huge-chunk": say(`${ok}${text}transfer-encoding: chunked\r\n\r\nffffffffffffffffff\r\nhello\r\n`),
  "/old-http": say("<html>no head at all</html>"),
  "/noise": say("\u0000\u0001\u0002\u00ff\u00fe\r\n\r\n"),
  "/smtp": say("220 mail.example ESMTP\r\n"),
  "/other-protocol": say("ICY 200 OK\r\n\r\n"),
  "/no-colon": say(`${ok}no colon here\r\n\r\nhello`),
  "/zero-in-header": say(`${ok}x-a: b\u0000c\r\n\r\nhello`),
  "/status-000": say("HTTP/1.1 000 Nothing\r\n\r\n"),
  "/status-999": say("HTTP/1.1 999 Denied\r\ncontent-length: 0\r\n\r\n"),
  "/switch": say("HTTP/1.1 101 Switching Protocols\r\nupgrade: websocket\r\nconnection: upgrade\r\n\r\n"),
  "/304": say("HTTP/1.1 304 Not Modified\r\n\r\n"),
  "/300": say("HTTP/1.1 300 Multiple Choices\r\nlocation: http://127.0.0.1/\r\ncontent-length: 0\r\n\r\n"),
  "/204": say("HTTP/1.1 204 No Content\r\n\r\n"),
  "/close": (socket) => void socket.destroy(),
  "/reset": (socket) => void socket.resetAndDestroy(),
  "/half": (socket) => void socket.end(),
};
