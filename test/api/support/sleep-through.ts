import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { Service } from '../../support/service';

/**
 * The machine is off for a time; returns the service as it runs afterwards. A move of the clock over days
 * would run what is due every minute on the way.
 */
export async function sleepThrough(service: Service, ms: number): Promise<Service> {
  const { now } = await service.control('GET', '/clock');
  await service.killHard();
  const offsetMs = Date.parse(now) - Date.now() + ms;
  appendFileSync(join(service.dataDir, 'clock.jsonl'), `${JSON.stringify(['offsetMs', offsetMs])}\n`);
  return Service.start(service.dataDir);
}
