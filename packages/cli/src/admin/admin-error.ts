/** The service said no, or could not be asked. */
export class AdminError extends Error {}
