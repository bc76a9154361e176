/** Whether the text can be a slug. Other text may be too long for a key of the table, so it is never looked up. */
export const isSlug = (text: string): boolean => /^[a-z0-9-]{1,100}$/.test(text);
