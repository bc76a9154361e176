/** Thrown for HTML or CSS that would take too long to read. No real email is that complex. */
export class TooComplexError extends Error {}
