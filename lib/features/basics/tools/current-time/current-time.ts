import { AppError } from "@/lib/errors";
import { DateTime, IANAZone } from "luxon";
import { shiftTime } from "./time-offset";
import type { ToolDefinition } from "@/lib/engine/tools/tool";
import { currentTimeInputSchema, type CurrentTimeOutput } from "./schema";

export function createCurrentTime(): ToolDefinition<"get_current_time"> {
  return {
    name: "get_current_time",
    version: "1.0",
    capability: "basic",
    helpers: ["researcher", "analyst", "fact-checker"],
    stage: "executing_tools",
    description: `Tells the current date, weekday and time, in the person's own time zone when none is given.
Use it for questions about now, today, other time zones, or a date some days, weeks, months or business days away.
Do not use it for opening hours, events or holidays (it knows none), or for the days between two dates (calculate does that).
Give timezone as an IANA name such as Asia/Shanghai, compare for further zones, offset for "3 days from now" or "5个工作日后".`,
    input: currentTimeInputSchema,
    origin: "own",
    approval: "never",
    effect: "none",
    limits: { timeMs: 5_000 },
    sentences: { toldTime: "{time}" },
    async execute({ timezone, compare = [], offset }, context) {
      const own = IANAZone.isValidZone(context.timezone) ? context.timezone : "UTC";
      const zone = timezone === undefined ? own : getZone("timezone", timezone);
      const moment = DateTime.fromMillis(context.now(), { zone });
      const shifted = offset === undefined ? null : { offset, moment: shiftTime(moment, offset) };
      const others = compare.map((name, index) => moment.setZone(getZone(`compare.${index}`, name)));
      return {
        text: writeText(moment, others, shifted),
        summary: { key: "toldTime", values: { time: toText(moment, context.language) } },
        data: toData(moment, others, shifted, context.language),
      };
    },
  };
}

type Shifted = { offset: string; moment: DateTime } | null;

function writeText(moment: DateTime, others: DateTime[], shifted: Shifted): string {
  const comparisons = others.map(
    (other) => `${toText(other, "en")}, ${writeDifference(getDifference(moment, other))}`,
  );
  const shift =
    shifted === null
      ? []
      : [
          `${shifted.offset}: ${toText(shifted.moment, "en")}${/business|work|工作日/i.test(shifted.offset) ? " (holidays not counted)" : ""}`,
        ];
  return [toText(moment, "en"), ...comparisons, ...shift].join("\n");
}

function toData(moment: DateTime, others: DateTime[], shifted: Shifted, language: string): CurrentTimeOutput {
  const compare = others.map((other) => ({
    ...describe(other, language),
    differenceHours: getDifference(moment, other),
  }));
  if (shifted === null) return { ...describe(moment, language), compare };
  return {
    ...describe(moment, language),
    compare,
    shifted: { offset: shifted.offset, iso: toIso(shifted.moment), text: toText(shifted.moment, language) },
  };
}

function describe(moment: DateTime, language: string): { timezone: string; iso: string; text: string } {
  return { timezone: moment.zoneName ?? "UTC", iso: toIso(moment), text: toText(moment, language) };
}

function toIso(moment: DateTime): string {
  return moment.toISO({ suppressMilliseconds: true }) ?? "";
}

/** "Friday, 20 November 2026, 14:05 (Asia/Shanghai)", or the same in Chinese. */
function toText(moment: DateTime, language: string): string {
  const isChinese = language.toLowerCase().startsWith("zh");
  const text = isChinese
    ? moment.setLocale("zh-CN").toFormat("yyyy年L月d日 cccc HH:mm")
    : moment.setLocale("en").toFormat("cccc, d LLLL yyyy, HH:mm");
  return `${text} (${moment.zoneName ?? "UTC"})`;
}

function getDifference(from: DateTime, to: DateTime): number {
  return (to.offset - from.offset) / 60;
}

function writeDifference(hours: number): string {
  if (hours === 0) return "the same time";
  return `${Math.abs(hours)} ${Math.abs(hours) === 1 ? "hour" : "hours"} ${hours > 0 ? "ahead" : "behind"}`;
}

function getZone(parameter: string, name: string): string {
  if (IANAZone.isValidZone(name)) return new IANAZone(name).name;
  const suggestions = suggestZones(name);
  const hint =
    suggestions.length > 0
      ? `Perhaps ${suggestions.join(" or ")}.`
      : "Use the zone of the nearest large city.";
  throw new AppError(
    "invalid_request",
    `${parameter}: expected an IANA time zone such as Europe/Paris, got "${name}". ${hint}`,
  );
}

function suggestZones(name: string): string[] {
  const wanted = name
    .toLowerCase()
    .replace(/[^a-z]+/g, "_")
    .replace(/^_|_$/g, "");
  if (wanted.length < 3) return [];
  const zones = Intl.supportedValuesOf("timeZone");
  const city = wanted.split("_").at(-1) ?? wanted;
  const exact = zones.filter((zone) => zone.toLowerCase().endsWith(`/${wanted}`));
  return (
    exact.length > 0 ? exact : zones.filter((zone) => city.length > 2 && zone.toLowerCase().includes(city))
  ).slice(0, 3);
}
