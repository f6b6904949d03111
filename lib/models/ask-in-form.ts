import type { LanguageModelV4, LanguageModelV4CallOptions } from "@ai-sdk/provider";
import { APICallError, wrapLanguageModel } from "ai";
import { AppError } from "@/lib/errors";
import { findNextForm, toAnswerText, toFormedCall } from "./answer-forms";
import { isVendor, type Asking, type FormMemory } from "./form-memory";
import { toModelError } from "./model-errors";

/** Of one question, whatever they are for. */
const mostRequests = 3;
/** A server that fails may do so for another reason than the form: that is soon tried again. */
const doubtMs = 300_000;
/** What thoughts may take beside the answer, in tokens. */
const thoughtTokens = 6_000;

export type FormDeps = {
  forms: FormMemory;
  /** Whether the model has tool calls of its own. */
  takesTools: (ref: string) => boolean;
};

/** What came back, as far as it says how the model is better asked. */
export type Outcome = { ref: string; isCut: boolean; hasThoughts: boolean; isOtherForm: boolean };

export type Requests = ReturnType<typeof createRequests>;

/** The requests of one question to a chain: in which form each model is asked, and how many are left. */
export function createRequests(refs: readonly string[], { forms, takesTools }: FormDeps) {
  let sent = 0;
  let isRoomy = false;
  /** How a model is asked after an answer of another form; remembered once that has worked. */
  const trying = new Map<string, Asking>();
  const find = (ref: string): Asking => trying.get(ref) ?? forms.get(ref);

  function keep(ref: string, asking: Asking, lifeMs?: number): void {
    trying.delete(ref);
    forms.keep(ref, asking, lifeMs);
  }

  /** Another way after a refusal, kept at once; says whether there is one. */
  function goOn(ref: string, asking: Asking, error: unknown): boolean {
    if (!isRefusal(error, ref)) return false;
    const lifeMs = (error.statusCode ?? 0) >= 500 ? doubtMs : undefined;
    if (asking.thoughts === "off" && !isVendor(ref)) {
      keep(ref, { ...asking, thoughts: "paid" }, lifeMs);
      return true;
    }
    const form = findNextForm(asking.form, takesTools(ref));
    keep(ref, { ...asking, form: form ?? asking.form }, form === null ? 0 : lifeMs);
    return form !== null;
  }

  async function generate(ref: string, model: LanguageModelV4, call: LanguageModelV4CallOptions) {
    // One request is left for the models behind it.
    const most = ref === refs.at(-1) ? mostRequests : mostRequests - 1;
    while (sent < most) {
      sent += 1;
      const asking = find(ref);
      try {
        return toAnswerText(await model.doGenerate(toCall(ref, call, asking)));
      } catch (error) {
        call.abortSignal?.throwIfAborted();
        const hasOther = goOn(ref, asking, error);
        // An error of ours is not waited for and tried again.
        if (sent >= most) throw toModelError(error, ref);
        if (!hasOther) throw error;
      }
    }
    throw new AppError("model_rejected", `${ref} has been asked ${mostRequests} times.`);
  }

  const needsRoom = (ref: string, { thoughts }: Asking): boolean =>
    isRoomy || thoughts === "paid" || (thoughts === "off" && !isVendor(ref));

  function toCall(ref: string, call: LanguageModelV4CallOptions, asking: Asking): LanguageModelV4CallOptions {
    const { form, thoughts } = asking;
    const isOff = thoughts === "off" || (thoughts === "paid" && isVendor(ref));
    const more = needsRoom(ref, asking) ? thoughtTokens : 0;
    return {
      ...toFormedCall(call, form),
      ...(isOff && { reasoning: "none" }),
      maxOutputTokens: (call.maxOutputTokens ?? 0) + more,
    };
  }

  return {
    areOver: (): boolean => sent >= mostRequests,
    adapt: (ref: string, model: LanguageModelV4): LanguageModelV4 =>
      wrapLanguageModel({
        model,
        middleware: { wrapGenerate: ({ params }) => generate(ref, model, params) },
      }),
    /** What any of the models may write beside the answer, in tokens. */
    mostBeside: (): number => (refs.some((ref) => needsRoom(ref, find(ref))) ? thoughtTokens : 0),
    /** Learns from an answer how the model is asked next. */
    learn({ ref, isCut, hasThoughts, isOtherForm }: Outcome): void {
      const asking = find(ref);
      isRoomy ||= isCut;
      if (hasThoughts && asking.thoughts === "free") keep(ref, { ...asking, thoughts: "off" });
      else if (hasThoughts && isCut) keep(ref, { ...asking, thoughts: "paid" });
      const form = isOtherForm ? findNextForm(asking.form, takesTools(ref)) : null;
      if (form !== null) trying.set(ref, { ...find(ref), form });
    },
    /** The answer could be used: what was tried for it is remembered. */
    confirm(ref: string): void {
      const tried = trying.get(ref);
      if (tried !== undefined) keep(ref, tried);
    },
    /** There was no answer in time, perhaps for thoughts that nobody saw. */
    learnLate(): void {
      const [ref] = refs;
      if (ref !== undefined && find(ref).thoughts === "free") keep(ref, { ...find(ref), thoughts: "off" });
    },
  };
}

/** Told by the status alone: of limits, keys and money a server speaks otherwise, and 502 to 504 are no refusals. */
function isRefusal(error: unknown, ref: string): error is APICallError {
  if (!APICallError.isInstance(error)) return false;
  const { statusCode = 0 } = error;
  return statusCode === 500 || statusCode === 501 || toModelError(error, ref).code === "model_rejected";
}
