/** Why the runtime does not start, for the person at the terminal: no stack trace would help. */
export class StartError extends Error {}
