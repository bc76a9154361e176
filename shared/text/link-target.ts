/** The start of a link to a host as browsers read it: `//host`, `\\host`, `https:host`. */
const lenientStart = /^(?:(https?:)[\\/]*|[\\/]{2,})(?=[^\\/])/i;

/** Returns the link with the scheme and the two slashes that its author left out. */
export const withScheme = (target: string): string =>
  target
    .trim()
    .replace(/[\t\r\n]/g, '')
    .replace(lenientStart, (_all, scheme: string | undefined) => `${scheme ?? 'https:'}//`);
