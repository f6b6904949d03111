import type { Answer } from "@/lib/client/request";

/** What was typed, by the field's name. */
export type Values = (name: string) => string;
export type FieldErrors = Record<string, string>;

export type FormRules<VALUE> = {
  /** What is wrong with what was typed, by field; nothing is sent then. */
  check: (values: Values) => FieldErrors;
  send: (values: Values) => Promise<Answer<VALUE>>;
  words: FailureWords;
};

/** Our words in the person's language; where there is none for a code, the server's own are shown. */
export type FailureWords = { unreachable: string; tooMany: string; byCode?: Partial<Record<string, string>> };

/** `code`: the server's, `null` when it said nothing or was not asked. */
export type FormFailure = { code: string | null; text: string | null; fields: FieldErrors; waitSeconds: number };
export type FormOutcome<VALUE> = { isDone: true; value: VALUE } | ({ isDone: false } & FormFailure);

/** Checks, sends and puts what went wrong into words. */
export async function submitForm<VALUE>(values: Values, { check, send, words }: FormRules<VALUE>): Promise<FormOutcome<VALUE>> {
  const fields = check(values);
  if (Object.keys(fields).length > 0) return { isDone: false, code: null, text: null, fields, waitSeconds: 0 };
  const answer = await send(values);
  return answer.ok ? { isDone: true, value: answer.value } : { isDone: false, ...toFailure(answer, words) };
}

function toFailure({ status, problem }: Extract<Answer<unknown>, { ok: false }>, words: FailureWords): FormFailure {
  const { code = null, detail = words.unreachable, fields = {}, retryAfter = 0 } = problem ?? {};
  const waitSeconds = Math.ceil(retryAfter);
  const text = words.byCode?.[code ?? ""] ?? (status === 429 && waitSeconds > 0 ? words.tooMany : detail);
  // What is said beside the fields need not be said twice.
  return { code, text: Object.keys(fields).length > 0 ? null : text, fields, waitSeconds };
}
