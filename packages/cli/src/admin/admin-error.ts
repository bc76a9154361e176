/** The service refused the request or could not be reached. */
export class AdminError extends Error {}
