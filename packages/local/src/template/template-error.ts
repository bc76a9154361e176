/** Names the resource and property of the template that the runtime cannot read. */
export class TemplateError extends Error {
  constructor(location: string, problem: string) {
    super(`${location}: ${problem}`);
  }
}
