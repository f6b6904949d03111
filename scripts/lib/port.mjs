import { createServer } from "node:net";

/** Why a server could not listen there, as a sentence for the person; null when it can. */
export function findPortProblem(host, port) {
  if (!/^\d+$/.test(String(port)) || Number(port) > 65_535)
    return Promise.resolve(`Set PORT to a number up to 65535, not "${port}".`);
  return new Promise((resolve) => {
    const server = createServer();
    server.once("error", (error) => resolve(toSentence(error.code, host, port)));
    server.listen(Number(port), host, () => server.close(() => resolve(null)));
  });
}

function toSentence(code, host, port) {
  if (code === "EADDRINUSE") {
    const other = Number(port) < 65_535 ? Number(port) + 1 : 3000;
    return `Port ${port} on ${host} is already in use. Stop what uses it, or choose another one: PORT=${other} npm start`;
  }
  if (code === "EACCES")
    return `This account cannot listen on port ${port}. Choose one above 1023: PORT=3000 npm start`;
  if (code === "EADDRNOTAVAIL" || code === "ENOTFOUND")
    return `Set HOST to an address of this machine, such as 127.0.0.1. "${host}" is none.`;
  return `Sextant cannot listen on ${host}, port ${port} (${code}). Choose another HOST or PORT.`;
}
