import { Logger } from '@aws-lambda-powertools/logger';

type Details = Record<string, unknown>;

/** Writes structured logs. They contain ids, never an address, a message body or a key. */
export const logger = {
  info: (message: string, details: Details = {}): void => getLogger().info(message, details),
  warn: (message: string, details: Details = {}): void => getLogger().warn(message, details),
  error: (message: string, details: Details = {}): void => getLogger().error(message, details),
};

let instance: Logger | undefined;

/** Creates the logger for the first line: most instances log nothing, and it takes 2 ms of a cold start. */
const getLogger = (): Logger => (instance ??= new Logger({ serviceName: 'carrier-nest' }));
