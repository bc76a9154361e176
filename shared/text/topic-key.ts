/**
 * Whether the text can be a topic key. Other text is never looked up, because the text may be too long for a key of the
 * table.
 */
export const isTopicKey = (text: string): boolean => /^[a-z0-9-]{1,60}$/.test(text);
