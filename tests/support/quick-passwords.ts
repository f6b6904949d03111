import crypto, { type BinaryLike, type ScryptOptions } from "node:crypto";
import { syncBuiltinESMExports } from "node:module";

type Done = (error: Error | null, key: Buffer) => void;
const { scrypt } = crypto;

/**
 * The hash of passwords at 1/64 of its cost: tests of accounts make hundreds, at 200 ms of processor time each.
 * What the build hashes in journeys costs what it costs.
 */
Object.assign(crypto, {
  scrypt: (password: BinaryLike, salt: BinaryLike, length: number, options: ScryptOptions, done: Done) =>
    scrypt(password, salt, length, { ...options, N: 256 }, done),
});
syncBuiltinESMExports();
