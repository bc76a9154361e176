/** The log entry of a message above the daily quota, which a metric counts. */
export const quotaExceededMessage = 'mail above the daily quota quarantined';
