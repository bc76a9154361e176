import { z } from 'zod';

const BatchAnswer = z
  .object({ batchItemFailures: z.array(z.object({ itemIdentifier: z.string().min(1) })).nullish() })
  .nullable();

/**
 * The messages that a function reports as failed (`ReportBatchItemFailures`). Without a report all succeeded. With an
 * answer that Lambda cannot read, or that names a message which was not sent, all failed.
 */
export function failedIds(payload: string, sent: ReadonlySet<string>): ReadonlySet<string> {
  const answer = BatchAnswer.safeParse(JSON.parse(payload));
  if (!answer.success) return sent;
  const ids = (answer.data?.batchItemFailures ?? []).map(({ itemIdentifier }) => itemIdentifier);
  return ids.every((id) => sent.has(id)) ? new Set(ids) : sent;
}
