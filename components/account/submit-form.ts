import type { Answer } from "@/lib/client/request";
import { checkFields } from "./check-fields";
import type { FieldErrors, FieldRule, FieldWords, Values } from "./check-fields";

export type FormRules<VALUE> = {
  /** The fields in the order in which they stand. */
  fields: Record<string, FieldRule>;
  send: (values: Values) => Promise<Answer<VALUE>>;
  words: FormWords;
};

/** Words in the person's language; where a code or field has none, the server's own are shown. */
export type FormWords = FieldWords & {
  unreachable: string;
  tooMany: string;
  byCode?: Record<string, string>;
  byField?: Record<string, string>;
};

/** `code`: the server's, `null` when it said nothing or was not asked. */
export type FormFailure = {
  code: string | null;
  text: string | null;
  fields: FieldErrors;
  waitSeconds: number;
};
export type FormOutcome<VALUE> = { isDone: true; value: VALUE } | ({ isDone: false } & FormFailure);

/** Checks, sends and puts what went wrong into words; nothing is sent while a field is wrong. */
export async function submitForm<VALUE>(
  values: Values,
  { fields, send, words }: FormRules<VALUE>,
): Promise<FormOutcome<VALUE>> {
  const wrong = checkFields(fields, values, words);
  if (Object.keys(wrong).length > 0)
    return { isDone: false, code: null, text: null, fields: wrong, waitSeconds: 0 };
  const answer = await send(values);
  return answer.ok
    ? { isDone: true, value: answer.value }
    : { isDone: false, ...toFailure(answer, Object.keys(fields), words) };
}

function toFailure(
  { status, problem }: Extract<Answer<unknown>, { ok: false }>,
  shown: string[],
  words: FormWords,
): FormFailure {
  const { code = null, detail = words.unreachable, fields = {}, retryAfter = 0 } = problem ?? {};
  const waitSeconds = Math.ceil(retryAfter);
  const text = words.byCode?.[code ?? ""] ?? (status === 429 && waitSeconds > 0 ? words.tooMany : detail);
  const beside = Object.entries(fields).filter(([name]) => shown.includes(name));
  // What is said beside the fields need not be said twice; what no field shows must be.
  const isSaid = beside.length > 0 && beside.length === Object.keys(fields).length;
  const errors = Object.fromEntries(beside.map(([name, said]) => [name, words.byField?.[name] ?? said]));
  return { code, text: isSaid ? null : text, fields: errors, waitSeconds };
}
