import { chunksOf } from '../../../shared/core/chunks';
import type { CarrierNest } from '../../sdk/src';
import { normalizeAddress } from './normalize-address';
import type { LocatedOptOut } from './plan-import';
import { formatCsv } from './read-table';
import type { SuppressionSettings } from './statuses';

type Expected = Pick<SuppressionSettings, 'scope'> & { email: string };

/** Above this number, reading the list of suppressions is faster than a request for each address. */
const singleRequestsMax = 100;
const parallelRequests = 8;

/**
 * Reads the suppressions back, and returns the entries without one. The list is read from the newest suppression. It can
 * lag, so each address that is missing in it is also looked up.
 */
export async function findUnsuppressed<T extends Expected>(
  client: CarrierNest,
  expected: readonly T[],
): Promise<T[]> {
  const missing = new Map(expected.map((entry) => [toKey(entry), entry]));
  if (missing.size > singleRequestsMax) await removeListed(client, missing);
  for (const entries of chunksOf([...missing.values()], parallelRequests))
    await Promise.all(
      entries.map(async ({ email }) => {
        const { data } = await client.listSuppressions({ email: email.trim() });
        for (const { scope } of data) remove(missing, { email, scope });
      }),
    );
  return expected.filter((entry) => missing.has(toKey(entry)));
}

/**
 * Removes the entries on the list. Stops once the pages without any of them cost as much as to look up the rest, because
 * an old or missing entry would otherwise require the whole list.
 */
async function removeListed(client: CarrierNest, missing: Map<string, unknown>): Promise<void> {
  let uselessPages = 0;
  for await (const { data } of client.listSuppressions({ limit: 100 }).pages()) {
    const sizeBefore = missing.size;
    for (const suppression of data) remove(missing, suppression);
    if (missing.size === sizeBefore) uselessPages += 1;
    if (uselessPages >= missing.size) return;
  }
}

const toKey = ({ email, scope }: Expected): string => `${scope} ${normalizeAddress(email)}`;

/** A suppression of all email also refuses the email of each scope. */
function remove(missing: Map<string, unknown>, { email, scope }: Expected): void {
  missing.delete(toKey({ email, scope }));
  if (scope !== 'all') return;
  missing.delete(toKey({ email, scope: 'marketing' }));
  missing.delete(toKey({ email, scope: 'transactional' }));
}

/** The opt-outs of a file as CSV, with the result of `findUnsuppressed`. */
export const formatOptOuts = (
  optOuts: readonly LocatedOptOut[],
  missing: readonly { line: number }[],
): string => {
  const missingLines = new Set(missing.map(({ line }) => line));
  return formatCsv([
    ['line', 'email', 'status', 'suppressed'],
    ...optOuts.map(({ line, email, status }) => [
      String(line),
      email,
      status,
      missingLines.has(line) ? 'no' : 'yes',
    ]),
  ]);
};
