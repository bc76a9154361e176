/** Says which resource and property of the template this runtime cannot read. */
export class TemplateError extends Error {
  constructor(at: string, problem: string) {
    super(`${at}: ${problem}`);
  }
}
