import * as chinese from "./chinese-words";
import * as english from "./english-words";

/** Whether a text says something that can be kept by itself, in whichever of the languages; `isLinked` behind “that” or a colon. */
export function isStatement(text: string, isLinked: boolean): boolean {
  return /\p{Script=Han}/u.test(text)
    ? chinese.isStatement(text, isLinked) || english.isStatement(text, isLinked)
    : english.isStatement(text, isLinked);
}
