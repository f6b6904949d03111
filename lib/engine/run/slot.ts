/** What a subject keeps of each run, by the run itself, with which it goes. `without`: where none was put. */
export function slot<VALUE>(without: VALUE) {
  const values = new WeakMap<object, VALUE>();
  return {
    put: (run: object, value: VALUE): void => void values.set(run, value),
    get: (run: object): VALUE => values.get(run) ?? without,
  };
}
