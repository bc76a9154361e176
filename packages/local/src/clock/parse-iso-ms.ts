/**
 * Parses an ISO 8601 time to milliseconds since 1970, or NaN. `Date.parse` alone would accept ambiguous dates such as
 * `05/06/2027`.
 */
export const parseIsoMs = (text: string): number =>
  /^\d{4}-\d\d-\d\d/.test(text) ? Date.parse(text) : Number.NaN;
