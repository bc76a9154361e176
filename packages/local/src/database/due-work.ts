import { z } from 'zod';
import { callEngine } from './call-engine';
import type { TableSpec } from '../template/deployment';

/** The words for the kinds of due work (shared/db/records/due.ts). Other kinds are background jobs. */
const words: Partial<Record<string, string>> = {
  sendEmail: 'scheduled emails',
  expireApproval: 'approvals that expire',
  runCampaign: 'campaigns',
  sendSlice: 'parts of campaigns',
  sendStep: 'automation steps',
  attemptWebhook: 'webhook deliveries',
};

const indexName = 'byDue';

const Page = z.object({
  Items: z.array(
    z.object({ dueAt: z.object({ S: z.string() }), dueJob: z.optional(z.object({ S: z.string() })) }),
  ),
  LastEvaluatedKey: z.optional(z.unknown()),
});

/** Work that the service does later: how much of each kind, and the first due time in ISO 8601. */
export interface DueWork {
  what: string;
  count: number;
  next_at: string;
}

/** Reads the due work of the service from its table. Checks of domains, which never end, are left out. */
export function dueWorkReader(endpoint: string, tables: readonly TableSpec[]): () => Promise<DueWork[]> {
  return async () => {
    const found = new Map<string, DueWork>();
    for (const { name } of tables)
      for await (const { dueAt, dueJob } of scanIndex(endpoint, name)) {
        if (!dueJob) continue;
        const what = words[dueJob.S] ?? 'background jobs';
        const { count, next_at } = found.get(what) ?? { count: 0, next_at: dueAt.S };
        found.set(what, { what, count: count + 1, next_at: next_at < dueAt.S ? next_at : dueAt.S });
      }
    return [...found.values()].sort((a, b) => (a.next_at < b.next_at ? -1 : 1));
  };
}

async function* scanIndex(endpoint: string, table: string) {
  for (let start: unknown; ;) {
    const page = Page.parse(
      await callEngine(endpoint, 'Scan', {
        TableName: table,
        IndexName: indexName,
        ...(start !== undefined && { ExclusiveStartKey: start }),
      }),
    );
    yield* page.Items;
    if (page.LastEvaluatedKey === undefined) return;
    start = page.LastEvaluatedKey;
  }
}
