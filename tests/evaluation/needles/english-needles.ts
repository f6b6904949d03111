import type { LanguageTemplates, Needle, NeedleTemplate, Words } from "./needle";
import type { Random } from "./random";

/** A detail that the person tells in the middle of something else. */
export function told(
  kind: Needle["kind"],
  make: (random: Random, words: Words) => { statement: string; asked: string; detail: string },
): NeedleTemplate {
  return {
    kind,
    make(random, words) {
      const { statement, asked, detail } = make(random, words);
      return { exchange: { question: statement }, asked, detail };
    },
  };
}

export function makePage(random: Random, place: string, fact: string): string {
  const filler = [
    "The quay was widened twice.",
    "In winter few boats come.",
    "A small café sells tea.",
    "The lamps were replaced.",
  ];
  const body = [filler[0], filler[1], fact, filler[2], filler[3]].join(" ");
  return `<page number="${random.whole(1, 9)}" result="r_${random.whole(10_000_000, 99_999_999)}" url="https://example.org/${encodeURIComponent(place)}" title="${place} harbour" site="example.org">\n${body}\n</page>`;
}

export const englishNeedles: Omit<LanguageTemplates["needles"], "later"> = {
  developed: [
    told("number", (r, w) => {
      const [owner, thing, code] = [r.pick(w.people), r.pick(w.things), String(r.whole(100_000, 999_999))];
      return {
        statement: `By the way, the code of ${owner}'s ${thing} is ${code}.`,
        asked: `What was the code of ${owner}'s ${thing}?`,
        detail: code,
      };
    }),
    told("name", (r, w) => {
      const [name, place] = [
        `${r.pick(w.people)} ${r.pick(["Haverkamp", "Lindqvist", "Okonjo", "Brandauer", "Szymanska"])}${r.pick(["son", "ova", "eau", "itz", "elli"])}`,
        r.pick(w.places),
      ];
      return {
        statement: `My dentist in ${place} is called ${name}, she is very good.`,
        asked: `What is the name of my dentist in ${place}?`,
        detail: name,
      };
    }),
    told("date", (r, w) => {
      const [person, date] = [r.pick(w.people), w.makeDate(r)];
      return {
        statement: `We celebrate ${person}'s retirement on ${date} in the garden.`,
        asked: `When do we celebrate ${person}'s retirement?`,
        detail: date,
      };
    }),
    told("address", (r, w) => {
      const [person, street, place] = [
        r.pick(w.people),
        `${r.whole(100, 999)} ${r.pick(w.streets)}`,
        r.pick(w.places),
      ];
      return {
        statement: `I have to send the parcel for ${person} to ${street}, ${place}.`,
        asked: `Where did I have to send the parcel for ${person}?`,
        detail: street,
      };
    }),
    told("decision", (r, w) => {
      const [thing, maker] = [
        r.pick(w.things),
        `${r.pick(["Nordlys", "Kestrel", "Vento", "Altair", "Quillon"])} ${r.whole(100, 999)}`,
      ];
      return {
        statement: `We decided to go with the ${maker} for the ${thing}.`,
        asked: `Which ${thing} did we decide on?`,
        detail: maker,
      };
    }),
    told("instruction", (r, w) => {
      const word = `${r.pick(["Always end your answers with the word", "From now on sign your answers as", "Always begin your answers with"])} ${r.pick(["Marigold", "Tamarind", "Periwinkle", "Sandpiper", "Bergamot"])}${r.whole(10, 99)}`;
      return {
        statement: `${word}, please. And greet ${r.pick(w.people)} from me.`,
        asked: "How should your answers be signed, begun or ended?",
        detail: word,
      };
    }),
    {
      kind: "answer detail",
      make(r, w) {
        const [place, platform] = [r.pick(w.places), `${r.whole(5, 23)}:${r.whole(10, 59)}`];
        const detail = `${platform} from platform ${r.whole(11, 48)}`;
        return {
          exchange: {
            question: `When does the last night train to ${place} leave?`,
            answer: `The last night train to ${place} leaves at ${detail}.`,
          },
          asked: `From which platform does the last night train to ${place} leave, and when?`,
          detail,
        };
      },
    },
    {
      kind: "result detail",
      make(r, w) {
        const [place, fee] = [r.pick(w.places), `${r.whole(100, 999)} crowns`];
        return {
          exchange: {
            question: `Please read the page about the harbour of ${place}.`,
            result: makePage(r, place, `A berth for a yacht in ${place} costs ${fee} a night.`),
            answer: `I have read the page about the harbour of ${place}; ask me what you want to know of it.`,
          },
          asked: `What does a berth for a yacht in ${place} cost a night, by the page on its harbour?`,
          detail: fee,
        };
      },
    },
  ],
  unseen: [
    told("number", (r, w) => {
      const [place, number] = [r.pick(w.places), `${r.whole(1_000, 9_999)}-${r.whole(100, 999)}`];
      return {
        statement: `For the hotel in ${place} I got the booking reference ${number}`,
        asked: `Which booking reference do I have for the hotel in ${place}?`,
        detail: number,
      };
    }),
    told("name", (r, w) => {
      const [person, pet] = [
        r.pick(w.people),
        `${r.pick(["Biscuit", "Mops", "Schnapps", "Tinker", "Waffle"])}${r.pick(["bert", "ina", "ov", "ella"])}`,
      ];
      return {
        statement: `Guess what, ${person} got a puppy and named it ${pet}!`,
        asked: `How did ${person} name the puppy?`,
        detail: pet,
      };
    }),
    told("date", (r, w) => {
      const [place, date] = [r.pick(w.places), w.makeDate(r)];
      return {
        statement: `Our visa for ${place} runs out on ${date}, so we must be back before`,
        asked: `When does our visa for ${place} run out?`,
        detail: date,
      };
    }),
    told("address", (r, w) => {
      const [thing, mail] = [
        r.pick(w.things),
        `${r.pick(w.people).toLowerCase()}.${r.whole(100, 999)}@example.net`,
      ];
      return {
        statement: `whoever wants to buy the ${thing} should write to ${mail}`,
        asked: `Where should people write who want to buy the ${thing}?`,
        detail: mail,
      };
    }),
    told("decision", (r, w) => {
      const [place, person] = [
        r.pick(w.places),
        `${r.pick(["Cedar", "Heron", "Lantern", "Copper"])} House ${r.whole(10, 99)}`,
      ];
      return {
        statement: `Right, we'll take ${person} for the meeting in ${place} then.`,
        asked: `Which house did we take for the meeting in ${place}?`,
        detail: person,
      };
    }),
    told("instruction", (r) => {
      const word = `${r.pick(["whenever you give a temperature, add", "never give me a list without", "in every reply, mention"])} ${r.pick(["Réaumur", "a footnote", "the wind", "the tide"])} ${r.whole(10, 99)}`;
      return {
        statement: `One more thing: ${word}.`,
        asked: "What should you do in every reply, list or with every temperature?",
        detail: word,
      };
    }),
    {
      kind: "answer detail",
      make(r, w) {
        const [thing, amount] = [r.pick(w.things), `${r.whole(101, 999)} grams`];
        return {
          exchange: {
            question: `How heavy is the spare part of a ${thing}?`,
            answer: `Its maker gives the weight of the spare ${thing} part as ${amount}, without the screws.`,
          },
          asked: `What weight did you give for the spare part of the ${thing}?`,
          detail: amount,
        };
      },
    },
    {
      kind: "result detail",
      make(r, w) {
        const [place, person] = [
          r.pick(w.places),
          `${r.pick(w.people)} ${r.pick(["Achterberg", "Doležal", "Fairweather", "Montessuy"])}`,
        ];
        return {
          exchange: {
            question: `Look at what is written on the lighthouse near ${place}.`,
            result: makePage(
              r,
              place,
              `The lighthouse near ${place} was drawn by ${person} and lit a year later.`,
            ),
            answer: `The page on the lighthouse near ${place} tells of its drawings, its builders and its lamp.`,
          },
          asked: `Who drew the lighthouse near ${place}?`,
          detail: person,
        };
      },
    },
  ],
};
