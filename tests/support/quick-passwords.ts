import crypto, { type BinaryLike, type ScryptOptions } from "node:crypto";
import { syncBuiltinESMExports } from "node:module";

type Done = (error: Error | null, key: Buffer) => void;
const { scrypt } = crypto;
const slot = Symbol.for("sextant.quick-passwords");

/**
 * Hashes passwords at 1/64 of their cost: tests of accounts make hundreds of hashes, each takes 200 ms of
 * processor time. The build that journeys drive pays the whole price.
 */
const quickScrypt = (
  password: BinaryLike,
  salt: BinaryLike,
  length: number,
  options: ScryptOptions,
  done: Done,
) => scrypt(password, salt, length, { ...options, N: 256 }, done);

// This runs again for each file of a worker.
if (!(slot in globalThis)) {
  Object.assign(globalThis, { [slot]: true });
  Object.assign(crypto, { scrypt: quickScrypt });
  syncBuiltinESMExports();
}
