import { attemptWorker } from './support/attempt-worker';

export const handler = attemptWorker('slow');
