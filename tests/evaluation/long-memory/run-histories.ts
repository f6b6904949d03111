import type { ChatMessage } from "@/lib/protocol/chat-message";
import type { Ask, History, HistoryEvent } from "./histories";
import { judge, type Judged, type Replies } from "./judge";
import { openMemoryServices, type MemoryServices } from "./memory-services";
import { listIdleSessions, listTurnsBefore } from "./small-talk";

type Asked = { history: History; ask: Ask; turns: string[] };
type Entry = { history: History; event: HistoryEvent | { day: number; talk: string[] }; place: number };

/** Lives all histories at the same time in one store, day by day, and asks their questions with memory on and off. */
export async function runHistories(
  histories: readonly History[],
  env: Record<string, string> = {},
): Promise<Judged[]> {
  const entries = histories.flatMap(listEntries);
  const days = [...new Set(entries.map(({ event }) => event.day))].toSorted((a, b) => a - b);
  const life = createLife(await openMemoryServices(env));
  try {
    const judged: Judged[] = [];
    for (const day of days)
      judged.push(
        ...(await life.live(
          day,
          entries.filter(({ event }) => event.day === day),
        )),
      );
    return judged;
  } finally {
    await life.close();
  }
}

function listEntries(history: History): Entry[] {
  const idle = listIdleSessions(history).map(({ day, turns }) => ({ day, talk: turns }));
  return [...idle, ...history.events].map((event, place) => ({ history, event, place }));
}

function createLife({ services, goTo, say, changeSettings, close }: MemoryServices) {
  const told = new Map<string, Set<string>>();

  async function live(day: number, entries: Entry[]): Promise<Judged[]> {
    goTo(day);
    const asked: Asked[] = [];
    await forEachHistory(entries, async ({ history, event, place }) => {
      if ("ask" in event)
        asked.push({ history, ask: event, turns: [...listTurnsBefore(history, place), event.ask] });
      else await happen(history, event, place);
    });
    return asked.length === 0 ? [] : askThrice(asked);
  }

  async function askThrice(asked: Asked[]): Promise<Judged[]> {
    const on = await askAll(asked);
    await switchAll(asked, true);
    const offByPerson = await askAll(asked);
    await switchAll(asked, false);
    await changeSettings({ memoryEnabled: false });
    const offBySite = await askAll(asked);
    await changeSettings({ memoryEnabled: true });
    return asked.map((one, index) =>
      judge(one, toReplies(on[index], offByPerson[index], offBySite[index]), [
        ...(told.get(one.history.id) ?? []),
      ]),
    );
  }

  const askAll = (asked: Asked[]) => Promise.all(asked.map(({ history, turns }) => say(history.id, turns)));
  const switchAll = (asked: Asked[], isOff: boolean) =>
    Promise.all(
      [...new Set(asked.map(({ history }) => history.id))].map((id) => services.memory.setOff(id, isOff)),
    );

  async function happen(history: History, event: Exclude<Entry["event"], Ask>, place: number): Promise<void> {
    const { id } = history;
    if ("talk" in event) await say(id, event.talk);
    else if ("say" in event) await say(id, [...listTurnsBefore(history, place), event.say]);
    else if ("other" in event) await say(`${id}-other`, [event.other]);
    else if ("off" in event) await sayWhileOff(id, event.off);
    else if ("forget" in event) await services.memory.remove(id, await findFact(id, event.forget));
    else if ("correct" in event)
      await services.memory.patch(id, await findFact(id, event.correct), { content: event.to });
    else await services.memory.clear(id);
    await noteTold(id);
  }

  async function sayWhileOff(id: string, text: string): Promise<void> {
    await services.memory.setOff(id, true);
    await say(id, [text]);
    await services.memory.setOff(id, false);
  }

  async function findFact(id: string, words: string): Promise<string> {
    const fact = (await services.memory.list(id)).facts.find(({ content }) => content.includes(words));
    if (fact === undefined) throw new Error(`${id}: nothing is kept that holds “${words}”.`);
    return fact.id;
  }

  async function noteTold(id: string): Promise<void> {
    const { facts, history } = await services.memory.list(id);
    const known = told.get(id) ?? new Set();
    for (const { content } of [...facts, ...history]) known.add(content);
    told.set(id, known);
  }

  return { live, close };
}

function toReplies(
  on: ChatMessage | undefined,
  offByPerson: ChatMessage | undefined,
  offBySite: ChatMessage | undefined,
): Replies {
  if (on === undefined || offByPerson === undefined || offBySite === undefined)
    throw new Error("A question has no reply.");
  return { on, offByPerson, offBySite };
}

/** The entries of each history in their order, the histories beside each other. */
async function forEachHistory(
  entries: readonly Entry[],
  work: (entry: Entry) => Promise<void>,
): Promise<void> {
  const byHistory = Map.groupBy(entries, ({ history }) => history.id);
  await Promise.all(
    [...byHistory.values()].map(async (own) => {
      for (const entry of own) await work(entry);
    }),
  );
}
