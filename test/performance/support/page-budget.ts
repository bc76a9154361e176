import { createFilledLog } from '../../../bench/fill-log';
import { readPages, readUnitsMax } from '../../../bench/log';
import type { Service } from '../../support/service';

/**
 * Expects that the first page of a log with `mails` emails costs at most 30 read units, and each later page at most 20.
 */
export async function expectPagesWithinBudget(service: Service, mails: number): Promise<void> {
  const sender = await createFilledLog(service, { mails, days: 1 });

  for (const limit of [50, 100]) {
    const [first, ...laterPages] = await readPages(service, sender, { limit, pagesMax: 20 });

    expect(first?.mails).toBe(limit);
    expect(first?.units).toBeLessThanOrEqual(readUnitsMax);
    // The first page contains the newest emails and is read consistently. Later pages are read eventually
    // consistently, which costs half as much.
    expect(Math.min(...laterPages.map(({ units }) => units))).toBeLessThan((first?.units ?? 0) * 0.6);
    expect(Math.max(...laterPages.map(({ units }) => units))).toBeLessThanOrEqual(20);
  }
}
