import { generateKeyPairSync } from "node:crypto";

/** As the file of a service account holds it, its line breaks written as two characters. */
export function createPrivateKeyText(): string {
  const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  return privateKey.export({ type: "pkcs8", format: "pem" }).toString().replaceAll("\n", "\\n");
}
