import { Logger } from '@aws-lambda-powertools/logger';

type Details = Record<string, unknown>;

/** Writes structured logs. Logs contain ids, but never an address, a message body or a key. */
export const logger = {
  info: (message: string, details: Details = {}): void => getLogger().info(message, details),
  warn: (message: string, details: Details = {}): void => getLogger().warn(message, details),
  error: (message: string, details: Details = {}): void => getLogger().error(message, details),
};

let instance: Logger | undefined;

/**
 * Creates the logger on first use, because most instances log nothing, and creating the logger adds 2 ms to a cold
 * start.
 */
const getLogger = (): Logger => (instance ??= new Logger({ serviceName: 'carrier-nest' }));
