/** The command failed: the service refused the request or could not be reached. The program exits with 1. */
export class CommandError extends Error {}
