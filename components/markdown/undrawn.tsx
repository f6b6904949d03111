/** Stands where something is still to be drawn: who prints waits for it. */
export const Undrawn = () => <span data-undrawn hidden />;
