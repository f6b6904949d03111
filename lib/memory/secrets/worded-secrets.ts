/** Keys that are known by their looks, and keys and passwords that a word beside them tells. */
export function findWordedSecret(text: string): string | null {
  return patterns.find(({ pattern }) => pattern.test(text))?.kind ?? null;
}

const key = "a key";
const password = "a password";

/** What is said about a password without telling it. */
const aboutIt = String.raw`(?!(?:too|not|never|always|very|quite|really|rather|weak|strong|long|short|secure|expired|wrong|old|empty|required|stored|kept|saved|managed|changed|generated|different|the same|on|in|at|with|hard|easy|difficult|going|being)\b)`;

/** What is opened with a code. */
const opened = String.raw`(?:doors?|gate|alarm|safe|locker|lock|garage|house|flat|building|phone|tablet|laptop|computer|vault|suitcase)`;

const patterns: { kind: string; pattern: RegExp }[] = [
  // As the issuers document them, and as secret scanners look for them.
  {
    kind: key,
    pattern:
      /\b(?:sk|pk|rk)[-_](?:live|test|proj|ant)?[-_A-Za-z0-9]{16,}|\bgh[pousr]_[A-Za-z0-9]{20,}|\bgithub_pat_\w{20,}|\b(?:AKIA|ASIA)[A-Z0-9]{12,}|\bAIza[\w-]{20,}|\bxox[abeprs]-[\w-]{10,}|\bglpat-[\w-]{16,}|\bhf_[A-Za-z0-9]{20,}/,
  },
  {
    kind: key,
    pattern:
      /\bnpm_[A-Za-z0-9]{30,}|\bpypi-[\w-]{20,}|\bSG\.[\w-]{16,}\.[\w-]{16,}|\bdop_v1_[a-f0-9]{32,}|\bya29\.[\w-]{20,}|\b\d{8,10}:AA[\w-]{30,}|\bxai-[A-Za-z0-9]{20,}|\bgsk_[A-Za-z0-9]{20,}|\bAGE-SECRET-KEY-1[A-Z0-9]{20,}|\bshp(?:at|ss)_[a-f0-9]{20,}/,
  },
  {
    kind: key,
    pattern:
      /-----BEGIN [A-Z ]*PRIVATE KEY(?: BLOCK)?-----|\beyJ[\w-]{10,}\.[\w-]{10,}\.[\w-]{5,}|\bBearer [\w.~+/-]{16,}/,
  },
  { kind: key, pattern: /\b[a-z][a-z\d+.-]{1,20}:\/\/[^\s:/@]{1,64}:[^\s@/]{2,128}@\S/i },
  {
    kind: key,
    pattern:
      /\b(?:api[ _-]?key|secret[ _-]?key|access[ _-]?key|access[ _-]?token|auth(?:entication)?[ _-]?token|client[ _-]?secret|private[ _-]?key|(?:licen[cs]e|product|encryption|signing|recovery) key)\b\s*(?:is\b|[:=])\s*(?=\S*\d|\S{12,})\S+/i,
  },
  { kind: key, pattern: /(?:密钥|密鑰|秘钥|令牌|私钥)[^，。,.]{0,4}?(?:是|为|為|[:=])\s*[\w+/=-]{4,}/ },
  {
    kind: key,
    pattern:
      /\b(?:seed|recovery|mnemonic|backup|wallet) (?:phrase|words|codes?)\b\s*(?:is\b|are\b|[:=])\s*\S+|助记词\s*(?:是|为|[:=])\s*\S+/i,
  },
  // A long run of letters of both cases and digits is nothing that a person says about themselves.
  {
    kind: key,
    pattern:
      /(?<![\w/.-])(?=[\w+=-]{0,200}\d)(?=[\w+=-]{0,200}[a-z])(?=[\w+=-]{0,200}[A-Z])[\w+=-]{28,}(?![\w/.-])/,
  },
  { kind: key, pattern: /(?<![\w-])(?=[a-f]{0,64}\d)[0-9a-f]{32,}(?![\w-])/i },
  {
    kind: password,
    pattern: new RegExp(
      String.raw`\b(?:password|passphrase|passcode|pass ?word|passwd|pwd|pw|passwort|kennwort|mot de passe|contrase[ñn]a|senha|wachtwoord|parola|has[łl]o)(?![\p{L}])(?:\s+[\w'’]+){0,4}?\s*(?:\b(?:is|was|ist|lautet|est|es|[ée]|would be|will be|(?:starts|begins|ends) with)(?![\p{L}])|'s\b|[:=]|->|=>|→|\s-\s)\s*${aboutIt}\S+`,
      "iu",
    ),
  },
  {
    kind: password,
    pattern:
      /\b(?:password|passphrase|passcode|passwd|pwd|passwort)\s+(?=[^\s,.]*\d)(?=[^\s,.]*[a-z])[^\s,.]{5,}/i,
  },
  {
    kind: password,
    pattern:
      /(?<!\b(?:it|this|that|what|which|here|one))\s+is (?:also )?(?:my|our|the|his|her) (?:[\w-]+ ){0,2}(?:password|passphrase|passcode)\b(?! (?:manager|policy|reset|day|hint))|(?<!\S)\S{1,80} as (?:the |my |a |our )?(?:password|passphrase|passcode)\b(?! (?:manager|vault|generator|hint)s?\b)/i,
  },
  { kind: password, pattern: /\blog-?in\b[^.,]{0,20}?(?:\bis\b|[:=])\s*\S+\s*[/|,:]\s*(?=\S*\d)\S{4,}/i },
  {
    kind: password,
    pattern: new RegExp(
      String.raw`\b${opened}\b[^.,]{0,20}\b(?:unlocks?|unlocked|opens?|opened) (?:with|by|using) (?:the )?(?:code |pin )?\d{4,8}(?![\d.,])|\bcode (?:to|for|of|on) (?:[\w']+ ){0,3}${opened}\b(?:\s+(?:is|was)\b|\s*[:=])\s*\d{3,8}(?![\d.,])`,
      "i",
    ),
  },
  {
    kind: password,
    pattern:
      /\b(?:combination|combo)\b(?:\s+\w+){0,4}?\s*(?:\b(?:is|was)\b|[:=]|\s)\s*\d{1,2}[ -]\d{1,2}[ -]\d{1,2}(?!\d)/i,
  },
  {
    kind: password,
    pattern:
      /(?:卡|背面?|后面?|末尾)[^，。,.]{0,4}[三3]位(?:数字?|码)?(?:是|为|[:=])?\s*\d{3}(?!\d)|(?:密码|密碼|口令)[^，。,.]{0,4}[一二三四五六七八九两\d]个[一二三四五六七八九\d]/,
  },
  {
    kind: password,
    pattern:
      /\b(?:pin|cvv|cvc|security code|verification code|one[- ]time code|otp|door code|gate code|alarm code|lock code|unlock code)\b(?:\s+\w+){0,4}?\s*(?:\bis\b|[:=]|\s)\s*\d[\d -]{2,7}(?![\d.,])/i,
  },
  {
    kind: password,
    pattern:
      /(?:(?:密码|密碼)(?![学學])|口令|验证码|驗證碼|暗号|开机码|支付码)[^，。,.]{0,8}?(?:是|为|為|叫|设成|改成|[:=])\s*(?!什么|啥|多少|不|太|很|忘|存|放|由|一样|自动)\S+/,
  },
  { kind: password, pattern: /(?:密码|密碼|口令)\s*[A-Za-z\d!@#$%^&*_-]{4,}/ },
  {
    kind: password,
    pattern:
      /(?:пароль|парол[яь])\s*(?:[-—:=]|это)\s*\S+|(?:パスワード|暗証番号)\s*(?:は|[:=])\s*\S+|(?:비밀번호|암호)(?:는|은)?\s*[:=]?\s*[\w!@#$%^&*]{3,}/iu,
  },
];
