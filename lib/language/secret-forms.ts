/**
 * How keys begin, as their issuers make them: the rules of gitleaks (commit b58d3f10, July 2026, MIT licence)
 * and secretlint (13.0.7, MIT licence), and what the providers and engines here document of theirs. What
 * follows is taken without its exact length, which issuers change.
 */
const keyStarts = [
  "sk- rk- sk_ AIza gsk_ csk- xai- hf_ api_org_ r8_ tvly- pplx- BSA nvapi- jina_ lsv2_ sm_aat_ sm_pat_",
  "sm_sat_",
  "AKIA ASIA ABIA ACCA ABSK bedrock-api-key- LTAI ya29. GOCSPX- dapi HRKU-AA doo_v1_ dop_v1_ dor_v1_",
  "fo1_ fm1a_ fm1r_ fm2_ dp.pt. dp.st. pul- tk-us- cfat_ cfut_ hvb. hvs. sha256~ pscale_tkn_",
  "pscale_oauth_ pscale_pw_",
  "ghp_ gho_ ghu_ ghs_ ghr_ github_pat_ glpat- gldt- glcbt- glffct- glft- glimt- glagent- gloas- glptt-",
  "glrt- glsoat- GR1348941 npm_ pypi- rubygems_ CLOJARS_ AKCp cmVmd dckr_pat_ dckr_oat_ sgp_ ATATT3",
  "ATCTT3 figd_ pnu_",
  "xoxa- xoxb- xoxe- xoxe. xoxo- xoxp- xoxr- xoxs- xapp- SG. xkeysib- pk_live_ rk_ whsec_ sq0atp-",
  "sq0csp- EAAA EAAM EAAC shpat_ shpca_ shppa_ shpss_ shippo_live_ shippo_test_ EZAK EZTK FLWSECK_TEST-",
  "FLWPUBK_TEST- duffel_live_",
  "A3- ops_eyJ AGE-SECRET-KEY-1 lin_api_ ntn_ PMAK- rdme_ glc_ glsa_ dt0c01. sntrys_ sntryu_ p8e-",
  "fio-u- s-s4t2ud- s-s4t2af- authress_ NRAK- duffel_test_",
].flatMap((line) => line.split(" "));

/** Fields that hold a secret whatever it looks like. */
const names = [
  "pass(?:word|wd|phrase|code|wort)|pwd|kennwort|contraseña|mot de passe|senha|пароль|密[码碼]|口令|パスワード",
  "token|secret|authorization",
  "(?:api|access|secret|private|auth|client|account|shared|signing|encryption|master|service|subscription)" +
    "[-_. ]?(?:access[-_. ]?)?key",
].join("|");

const escaped = keyStarts.map((start) => start.replaceAll(".", String.raw`\.`)).join("|");
/** A digit tells a key from a word, or a length that words do not have. */
const keyRest = String.raw`(?:(?=[\w.+/=~-]{0,100}\d)[\w.+/=~-]{12,}|[A-Za-z0-9]{16,})`;

/**
 * What stands in a text before a secret, the secret, and what may stand behind it: everything that is bounded
 * or consumed once, so that the time grows with the length of the text.
 */
const forms = [
  // A private key with its lines.
  /(-----BEGIN[ A-Z0-9_-]{0,40}PRIVATE KEY(?: BLOCK)?-----)[\w\s+/=:,.\\]*(?:-[\w\s+/=:,.\\]+){0,20}/,
  // A JSON Web Token, and a key of Telegram, of Azure, of Twilio and of Terraform.
  /(?<![\w-])(eyJ|ewo)[\w-]{10,}\.[\w-]{10,}(?:\.[\w-]+)*/,
  /\b(\d{8,10}:AA)[\w-]{20,}/,
  /(?<![\w~.-])([\w~.]{3}\dQ~)[\w~.-]{20,}/,
  /\b(SK)[0-9a-fA-F]{32}\b/,
  /\b([A-Za-z0-9]{14}\.atlasv1\.)[\w=-]{20,}/,
  // An address with a password.
  /(:\/\/[^\s:/@]{0,64}:)[^\s@/]{1,200}(?=@)/,
  /((?:Authorization|Proxy-Authorization)["']?\s{0,5}[:=]\s{0,5}["']?\w{1,20}\s{1,5})[^\s"',;]{4,}/i,
  /((?:set-)?cookie["']?\s{0,5}[:=]\s{0,5}["']?)[\w.-]{1,100}=[^\s"',]{2,}/i,
  /\b((?:Bearer|Basic)\s{1,5})(?=[\w.~+/=-]{0,100}(?:[\d=]|[a-z][A-Z]))[\w.~+/=-]{8,}/,
  new RegExp(String.raw`(?<![A-Za-z0-9])(${escaped})${keyRest}`),
  new RegExp(
    String.raw`((?:${names})\\?["'\x60]?\s{0,5}(?::=|=>|[:=：])\s{0,5}\\?["'\x60]?)[^\s"',;&\\…]{4,}`,
    "i",
  ),
].map((form) => new RegExp(form.source, `${form.flags}g`));

/** Takes out what has the form of a key, a token or a password, and leaves what it begins with. */
export function redactSecrets(text: string): string {
  return forms.reduce((shown, form) => shown.replace(form, "$1…"), text);
}

/** Whether a text holds a secret by its form. */
export function hasSecretForm(text: string): boolean {
  return forms.some((form) => text.search(form) !== -1);
}

/** More than the beginning of any form is long, up to where it is known to be one. */
const heldBack = 300;

/**
 * Redacts a text that comes in pieces: the newest characters are held back, and all of a secret that may go
 * on, so that one that is cut over pieces is taken out too.
 */
export function createRedactor() {
  let held = "";
  return {
    /** What can be shown by now. */
    add(piece: string): string {
      held += piece;
      let end = held.length - heldBack;
      if (end <= 0) return "";
      const secrets = forms.flatMap((form) => [...held.matchAll(form)]);
      const findCut = () => secrets.find(({ index, 0: { length } }) => index < end && index + length >= end);
      for (let cut = findCut(); cut !== undefined; cut = findCut()) end = cut.index;
      const shown = redactSecrets(held.slice(0, end));
      held = held.slice(end);
      return shown;
    },
    /** The rest. */
    end(): string {
      const shown = redactSecrets(held);
      held = "";
      return shown;
    },
  };
}
