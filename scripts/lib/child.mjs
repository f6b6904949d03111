import { spawn } from "node:child_process";
import { setPriority } from "node:os";
import { root } from "./root.mjs";

const exitCodes = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 };

/**
 * Runs a program in the checkout until it ends and gives its exit code; 127 when it cannot be started, 124
 * when the limit was reached. It gets no input, and a group of its own, so that whatever it started ends with
 * it. With `onOutput` nothing of what it prints is shown. `priority` is the operating system's: 10 gives way.
 */
export function runProgram(
  command,
  args,
  { env = process.env, limitMs, onOutput, cwd = root, priority = 0 } = {},
) {
  const ownGroup = process.platform !== "win32";
  const stdio = onOutput ? "pipe" : "inherit";
  const child = spawn(command, args, { cwd, env, stdio: ["ignore", stdio, stdio], detached: ownGroup });
  if (priority !== 0 && child.pid) setPriority(child.pid, priority);
  for (const stream of [child.stdout, child.stderr]) stream?.setEncoding("utf8").on("data", onOutput);
  const end = (signal) => endChild(child, signal, ownGroup);
  const stopForwarding = onSignal((signal) => {
    end(signal);
    process.exit(exitCodes[signal]);
  });
  let isLate = false;
  const timer = setTimeout(
    () => {
      isLate = true;
      end("SIGKILL");
    },
    limitMs ?? 2 ** 31 - 1,
  );
  return new Promise((resolve) => {
    const finish = (code) => {
      clearTimeout(timer);
      stopForwarding();
      resolve(isLate ? 124 : code);
    };
    child.once("error", () => finish(127));
    child.once(onOutput ? "close" : "exit", (code, signal) => finish(code ?? exitCodes[signal] ?? 1));
  });
}

/**
 * Runs a program in the person's place: it reads the terminal, gets our signals, and its exit code becomes
 * ours. With a channel it can send us messages.
 */
export function becomeProgram(
  command,
  args,
  { env = process.env, stderr = "inherit", hasChannel = false } = {},
) {
  const channel = hasChannel ? ["ipc"] : [];
  const child = spawn(command, args, { cwd: root, env, stdio: ["inherit", "inherit", stderr, ...channel] });
  onSignal((signal) => endChild(child, signal, false));
  child.once("error", (error) => {
    console.error(`${command} cannot be started: ${error.message}`);
    process.exit(1);
  });
  child.once("exit", (code, signal) => process.exit(code ?? exitCodes[signal] ?? 1));
  return child;
}

function endChild(child, signal, isGroup) {
  try {
    if (isGroup && child.pid) process.kill(-child.pid, signal);
    else child.kill(signal);
  } catch {
    // It ended by itself a moment ago.
  }
}

/**
 * Calls the listener on a signal to end. npm's shell passes none on and simply dies, so under npm the loss of
 * the parent counts as one, or a stopped `npm start` would leave its server behind.
 */
function onSignal(listener) {
  const signals = Object.keys(exitCodes);
  for (const signal of signals) process.on(signal, listener);
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.env.npm_lifecycle_event && process.ppid !== parent) listener("SIGTERM");
  }, 500);
  watch.unref();
  return () => {
    clearInterval(watch);
    signals.forEach((signal) => process.off(signal, listener));
  };
}
