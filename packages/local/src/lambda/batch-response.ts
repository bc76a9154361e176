import { z } from 'zod';

const BatchResponse = z
  .object({ batchItemFailures: z.array(z.object({ itemIdentifier: z.string().min(1) })).nullish() })
  .nullable();

/**
 * The messages that a function reports as failed (`ReportBatchItemFailures`). Without a report, all messages succeeded.
 * If Lambda cannot parse the response, or if the response names a message outside the batch, all messages failed.
 */
export function parseFailedIds(payload: string, sentIds: ReadonlySet<string>): ReadonlySet<string> {
  const response = BatchResponse.safeParse(JSON.parse(payload));
  if (!response.success) return sentIds;
  const ids = (response.data?.batchItemFailures ?? []).map(({ itemIdentifier }) => itemIdentifier);
  return ids.every((id) => sentIds.has(id)) ? new Set(ids) : sentIds;
}
