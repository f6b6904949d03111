/** What it means that nothing stands in a field; the words stand under `admin.unset`. */
export type UnsetWord =
  | "noLimit"
  | "off"
  | "random"
  | "notSet"
  | "none"
  | "builtIn"
  | "automatic"
  | "asSettings"
  | "allTools"
  | "peopleChoose"
  | "everybody";

/**
 * A number or none at all. `suggested` stands there first when somebody wants a number: one that is of use as
 * it is, and so never the greatest.
 */
export type OptionalNumber = {
  min: number;
  max: number;
  decimal?: true;
  unset: UnsetWord;
  suggested: number;
};
