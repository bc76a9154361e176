/** A startup error that the user can fix. The runtime prints the error without a stack trace. */
export class StartError extends Error {}
