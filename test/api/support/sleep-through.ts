import { keepOffset } from '../../support/runtime';
import { Service } from '../../support/service';

/**
 * The machine is off for a time; returns the service as it runs afterwards. A move of the clock over days
 * would run what is due every minute on the way.
 */
export async function sleepThrough(
  service: Service,
  ms: number,
  options: { checksDomains?: boolean } = {},
): Promise<Service> {
  const { now } = await service.control('GET', '/clock');
  await service.killHard();
  keepOffset(service.dataDir, Date.parse(now) - Date.now() + ms);
  return Service.start(service.dataDir, options);
}
