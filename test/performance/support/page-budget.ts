import { createFilledLog } from '../../../bench/fill-log';
import { readPages, readUnitsMax } from '../../../bench/log';
import type { Service } from '../../support/service';

/** A page of a log of so many mails reads at most 30 units, and behind the first at most 20. */
export async function expectPagesWithinBudget(service: Service, mails: number): Promise<void> {
  const sender = await createFilledLog(service, { mails, days: 1 });

  for (const limit of [50, 100]) {
    const [first, ...laterPages] = await readPages(service, sender, { limit, pagesMax: 20 });

    expect(first?.mails).toBe(limit);
    expect(first?.units).toBeLessThanOrEqual(readUnitsMax);
    // What was sent a moment ago is on the first page; the others may be a second behind, for half.
    expect(Math.min(...laterPages.map(({ units }) => units))).toBeLessThan((first?.units ?? 0) * 0.6);
    expect(Math.max(...laterPages.map(({ units }) => units))).toBeLessThanOrEqual(20);
  }
}
