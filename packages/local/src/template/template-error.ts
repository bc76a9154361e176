/** An error that names a resource or property of the template that the runtime does not support. */
export class TemplateError extends Error {
  constructor(location: string, problem: string) {
    super(`${location}: ${problem}`);
  }
}
