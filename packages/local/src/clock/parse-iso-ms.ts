/** Milliseconds since 1970, or NaN: `Date.parse` alone reads `05/06/2027`, as Americans write the sixth of May. */
export const parseIsoMs = (text: string): number =>
  /^\d{4}-\d\d-\d\d/.test(text) ? Date.parse(text) : Number.NaN;
