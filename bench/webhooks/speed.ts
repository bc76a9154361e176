import { setTimeout as sleep } from 'node:timers/promises';
import { Service } from '../../test/support/service';
import { percentile } from '../table';
import type { EndpointBehavior } from './webhook-receivers';
import { sendSubscribedMail, reportDelay, type SubscribedMail } from './subscribed-mail';

export interface Speed {
  endpoints: number;
  hanging: number;
  /**
   * The median time in ms from the SES event to the first attempt, for one event at a time. Endpoints that hang are
   * excluded.
   */
  median: number;
  p95: number;
  /** The rate of deliveries to the endpoints that respond, for simultaneous events. */
  deliveriesPerSecond: number;
}

/** The minimum number of deliveries per measurement. */
const deliveries = 200;

/** Measures the latency and rate of deliveries to endpoints, some of which hang. */
export async function measureSpeed(endpoints: number, hanging: number): Promise<Speed> {
  const service = await Service.start();
  const behaviors = Array.from({ length: endpoints }, (_, index): EndpointBehavior =>
    index < hanging ? 'hangs' : 'responds',
  );
  const mail = await sendSubscribedMail(service, behaviors);
  const answering = endpoints - hanging;
  const reports = Math.ceil(deliveries / answering);
  try {
    // After the first delivery, the service knows which endpoints respond quickly.
    await measureSequential(mail, answering, 2);
    const times = await measureSequential(mail, answering, reports);
    // The first burst starts instances, which takes longer than the deliveries. The second burst uses these instances.
    await measureBurst(mail, answering, reports);
    const deliveriesPerSecond = await measureBurst(mail, answering, reports);
    return {
      endpoints,
      hanging,
      median: percentile(times, 0.5),
      p95: percentile(times, 0.95),
      deliveriesPerSecond,
    };
  } finally {
    mail.receivers.stop();
    await service.stop();
  }
}

async function measureSequential(
  mail: SubscribedMail,
  answering: number,
  reports: number,
): Promise<number[]> {
  const times: number[] = [];
  for (let done = 0; done < reports; done++) {
    const startedAt = performance.now();
    const arrivals = await waitUntilDelivered(mail, await reportDelay(mail), answering);
    times.push(...arrivals.map((at) => at - startedAt));
  }
  return times;
}

/**
 * Deliveries per second for the first 95 % of deliveries. The rest is excluded, because one message that is retried
 * after two minutes would dominate the result.
 */
async function measureBurst(mail: SubscribedMail, answering: number, reports: number): Promise<number> {
  const startedAt = performance.now();
  const reportTimes = await Promise.all(Array.from({ length: reports }, () => reportDelay(mail)));
  const arrivals = (
    await Promise.all(reportTimes.map((at) => waitUntilDelivered(mail, at, answering)))
  ).flat();
  const seconds = (percentile(arrivals, 0.95) - startedAt) / 1000;
  return (0.95 * arrivals.length) / seconds;
}

/** On a busy machine, a function may fail to start, and its message is retried after two minutes. */
const giveUpAfterMs = 400_000;

async function waitUntilDelivered(
  { receivers }: SubscribedMail,
  occurredAt: string,
  answering: number,
): Promise<readonly number[]> {
  const giveUpAt = performance.now() + giveUpAfterMs;
  while (receivers.arrivalTimes(occurredAt).length < answering) {
    if (performance.now() > giveUpAt)
      throw new Error(
        `Only ${receivers.arrivalTimes(occurredAt).length} of ${answering} endpoints received the event`,
      );
    await sleep(2);
  }
  return receivers.arrivalTimes(occurredAt);
}
