const lastLines = 60;

/**
 * Runs what takes long under one line that says what is done: on a terminal it counts the seconds, elsewhere
 * a second line tells them. `start` gets a taker of what programs print, and gives an exit code. Throws, with
 * the end of what was printed and the reason, when that is not 0.
 */
export async function runPhase({ doing, done, failed }, start, { out = process.stdout } = {}) {
  const began = Date.now();
  const countSeconds = () => Math.round((Date.now() - began) / 1000);
  out.write(`${doing} …${out.isTTY ? "" : "\n"}`);
  const timer = setInterval(() => out.isTTY && out.write(`\r${doing} … ${countSeconds()} s`), 1000);
  let printed = "";
  const code = await start((chunk) => (printed += chunk)).finally(() => clearInterval(timer));
  if (code === 0) {
    out.write(`${out.isTTY ? "\r\u001b[K" : ""}${done} in ${countSeconds()} s\n`);
    return;
  }
  if (out.isTTY) out.write("\n");
  const end = printed.trimEnd().split("\n").slice(-lastLines).join("\n");
  throw new Error(`${end}\n\n${failed}: ${explainFailure(code, printed)}`);
}

/** What npm says when it did not get through to the registry, or the registry was not well. */
const registryCodes =
  /^npm error code (ENOTFOUND|EAI_AGAIN|ECONN\w+|E\w*TIMEOUT|ERR_SOCKET_TIMEOUT|ENETUNREACH|EHOSTUNREACH|FETCH_ERROR|E429|E5\d\d)$/m;

/** Programs print codes of the system and of npm, which say more to the person than how they ended. */
function explainFailure(code, printed) {
  const again = "Start again to go on from what is there.";
  if (code === 124) return `it took too long. ${again}`;
  if (/\bENOSPC\b|\(os error 28\)/.test(printed)) return `the disk is full. Make room, then start again.`;
  const registryCode = registryCodes.exec(printed)?.[1];
  if (registryCode === undefined) return `exit code ${code}. Its output above says why.`;
  return `the package registry does not answer (${registryCode}). Check your connection. ${again}`;
}
