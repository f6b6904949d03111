export type Counts = { passed: number; failed: number };
export function countUnitTests(file: string, code: number): Counts;
export function countJourneys(file: string, code: number): Counts;
export function toKindsLine(results: readonly { places?: readonly string[] }[]): string;
export function listUnitTestPlaces(file: string): string[];
export function listJourneyPlaces(file: string): string[];
export function toTotalLine(results: readonly Counts[]): string;
export function listFailedUnitTests(file: string): string[];
export function listFailedJourneys(file: string): string[];
