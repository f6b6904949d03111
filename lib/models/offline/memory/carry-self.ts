import { isOpen, toAsked } from "./ask-facts";
import { asksAboutSelf } from "./asks-about-self";
import { readOwnerAtStart } from "./find-topics";

/** Gives the parts of a Chinese question about the person the subject that only the first one names: `我住在哪里，在哪里上班？`. */
export function carrySelf(parts: readonly string[]): string[] {
  return parts.reduce<string[]>((carried, part) => [...carried, carry(part, carried.at(-1))], []);
}

function carry(part: string, before: string | undefined): string {
  if (
    before === undefined ||
    !/^\p{Script=Han}/u.test(part) ||
    !asksAboutSelf(before) ||
    asksAboutSelf(part) ||
    isOpen(toAsked(part))
  )
    return part;
  const subject = startsWithVerb.test(part) ? `我${readOwnerAtStart(before)}` : "我";
  return asksAboutSelf(`${subject}${part}`) && namesTopic(part) ? `${subject}${part}` : part;
}

function namesTopic(part: string): boolean {
  const { topics, taste } = toAsked(part);
  return topics.length > 0 || taste !== null;
}

const startsWithVerb = /^(?:叫|几岁|多大|住|在|做|喜欢|讨厌|爱|怕|会|用|对|今年|有|属)/u;
