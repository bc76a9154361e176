import { Logger } from '@aws-lambda-powertools/logger';

/** Structured logs. They carry ids, never an address, a body or a key. */
export const logger = new Logger({ serviceName: 'carrier-nest' });
