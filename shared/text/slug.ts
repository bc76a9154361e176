/**
 * Whether the text can be a slug. Other text is never looked up, because the text may be too long for a key of the
 * table.
 */
export const isSlug = (text: string): boolean => /^[a-z0-9-]{1,100}$/.test(text);
