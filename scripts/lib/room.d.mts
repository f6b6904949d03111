export function ensureRoom(folder: string, megabytes: number, what: string): void;
