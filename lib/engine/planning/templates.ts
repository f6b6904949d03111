const mark = /\{(s\d{1,3})\.result\}/g;

/** The tasks whose results an instruction names as `{s1.result}`. */
export function listNamedTasks(instruction: string): string[] {
  return [...new Set([...instruction.matchAll(mark)].flatMap(([, id]) => id ?? []))];
}

/** The instruction with results in the places of their marks; a mark without a result stays. */
export function fillResults(instruction: string, results: ReadonlyMap<string, string>): string {
  return instruction.replace(mark, (whole, id: string) => results.get(id) ?? whole);
}
