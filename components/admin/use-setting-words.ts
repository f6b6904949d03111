import { useFormatter, useLocale, useTranslations } from "next-intl";
import { formatDollars } from "@/lib/client/money";
import {
  agentStyles,
  checkpoints,
  modelTiers,
  priceParts,
  settingFields,
  toolLimitRanges,
  type Field,
  type ModelOption,
  type PricePart,
  type SetPrice,
  type SettingName,
} from "@/lib/protocol/settings-fields";
import { permissions } from "@/lib/protocol/tool-permissions";
import { toUnset, type SettingValue } from "./setting-paths";
import { usePermissionWords } from "./use-permission-words";
import { useSettings } from "./use-settings";

export type SettingWords = {
  nameOf: (path: string) => string;
  valueOf: (path: string, value: SettingValue) => string;
};

/** Names an address inside the settings (see `listValues`) as the pages do. */
export function useSettingWords(): SettingWords {
  const t = useTranslations("admin");
  const sayNumber = useNumberWords();
  const sayText = useTextWords();
  const { engines = [] } = useSettings().form.reply;
  const nameEngine = (id: string): string => engines.find((engine) => engine.id === id)?.name ?? id;
  const { nameRole, nameTool, nameCell, nameHint } = usePermissionWords();
  const nameMember = (list: string, each: string): string => {
    if (list === "sharingRoles") return nameRole(each);
    if (list === "checkpoints") return t(`checkpoints.${pick(checkpoints, each)}`);
    return list === "searchEngines" ? nameEngine(each) : each;
  };
  const join = (list: readonly string[]): string => list.join(t("bar.separator"));

  function nameOf(path: string): string {
    const [name = "", part = "", key = ""] = path.split(".");
    switch (name) {
      case "modelTiers":
        return t("words.chain", { tier: t(`tiers.${pick(modelTiers, part)}.name`) });
      case "enabledTools":
        return nameTool(part);
      case "toolLimits":
        return t("words.toolLimit", {
          tool: nameTool(part),
          limit: t(`toolLimits.${pick(limitNames, key)}`),
        });
      case "toolPermissions":
        return nameCell(part, key);
      case "disabledEngines":
        return nameEngine(part);
      case "toolHints":
        return nameHint(path.slice("toolHints.".length));
      case "prices":
        return t("words.price", { name: path.slice("prices.".length) });
      case "modelOptions":
        return t("words.model", { name: path.slice("modelOptions.".length) });
      default:
        return isSettingName(name) ? t(`fields.${name}.name`) : path;
    }
  }

  function valueOf(path: string, value: SettingValue): string {
    const [name = "", , key = ""] = path.split(".");
    if (name === "disabledEngines") return t(value === true ? "off" : "on");
    if (name === "toolPermissions")
      return t(`tools.permissions.${permissions.find((one) => one === value) ?? "unsaid"}`);
    if (value === null || value === undefined) return t(`unset.${toUnset(path)}`);
    if (typeof value === "boolean") return t(value ? "on" : "off");
    if (typeof value === "string") return sayText(name, value);
    if (typeof value === "object")
      return value.length === 0
        ? t(`unset.${toUnset(path)}`)
        : join(value.map((each) => nameMember(name, String(each))));
    return sayNumber(name, key, value);
  }

  return { nameOf, valueOf };
}

/** Says what stands in a text: a choice, or a price or a model as `listValues` gives them. */
function useTextWords(): (name: string, text: string) => string {
  const t = useTranslations("admin");
  const join = (list: readonly string[]): string => list.join(t("bar.separator"));
  return (name, text) => {
    if (name === "prices") return join(listPriceParts(text, (part) => t(`prices.parts.${part}`)));
    if (name === "unknownPrices") return t(`choices.unknownPrices.${pick(unknownPriceRules, text)}`);
    if (name === "webChecks") return t(`choices.webChecks.${pick(webChecks, text)}`);
    if (name === "planning") return t(`choices.planning.${pick(plannings, text)}`);
    if (name === "agentStyle") return t(`styles.${pick(agentStyles, text)}.name`);
    if (name === "toolHints" && text === "") return t("laboratory.hints.dismissed");
    if (name !== "modelOptions") return text;
    const { isOffered, contextWindow } = JSON.parse(text) as ModelOption;
    return join([
      ...(isOffered === undefined ? [] : [t(isOffered ? "models.offered" : "models.notOffered")]),
      ...(contextWindow === undefined ? [] : [t("models.window", { tokens: contextWindow })]),
    ]);
  };
}

/** Says a number with its unit. */
function useNumberWords(): (name: string, key: string, value: number) => string {
  const t = useTranslations("admin.units");
  const format = useFormatter();
  const locale = useLocale();
  return (name, key, value) => {
    if (key === "timeLimitSeconds") return t("seconds", { value: format.number(value) });
    const field: Field | null = isSettingName(name) ? settingFields[name] : null;
    const unit = field !== null && "unit" in field ? field.unit : "none";
    if (unit === "messages" || unit === "none") return format.number(value);
    if (unit === "cents") return formatDollars(value, locale);
    const isPlural = unit === "steps" || unit === "failures" || unit === "pages" || unit === "days";
    return t(unit, { value: isPlural ? value : format.number(value) });
  };
}

const limitNames = Object.keys(toolLimitRanges) as (keyof typeof toolLimitRanges)[];

/** A price as `listValues` gives it: what costs how much, and since when. */
function listPriceParts(json: string, nameOf: (part: PricePart) => string): string[] {
  const price = JSON.parse(json) as SetPrice;
  const parts = priceParts.flatMap((part) =>
    price[part] === undefined ? [] : [`${nameOf(part)} $${price[part]}`],
  );
  return [...parts, price.asOf];
}

const unknownPriceRules = settingFields.unknownPrices.values;
const webChecks = settingFields.webChecks.values;
const plannings = settingFields.planning.values;

function isSettingName(name: string): name is SettingName {
  return name in settingFields;
}

/** A name among those that there are; the first one for any other. */
function pick<NAME extends string>(names: readonly NAME[], name: string): NAME {
  return names.find((known) => known === name) ?? (names[0] as NAME);
}
