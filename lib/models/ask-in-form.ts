import type { LanguageModelV4, LanguageModelV4CallOptions } from "@ai-sdk/provider";
import { APICallError, wrapLanguageModel } from "ai";
import { AppError } from "@/lib/errors";
import { findNextForm, type AnswerForm, toAnswerText, toFormedCall } from "./answer-forms";
import { toModelError, toModelFailure } from "./model-errors";
import type { ModelMemory } from "./model-memory";
import { toModelRef } from "./models-config";

/** Of one question, whatever they are for. */
const mostRequests = 3;
/** A server that fails may do so for another reason than the form: that is soon tried again. */
const doubtMs = 300_000;
/** What thoughts may take beside the answer, in tokens. */
const thoughtTokens = 6_000;

/**
 * How a model is asked. Its thoughts are `free` where nothing shows that it has any, `off` where it is asked
 * for none, and `paid` where it thinks all the same: then they get tokens of their own.
 */
export type Asking = { form: AnswerForm; thoughts: "free" | "off" | "paid" };

/** Their packages know what each of their models can be told of its thoughts. */
const vendors = new Set(["openai", "anthropic", "google"]);
const isVendor = (ref: string): boolean => vendors.has(toModelRef(ref).provider);

export type FormDeps = {
  forms: ModelMemory<Asking>;
  /** Whether the model has tool calls of its own. */
  takesTools: (ref: string) => boolean;
};

type RequestDeps = FormDeps & {
  /** A server says that it loads its model: no request of the question was used up. */
  onLoading: () => void;
};

/** What came back, as far as it says how the model is better asked. */
export type AskOutcome = { ref: string; isCut: boolean; hasThoughts: boolean; isOtherForm: boolean };

/** How each model is asked within one question, by what is remembered and by what the question has met. */
function createWays({ forms, takesTools }: FormDeps) {
  /** After an answer of another form; remembered once that has worked. */
  const trying = new Map<string, Asking>();
  const find = (ref: string): Asking =>
    trying.get(ref) ?? forms.get(ref) ?? { form: "json_schema", thoughts: isVendor(ref) ? "off" : "free" };

  /** A model that writes its calls as text is forced to none, and one vendor has no plain JSON mode. */
  const findNext = (ref: string, form: AnswerForm): AnswerForm | null =>
    findNextForm(form, (next) =>
      next === "tool" ? takesTools(ref) : next !== "json_object" || toModelRef(ref).provider !== "anthropic",
    );

  function keep(ref: string, asking: Asking, lifeMs?: number): void {
    trying.delete(ref);
    forms.keep(ref, asking, lifeMs);
  }

  return {
    find,
    keep,
    /** Another way after a refusal, kept at once; says whether there is one. */
    goOn(ref: string, asking: Asking, error: unknown): boolean {
      if (!isRefusal(error, ref)) return false;
      const lifeMs = (error.statusCode ?? 0) >= 500 ? doubtMs : undefined;
      const isSwitch = asking.thoughts === "off" && !isVendor(ref);
      const form = isSwitch ? asking.form : findNext(ref, asking.form);
      const next: Asking = { form: form ?? asking.form, thoughts: isSwitch ? "paid" : asking.thoughts };
      // Where nothing is left it was something else than the form.
      keep(ref, next, form === null ? 0 : lifeMs);
      return form !== null;
    },
    tryNext(ref: string): void {
      const form = findNext(ref, find(ref).form);
      if (form !== null) trying.set(ref, { ...find(ref), form });
    },
    confirm(ref: string): void {
      const tried = trying.get(ref);
      if (tried !== undefined) keep(ref, tried);
    },
  };
}

/** The requests of one question to a chain: in which form each model is asked, and how many are left. */
export function createRequests(refs: readonly string[], deps: RequestDeps) {
  const ways = createWays(deps);
  let sent = 0;
  let isRoomy = false;

  async function generate(ref: string, model: LanguageModelV4, call: LanguageModelV4CallOptions) {
    // One request is left for the models behind it.
    const most = ref === refs.at(-1) ? mostRequests : mostRequests - 1;
    while (sent < most) {
      sent += 1;
      const asking = ways.find(ref);
      try {
        return toAnswerText(await model.doGenerate(toCall(ref, call, { ...asking, isRoomy })));
      } catch (error) {
        call.abortSignal?.throwIfAborted();
        if (toModelFailure(error, ref).isLoading) {
          sent -= 1;
          deps.onLoading();
          throw error;
        }
        const hasOther = ways.goOn(ref, asking, error);
        // An error of ours is not waited for and tried again.
        if (sent >= most) throw toModelError(error, ref);
        if (!hasOther) throw error;
      }
    }
    throw new AppError("model_rejected", `${ref} has been asked ${mostRequests} times.`);
  }

  return {
    areOver: (): boolean => sent >= mostRequests,
    adapt: (ref: string, model: LanguageModelV4): LanguageModelV4 =>
      wrapLanguageModel({
        model,
        middleware: { wrapGenerate: ({ params }) => generate(ref, model, params) },
      }),
    /** What any of the models may write beside the answer, in tokens. */
    mostBeside: (): number =>
      refs.some((ref) => needsRoom(ref, { ...ways.find(ref), isRoomy })) ? thoughtTokens : 0,
    /** Learns from an answer how its model is asked next. */
    learn({ ref, isCut, hasThoughts, isOtherForm }: AskOutcome): void {
      const asking = ways.find(ref);
      isRoomy ||= isCut;
      if (hasThoughts && asking.thoughts === "free") ways.keep(ref, { ...asking, thoughts: "off" });
      else if (hasThoughts && isCut) ways.keep(ref, { ...asking, thoughts: "paid" });
      if (isOtherForm) ways.tryNext(ref);
    },
    /** The answer could be used: what was tried for it is remembered. */
    confirm: (ref: string): void => ways.confirm(ref),
    /** No answer in time, perhaps because of hidden thoughts. */
    learnLate(): void {
      for (const ref of refs.slice(0, 1)) {
        const asking = ways.find(ref);
        if (asking.thoughts === "free") ways.keep(ref, { ...asking, thoughts: "off" });
      }
    },
  };
}

type Room = Asking & { isRoomy: boolean };

/** A switch that a compatible server refuses leads to thoughts within the same call. */
function needsRoom(ref: string, { thoughts, isRoomy }: Room): boolean {
  return isRoomy || thoughts === "paid" || (thoughts === "off" && !isVendor(ref));
}

function toCall(ref: string, call: LanguageModelV4CallOptions, room: Room): LanguageModelV4CallOptions {
  const isOff = room.thoughts === "off" || (room.thoughts === "paid" && isVendor(ref));
  return {
    ...toFormedCall(call, room.form),
    ...(isOff && { reasoning: "none" }),
    maxOutputTokens: (call.maxOutputTokens ?? 0) + (needsRoom(ref, room) ? thoughtTokens : 0),
  };
}

/** Told by the status: of limits, keys and money a server speaks otherwise, and 502 to 504 refuse nothing. */
function isRefusal(error: unknown, ref: string): error is APICallError {
  if (!APICallError.isInstance(error)) return false;
  const { statusCode = 0 } = error;
  return statusCode === 500 || statusCode === 501 || toModelError(error, ref).code === "model_rejected";
}
