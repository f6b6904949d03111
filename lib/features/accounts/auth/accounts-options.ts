import type { Store } from "@/lib/store/store";
import type { AdmissionRules } from "./admission";
import type { AttemptRecords } from "./attempts";
import type { Auth } from "./auth";
import type { Devices } from "./devices";
import type { EpochRecords } from "./epochs";
import type { Provider } from "./library";
import type { AccountLinks } from "./links";
import type { Mailer } from "./mails";
import type { Notices } from "./notices";
import type { Passwords } from "./passwords";
import type { Providers } from "./providers";
import type { Sessions } from "./sessions";

export type AccountsOptions = {
  /** The origin at which people reach the site. */
  url: string;
  secret: string;
  rules: AdmissionRules;
  google: Provider | null;
  oidc: (Provider & { issuer: string; name: string }) | null;
  mail: { url: string; from: string } | null;
  /** After so many days a session ends, however much it is used. */
  sessionDays: number;
  /** The header that says whose attempts are counted together. */
  clientHeader: string;
};

export type AccountsDeps = {
  checkHost: Auth["checkHost"];
  store: Store;
  now: () => number;
  newId: () => string;
  readSite: () => Promise<{ name: string; terms: string }>;
  /** Work that the answer does not wait for; its failures are logged under the name. */
  inBackground(event: string, work: Promise<unknown>): void;
  report(event: string, fields: Record<string, unknown>): void;
};

/** What the endpoints work with. */
export type AccountsContext = {
  options: AccountsOptions;
  deps: AccountsDeps;
  providers: Providers;
  sessions: Sessions;
  devices: Devices;
  notices: Notices;
  epochs: EpochRecords;
  attempts: AttemptRecords;
  passwords: Passwords;
  links: AccountLinks;
  mailer: Mailer | null;
};
