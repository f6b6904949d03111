import type { PlanTaskStatus } from "@/lib/features/plans/shape";
import { startPageServer, type PageHandler, type PageServer } from "./page-server";
import { step, type PlannedScript } from "./planned-script";
import { isAskedFor } from "./wire/read-form";

/** A question that needs a plan, what the models say to it, and what must come of it. */
export type Story = {
  question: string;
  script: PlannedScript;
  statuses: Record<string, PlanTaskStatus>;
  /** Words of the answer. */
  told: string;
};
export type StoryName = "translation" | "trip" | "hotel" | "roles" | "coders";

export const forecast = "Tomorrow it will be sunny in Lisbon with 24 degrees.";
export const documented = "parse('13/02') returns 13 February.";
const noRoom = "The hotel could not be booked: its page does not answer.";

const page =
  (title: string, words: string): PageHandler =>
  (_request, response) =>
    void response
      .writeHead(200, { "content-type": "text/html" })
      .end(`<title>${title}</title><h1>${title}</h1><p>${words}</p>`);

/** A forecast, a library's manual, and a hotel whose pages never work. */
export const startStoryPages = (): Promise<PageServer> =>
  startPageServer({
    "/lisbon": page("Weather in Lisbon", forecast),
    "/manual": page("Manual of parse", documented),
    "/hotel": (_request, response) => void response.writeHead(503).end("closed"),
  });

const fetchPage = (url: string, query: string) => ({
  parts: [{ type: "tool" as const, name: "web_fetch", input: { urls: [url], query } }],
  usage: { input: 20, output: 5 },
});
const done = (...titles: string[]) =>
  Object.fromEntries(titles.map((title) => [title, "completed" as const]));

/** The five stories that planning and helpers must manage. `site`: where the pages are. */
export function toStories(site: string): Record<StoryName, Story> {
  return {
    translation: toTranslation(site),
    trip,
    hotel: toHotel(site),
    roles,
    coders: toCoders(site),
  };
}

function toTranslation(site: string): Story {
  const find = `Read tomorrow's weather at ${site}/lisbon`;
  const told = `${forecast} [1]\n\n中文：明天里斯本天气晴朗，气温 24 度。[1]`;
  return {
    question: `What is the weather in Lisbon tomorrow by ${site}/lisbon, in English and Chinese?`,
    script: {
      plans: [[step(find, [], { tool: "web_fetch" }), step("Translate into Chinese: {1.result}", [1])]],
      steps: {
        [find]: [fetchPage(`${site}/lisbon`, "weather tomorrow"), `${forecast} [1]`],
        "Translate into Chinese": ["明天里斯本天气晴朗，气温 24 度。[1]"],
      },
      answer: told,
    },
    statuses: done(find, "Translate into Chinese: {1.result}"),
    told: "明天里斯本天气晴朗",
  };
}

const tripReport = `# Three days in Paris

Fly on 12 May, stay near the Marais, and see one quarter a day.

## Contents

- [Getting there](#getting-there)
- [Day by day](#day-by-day)
- [What was not found](#what-was-not-found)

## Getting there

| What | When | Price |
| --- | --- | ---: |
| Flight | 12 May, 08:10 | 120 € |
| Hotel | 12 to 15 May | 360 € |

## Day by day

1. **Louvre** and the river
2. **Montmartre** in the morning, the Marais in the evening
3. **Versailles**, and back

## What was not found

- The opening hours of the crypt in May`;

const trip: Story = {
  question: "Plan three days in Paris in May.",
  script: {
    plans: [
      [
        step("Choose the dates"),
        step("List the sights"),
        step("Find flights", [1]),
        step("Find a hotel", [1]),
        step("Put the days together", [2, 3, 4]),
      ],
    ],
    steps: { "Choose the dates": ["12 to 15 May."], "Find a hotel": ["A room for 120 € a night."] },
    answer: tripReport,
    isReport: true,
  },
  statuses: done(
    "Choose the dates",
    "List the sights",
    "Find flights",
    "Find a hotel",
    "Put the days together",
  ),
  told: "What was not found",
};

function toHotel(site: string): Story {
  const book = `Book hotel at ${site}/hotel`;
  return {
    question: `Book the hotel at ${site}/hotel for 12 May and tell me how to get there.`,
    script: {
      plans: [
        [
          step("Find the way"),
          step(book, [], { tool: "web_fetch", expected: "a room that is free" }),
          step("Write it up", [1, 2]),
        ],
        [step("Look for other hotels"), step("Write up the other hotel", [1, 4])],
      ],
      steps: { [book]: [fetchPage(`${site}/hotel`, "free rooms"), noRoom] },
      small: (request) =>
        isAskedFor(request, "answered", "supported") && JSON.stringify(request.body).includes(noRoom)
          ? { answered: false, supported: true, missing: ["a free room"], refused: false, confidence: 0.1 }
          : null,
      answer: "The hotel cannot be booked; take the one next to it.",
    },
    statuses: {
      ...done("Find the way", "Look for other hotels", "Write up the other hotel"),
      [book]: "failed",
    },
    told: "take the one next to it",
  };
}

const roles: Story = {
  question: "Write me a short piece on the ferry.",
  script: {
    plans: [
      [
        step("Research the ferry", [], { helper: "researcher" }),
        step("Write the piece", [1], { helper: "writer" }),
        step("Edit the piece", [2], { helper: "editor" }),
      ],
    ],
    steps: {
      "Research the ferry": ["It has sailed since 1911."],
      "Write the piece": ["The old ferry, which has sailed ever since the year 1911, still sails."],
      "Edit the piece": ["The ferry has sailed since 1911."],
    },
    answer: "The ferry has sailed since 1911.",
  },
  statuses: done("Research the ferry", "Write the piece", "Edit the piece"),
  told: "The ferry has sailed since 1911.",
};

function toCoders(site: string): Story {
  const one = "parse('13/02') throws an error.";
  const other = `${documented.slice(0, -1)} [1].`;
  const second = `Second coder: read ${site}/manual`;
  return {
    question: `Let two coders say what parse('13/02') does; the manual is at ${site}/manual.`,
    script: {
      plans: [[step("First coder"), step(second)]],
      steps: { "First coder": [one], [second]: [fetchPage(`${site}/manual`, "parse"), other] },
      small: (request) => {
        if (!isAskedFor(request, "conflicts")) return null;
        const sides = [
          { result: 1, quote: one },
          { result: 2, quote: other },
        ];
        return { conflicts: [{ subject: "what parse('13/02') does", kind: "claim", sides }] };
      },
      answer: `It returns 13 February [1]; one coder had expected an error.`,
    },
    statuses: done("First coder", second),
    told: "It returns 13 February",
  };
}
