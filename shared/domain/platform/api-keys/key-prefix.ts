export const keyPrefix = 'sk_live_';

const apiKey = new RegExp(`^${keyPrefix}[0-9A-Za-z]{20,80}$`);

/** Whether it can be one: what cannot is not looked up. */
export const isApiKey = (secret: string): boolean => apiKey.test(secret);
