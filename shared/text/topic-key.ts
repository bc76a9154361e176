/** Whether the text can be a topic key. Other text may be too long for a key of the table, so it is never looked up. */
export const isTopicKey = (text: string): boolean => /^[a-z0-9-]{1,60}$/.test(text);
