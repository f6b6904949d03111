/** Of the model that answers where none is configured: it follows rules and understands nothing. */
const standInProvider = "offline";

/** Whether a `provider:model` is that stand-in. The server asks `describe` of its models. */
export function isStandIn(ref: string): boolean {
  return ref.slice(0, ref.indexOf(":")) === standInProvider;
}
