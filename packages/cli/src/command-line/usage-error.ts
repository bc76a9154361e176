/** An invalid command line. The program prints the usage and exits with 2. */
export class UsageError extends Error {}
