import { chunksOf } from '../../../shared/core/chunks';
import { ApiError, type CarrierNest } from '../../sdk/src';
import type { SuppressionSettings } from './statuses';

/** A suppression of one address, with the line of the file that asks for it. */
export interface LocatedSuppression extends SuppressionSettings {
  line: number;
  email: string;
}

/** The addresses of one request. Small enough that a request takes seconds, so that the progress is visible. */
const addressesMax = 1_000;

/** About a minute of retries. */
const requestSettings = { retries: 12, timeoutMs: 180_000 };

/**
 * Suppresses the addresses, and returns those that the API refuses. `onSent` gets the number of addresses of each
 * request. A suppression that exists does not change.
 */
export async function suppressAddresses<T extends LocatedSuppression>(
  client: CarrierNest,
  suppressions: readonly T[],
  onSent: (count: number) => void = () => undefined,
): Promise<T[]> {
  const refused: T[] = [];
  for (const kind of new Set(suppressions.map(kindOf))) {
    const group = suppressions.filter((one) => kindOf(one) === kind);
    for (const batch of chunksOf(group, addressesMax)) {
      refused.push(...(await suppressBatch(client, batch)));
      onSent(batch.length);
    }
  }
  return refused;
}

/** One request writes suppressions of one kind. */
const kindOf = ({ reason, scope }: LocatedSuppression): string => `${reason} ${scope}`;

/** The API writes all addresses or none, so the batch is sent again without the addresses that the API refuses. */
async function suppressBatch<T extends LocatedSuppression>(
  client: CarrierNest,
  batch: readonly T[],
): Promise<T[]> {
  const refused: T[] = [];
  let pending = batch;
  for (let first = pending[0]; first; first = pending[0]) {
    const { reason, scope } = first;
    try {
      const emails = pending.map(({ email }) => email);
      await client.createSuppressionBatch({ emails, reason, scope }, requestSettings);
      return refused;
    } catch (error) {
      const indexes = error instanceof ApiError ? error.details.map(({ path }) => path[1]) : [];
      const invalid = pending.filter((_one, index) => indexes.includes(index));
      if (invalid.length === 0) throw error;
      refused.push(...invalid);
      pending = pending.filter((one) => !invalid.includes(one));
    }
  }
  return refused;
}
