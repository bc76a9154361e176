import type { ApiResponse } from './service';

type Entry = Record<string, unknown>;

/**
 * Sends all entries in batches and returns the ids in the order of the entries. If a batch runs out of time, as on a
 * busy machine, the remaining entries are sent again.
 */
export async function sendAll(
  send: (batch: readonly Entry[]) => Promise<ApiResponse>,
  entries: readonly Entry[],
  batchSize = 100,
): Promise<string[]> {
  const ids: string[] = [];
  while (ids.length < entries.length) {
    const { body } = await send(entries.slice(ids.length, ids.length + batchSize));
    const outcomes: { id: string; error?: { type: string } }[] = body.data;
    // The service processes entries in order, so all entries after the first untried entry are untried too.
    const firstUntried = outcomes.findIndex(({ error }) => error?.type === 'service_unavailable');
    const sent = firstUntried === -1 ? outcomes : outcomes.slice(0, firstUntried);
    const failed = sent.find(({ error }) => error);
    if (failed || sent.length === 0)
      throw new Error(`Not sent: ${JSON.stringify(failed ?? body).slice(0, 500)}`);
    ids.push(...sent.map(({ id }) => id));
  }
  return ids;
}
