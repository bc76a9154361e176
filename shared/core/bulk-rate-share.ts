/** What bulk mail takes of the account's rate. The rest is everything else's: a password reset never waits. */
export const bulkRateShare = 0.8;
