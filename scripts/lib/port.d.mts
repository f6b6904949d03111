export function findPortProblem(host: string, port: number | string): Promise<string | null>;
