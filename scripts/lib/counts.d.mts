export type Counts = { passed: number; failed: number };
export function countUnitTests(file: string, code: number): Counts;
export function countJourneys(file: string, code: number): Counts;
export function toTotalLine(results: readonly Counts[]): string;
export function listFailedUnitTests(file: string): string[];
export function listFailedJourneys(file: string): string[];
