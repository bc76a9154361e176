/** The package planer has no types. */
declare module 'planer' {
  export function extractFromPlain(text: string): string;
}
