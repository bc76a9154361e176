/**
 * The share of the account's SES send rate that bulk email may use. The rest is for other email, so that a password
 * reset never waits for bulk email.
 */
export const bulkRateShare = 0.8;
