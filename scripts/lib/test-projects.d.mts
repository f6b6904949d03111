/** To which project a file of tests belongs; see CONTRIBUTING.md. */
export type TestProject = "unit" | "integration" | "long" | "evaluation";
export function listTestFiles(project: TestProject): string[];
export function toProject(file: string): TestProject;
