/** What a subject keeps of each run, by the run itself, with which it goes. `without`: where none was put. */
export function slot<VALUE>(without: VALUE) {
  const values = new WeakMap<object, VALUE>();
  return {
    put: (run: object, value: VALUE): void => void values.set(run, value),
    get: (run: object): VALUE => values.get(run) ?? without,
  };
}

/** Makes a value once for each key, with which it goes: whoever asks first has it made. */
export function once<KEY extends object, VALUE>(make: (key: KEY) => VALUE): (key: KEY) => VALUE {
  const values = new WeakMap<KEY, VALUE>();
  return (key) => {
    const value = values.get(key) ?? make(key);
    values.set(key, value);
    return value;
  };
}
