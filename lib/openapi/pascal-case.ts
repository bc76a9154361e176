/** Turns `not_found` and `Not Found` into `NotFound`. */
export const pascalCase = (text: string): string =>
  text.replaceAll(/(?:^|[^A-Za-z]+)([A-Za-z])/g, (_all, letter: string) => letter.toUpperCase());
