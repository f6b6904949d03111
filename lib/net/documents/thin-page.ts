/**
 * Whether a page's own text is not what a person would see: a frame for scripts that draw it, a question for
 * consent, a set of frames. A short page without such signs is a short page.
 */
export function isThinPage(html: string, markdown: string): boolean {
  if (markdown.length > clearlyLong) return false;
  const letters = countLetters(markdown);
  if (letters > longEnough) return false;
  if (consentWords.test(markdown) && letters < mostOfConsent) return true;
  if (letters > shortText) return false;
  if (/<frameset[\s>]/i.test(html)) return true;
  return (
    /<script[^>]+src\s*=|<script[^>]*type\s*=\s*["']?module/i.test(html) &&
    (hasEmptyPlace(html) || wantedScripts.test(html))
  );
}

const clearlyLong = 20_000;
const longEnough = 1_500;
const mostOfConsent = 1_200;
const shortText = 300;

/** Chinese, Japanese and Korean say in one character what takes others about three letters. */
function countLetters(markdown: string): number {
  const text = markdown.replace(/\]\([^()]*(?:\([^()]*\)[^()]*)*\)/g, "]");
  const dense =
    text.match(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu)?.length ?? 0;
  return (text.match(/[\p{L}\p{N}]/gu)?.length ?? 0) + 2 * dense;
}

/** A place where an application is drawn. */
function hasEmptyPlace(html: string): boolean {
  const hasPlace =
    /<(div|main|section|app-root|body)(\s[^<>]*)?>\s*(<(div|p|span)[^<>]*>\s*(loading[.…\s]*)?<\/\3>\s*)?(<!--[\s\S]{0,200}?-->\s*)*<\/\1>/i.test(
      html,
    );
  const hasMount =
    /<\w+(?=[\s>])[^<>]*\sid\s*=\s*["']?(root|app|__next|__nuxt|gatsby|svelte|ember|main-app|react-root)\b|<app-root[\s>]/i.test(
      html,
    );
  return hasMount || hasPlace;
}

const wantedScripts =
  /<noscript[^<>]*>(?:(?!<\/noscript)[\s\S]){0,600}?(enable|requires?|turn on|activate|need|启用|開啟|有効|활성화|aktivieren|activer)(?:(?!<\/noscript)[\s\S]){0,200}?/i;
const consentWords =
  /(before you continue|accept (all|and continue|cookies)|we (and our \d+ partners|value your privacy|use cookies)|manage (your )?(consent|preferences|choices)|cookie (settings|preferences)|alle akzeptieren|tout accepter|aceptar todo|同意并继续|接受所有 ?cookie|クッキー.*同意|쿠키.*동의)/i;
