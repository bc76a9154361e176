export const keyPrefix = 'sk_live_';

const apiKeyPattern = new RegExp(`^${keyPrefix}[0-9A-Za-z]{20,80}$`);

/** Whether the text has the form of an API key. Other text is not looked up. */
export const hasApiKeyFormat = (secret: string): boolean => apiKeyPattern.test(secret);
