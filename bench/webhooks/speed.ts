import { setTimeout as sleep } from 'node:timers/promises';
import { Service } from '../../test/support/service';
import { percentile } from '../table';
import type { EndpointBehavior } from './webhook-receivers';
import { sendSubscribedMail, reportDelay, type SubscribedMail } from './subscribed-mail';

export interface Speed {
  endpoints: number;
  hanging: number;
  /** From the report to the first attempt, one report at a time, in ms; endpoints that hang are not counted. */
  median: number;
  p95: number;
  /** Of reports that come at once, to endpoints that answer. */
  deliveriesPerSecond: number;
}

/** So many deliveries for each way of measuring, at least. */
const deliveries = 200;

/** How soon and how fast endpoints are told, some of which hang. */
export async function measureSpeed(endpoints: number, hanging: number): Promise<Speed> {
  const service = await Service.start();
  const behaviors = Array.from({ length: endpoints }, (_, index): EndpointBehavior =>
    index < hanging ? 'hangs' : 'responses',
  );
  const mail = await sendSubscribedMail(service, behaviors);
  const answering = endpoints - hanging;
  const reports = Math.ceil(deliveries / answering);
  try {
    // Who answers quickly is known after the first delivery.
    await measureSequential(mail, answering, 2);
    const times = await measureSequential(mail, answering, reports);
    // A burst starts instances, which take longer to start than to deliver: the second one finds them there.
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

/** Deliveries a second until 95 % are made: one message that comes back after two minutes would be all one sees. */
async function measureBurst(mail: SubscribedMail, answering: number, reports: number): Promise<number> {
  const startedAt = performance.now();
  const reportTimes = await Promise.all(Array.from({ length: reports }, () => reportDelay(mail)));
  const arrivals = (
    await Promise.all(reportTimes.map((at) => waitUntilDelivered(mail, at, answering)))
  ).flat();
  const seconds = (percentile(arrivals, 0.95) - startedAt) / 1000;
  return (0.95 * arrivals.length) / seconds;
}

/** A function that fails to start gives its message back after two minutes: on a busy machine that happens. */
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
        `Only ${receivers.arrivalTimes(occurredAt).length} of ${answering} endpoints were told`,
      );
    await sleep(2);
  }
  return receivers.arrivalTimes(occurredAt);
}
