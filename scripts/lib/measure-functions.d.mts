export type FunctionSize = { route: string; bytes: number; zipped: number; files: string[] };
export function measureFunctions(distDir: string, options?: { folder?: string }): FunctionSize[];
export function listHeaviest(
  size: FunctionSize,
  options?: { folder?: string; count?: number },
): [string, number][];
