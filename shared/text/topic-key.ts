/** What cannot be a key may be longer than a key of the table, so it is asked for nowhere. */
export const isTopicKey = (text: string): boolean => /^[a-z0-9-]{1,60}$/.test(text);
