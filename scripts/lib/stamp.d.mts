export function hashFiles(base: string, files: readonly string[]): string;
