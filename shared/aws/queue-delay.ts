import { minuteMs } from '../core/time';

/** The longest delay of an SQS message. Work that is due later is scheduled in the table. */
export const queueDelayMaxMs = 15 * minuteMs;
