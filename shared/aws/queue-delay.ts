import { minuteMs } from '../core/time';

/** As far as a queue message can be delayed. What is due later stands in the table. */
export const queueDelayMaxMs = 15 * minuteMs;
