import { deliveryAttemptHandler } from './support/attempt-worker';

export const handler = deliveryAttemptHandler('slow');
