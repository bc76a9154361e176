/** What cannot be a slug may be longer than a key of the table, so it is asked for nowhere. */
export const isSlug = (text: string): boolean => /^[a-z0-9-]{1,100}$/.test(text);
