import { makePage, told } from "./english-needles";
import type { NeedleTemplate } from "./needle";

export const laterEnglish: readonly NeedleTemplate[] = [
  told("number", (r, w) => {
    const [thing, weight] = [r.pick(w.things), `${r.whole(1_000, 9_999)} kilos`];
    return {
      statement: `I had the ${thing} weighed, ${weight} with everything in it`,
      asked: `How much does the ${thing} weigh?`,
      detail: weight,
    };
  }),
  told("name", (r, w) => {
    const [place, name] = [
      r.pick(w.places),
      `${r.pick(w.people)} ${r.pick(["Zwart", "Ferrante", "Ostrow", "Kowal", "Birke"])}${r.pick(["mann", "ski", "elli", "sson", "eda"])}`,
    ];
    return {
      statement: `the plumber we had in ${place} goes by ${name}, keep that somewhere`,
      asked: `Who was our plumber in ${place}?`,
      detail: name,
    };
  }),
  told("date", (r, w) => {
    const [place, date] = [r.pick(w.places), w.makeDate(r)];
    return {
      statement: `They moved the exam in ${place} to ${date}, again.`,
      asked: `When is the exam in ${place} now?`,
      detail: date,
    };
  }),
  told("address", (r, w) => {
    const [person, house] = [r.pick(w.people), `${r.whole(100, 999)} ${r.pick(w.streets)}`];
    return {
      statement: `The keys for ${person} are at ${house}, second bell.`,
      asked: `Where did I leave ${person}'s keys?`,
      detail: house,
    };
  }),
  told("decision", (r, w) => {
    const [thing, firm] = [
      r.pick(w.things),
      `${r.pick(["Marlow", "Quill", "Torrance", "Ivory"])} & Sons ${r.whole(100, 999)}`,
    ];
    return {
      statement: `OK then it's settled, ${firm} will build the ${thing}.`,
      asked: `Who will build the ${thing}, as we settled it?`,
      detail: firm,
    };
  }),
  told("instruction", (r) => {
    const word = `${r.pick(["from now on sign off as", "please stop using the word", "I'd like every table to carry the mark"])} ${r.pick(["Pelican", "Juniper", "Basalt", "Lupin"])}${r.whole(10, 99)}`;
    return {
      statement: `And ${word}.`,
      asked: "How do you sign off, which mark do tables carry, which word do you not use?",
      detail: word,
    };
  }),
  {
    kind: "answer detail",
    make(r, w) {
      const [place, fare] = [r.pick(w.places), `${r.whole(101, 999)} dinars`];
      return {
        exchange: {
          question: `Can I take the car on the ferry to ${place}?`,
          answer: `You can; a car pays ${fare} on the ferry to ${place} in summer.`,
        },
        asked: `What was the fare for a car on the ferry to ${place}?`,
        detail: fare,
      };
    },
  },
  {
    kind: "result detail",
    make(r, w) {
      const [place, length] = [r.pick(w.places), `${r.whole(101, 999)} paces`];
      return {
        exchange: {
          question: `Read up on the bridge at ${place} for me.`,
          result: makePage(r, place, `From bank to bank the bridge at ${place} measures ${length}.`),
          answer: `I have read about the bridge at ${place}; ask me what you like.`,
        },
        asked: `How long is the bridge at ${place}?`,
        detail: length,
      };
    },
  },
];
