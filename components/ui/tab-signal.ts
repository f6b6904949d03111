/** On the page's root while somebody should look at it again; whoever names the tab marks its title by it. */
export const signalAttribute = "data-signal";

export const hasSignal = (): boolean => document.documentElement.hasAttribute(signalAttribute);

export function setSignal(isOn: boolean): void {
  document.documentElement.toggleAttribute(signalAttribute, isOn);
}
