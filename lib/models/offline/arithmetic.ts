/** The calculation that a message asks for, as an expression for the calculator, else `null`. */
export function findExpression(message: string): string | null {
  if (message.length > longestSum) return null;
  const text = rewrites.reduce((out, [pattern, plain]) => out.replace(pattern, plain), message);
  const found = expression.exec(text);
  const written = found?.[0].replace(/(?<![\s,])[\s,]+$/u, "");
  if (!found || written === undefined || !operator.test(written)) return null;
  const before = text.slice(0, found.index).trim();
  const after = text.slice(found.index + written.length).trim();
  if (!opening.test(before) || !ending.test(after)) return null;
  return written.replace(/\s+/gu, " ").trim();
}

/** The days or weeks between two dates that a message asks for, as the calculator reads it, else `null`. */
export function findDays(message: string): string | null {
  const [, unit, from, to] = days.exec(message) ?? [];
  const [, first, second] = chineseDays.exec(message) ?? [];
  if (unit !== undefined) return `${unit} between ${from} and ${to}`;
  return first === undefined ? null : `days between ${first} and ${second}`;
}

const day = String.raw`(\d{4}-\d{1,2}-\d{1,2})`;
const days = new RegExp(
  `^how many (business days|days|weeks|months|years) (?:are |lie )?(?:there )?(?:between|from) ${day} (?:and|to|until) ${day}[\\s?.]{0,3}$`,
  "iu",
);
const chineseDays = new RegExp(
  `^(?:从)?${day} ?(?:到|至|和|与) ?${day} ?(?:之间)?(?:相差|有|隔|共)?(?:多少|几)天[\\s?？。]{0,3}$`,
  "u",
);

/**
 * A longer message asks for more than a sum, and the patterns below look over every run of blanks several
 * times.
 */
const longestSum = 500;

/** Operators that are written as words between numbers, and percentages as Chinese writes them. */
const rewrites: [RegExp, string][] = [
  [/(?<=\d)[,，](?=\d{3}(?!\d))/gu, ""],
  [/百分之\s*([\d.]+)/gu, "$1%"],
  [/([\d.]+)\s*的\s*([\d.]+\s*%)/gu, "$2 of $1"],
  [/(?<=\d)\s*per ?cent\b/giu, "%"],
  [/(?<=[\d)])\s*(?:times|multiplied by|乘以?)\s*(?=[\d(])/giu, " * "],
  [/(?<=[\d)])\s*(?:divided by|除以)\s*(?=[\d(])/giu, " / "],
  [/(?<=[\d)%])\s*(?:plus|加上?)\s*(?=[\d(])/giu, " + "],
  [/(?<=[\d)%])\s*(?:minus|减去?)\s*(?=[\d(])/giu, " - "],
  [/(?<=[\d)])\s*(?:to the power of|\*\*)\s*(?=[\d(])/giu, "^"],
  [/(?<=[\d)])\s*(?:squared|的平方(?!根))/giu, "^2"],
  [/(?<=[\d)])\s*(?:cubed|的立方(?!根))/giu, "^3"],
  [/(?:the )?square root of\s*([\d.]+)|根号\s*([\d.]+)|([\d.]+)\s*的平方根/giu, "sqrt($1$2$3)"],
];

const atom = String.raw`[-−(√\s]*(?:(?:sqrt|cbrt|log10|log|ln|exp|abs|sin|cos|tan)\s*\([^()]*\)|\d+(?:\.\d+)?|\.\d+|pi\b|π)[\s)²³%!]*`;
const expression = new RegExp(
  `(?<![\\p{Script=Latin}\\d.])${atom}(?:(?:[-+*/^×÷−·]|\\bx(?=\\s*[\\d(])|of\\b)${atom})*`,
  "iu",
);
/** A number alone is no calculation. */
const operator = /[+*/^×÷·√²³!]|\d\s*[-−]|sqrt|cbrt|log|ln|exp|abs|sin|cos|tan|\bof\b|\dx|\sx/iu;
const opening =
  /^(?:(?:please|can you|could you)[\s,]+)?(?:what(?:['’]s| is| are| does)|how much(?: is| are)?|calculate|compute|work out|evaluate|请问|请|帮我|计算|算)?(?:一?下|一算)?[\s:：,，]*(?:exactly)?$/iu;
/** How exact the result should be may follow; anything else may ask for something that is no number. */
const ending =
  /^(?:\)?\s*(?:=|equals?|equal to|is|等于|是|得|结果是)?\s*(?:what|多少|几)?)?[\s?？=。.!]*$|^[,，]?\s*(?:exactly|precisely|approximately|rounded|as a decimal|to|with|in|精确|保留|约)[^?？]{0,40}(?:decimals?|places?|digits?|exactly|precisely|number|小数|位|精确)?[\s?？。.!]*$/iu;
