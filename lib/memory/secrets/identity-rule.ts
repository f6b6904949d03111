/** How the identity numbers of one kind are known. `isValid` gets the number in capitals, without blanks, dots, dashes, slashes and brackets. */
export type IdentityRule = {
  name: string;
  /** Who published the rule. */
  source: string;
  /** A way of writing that needs no word beside it; left out where the number looks like any other. */
  written?: RegExp;
  /** The shape that is refused beside one of the `words`, whatever its check digit. */
  shape: RegExp;
  words: RegExp;
  isValid?: (compact: string) => boolean;
};
