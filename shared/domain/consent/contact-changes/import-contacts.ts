import { chunksOf } from '../../../core/chunks';
import type { RequestContext } from '../../../core/request-context';
import { forEachRateLimited } from '../../../async/for-each-rate-limited';
import { endMembershipChange, beginMembershipChange } from '../../audience/audiences/member-count';
import { applyPendingTagCounts, countOccurrences } from '../../audience/contacts/tag-counts';
import {
  filterTriggered,
  loadTriggerMatcher,
  matchNoTriggers,
  enrollTriggered,
} from '../../marketing/automations/enrollments/triggered-enrollments';
import { resolveProperties } from '../../audience/imports/properties';
import { syncAllTopicChoices } from '../../audience/imports/all-topic-choices';
import type { ImportRow, ImportStatus } from '../../audience/imports/import-row';
import { suppressRows } from './suppress-rows';
import { upsertContacts, type UpsertResult } from '../../audience/imports/upsert-contacts';

export interface ImportResult {
  inserted: number;
  updated: number;
  skipped: number;
  statuses: Readonly<Record<ImportStatus, number>>;
  /** The number of new suppressions. */
  suppressed: number;
  propertiesCreated: readonly string[];
  automationsStarted: number;
  contactCount: number;
}

/**
 * Imports contacts into an audience (AU-9 to AU-18). Suppressions are written before contacts, so a failed import never
 * exposes an opted-out address to email. Idempotent. Returns undefined if the audience does not exist.
 */
export async function importContacts(
  ctx: RequestContext,
  audienceId: string,
  inputRows: readonly ImportRow[],
  { detail, startsAutomations }: { detail: string; startsAutomations: boolean },
): Promise<ImportResult | undefined> {
  const { workspaceId } = ctx;
  const membershipChange = await beginMembershipChange(workspaceId, audienceId);
  if (!membershipChange) return undefined;
  const { rows, created } = await resolveProperties(workspaceId, firstRowPerAddress(inputRows));
  const suppressed = await suppressRows(workspaceId, inputRows, detail);
  const tags = [...new Set(rows.flatMap((row) => row.tags))];
  const matchTriggers = startsAutomations
    ? await loadTriggerMatcher(ctx, { audienceId, tags })
    : matchNoTriggers;
  const upserted = await upsertAll(workspaceId, { audienceId, matchTriggers }, rows);
  await applyPendingTagCounts(workspaceId);
  await syncAllTopicChoices(
    workspaceId,
    upserted.filter(({ isNew }) => isNew).map(({ contact }) => contact.email),
  );
  const contactCount = await endMembershipChange(
    membershipChange,
    upserted.filter(({ joined }) => joined).length,
    {
      isCertain: true,
    },
  );
  const contactsWithTriggers = startsAutomations
    ? filterTriggered(upserted.map(({ contact }) => contact))
    : [];
  const automationsStarted = await enrollTriggered(contactsWithTriggers);
  const inserted = upserted.filter(({ isNew }) => isNew).length;
  return {
    inserted,
    updated: upserted.length - inserted,
    skipped: inputRows.length - rows.length,
    statuses: { subscribed: 0, unsubscribed: 0, bounced: 0, complained: 0, ...countStatuses(inputRows) },
    suppressed,
    propertiesCreated: created,
    automationsStarted,
    contactCount,
  };
}

/** Keeps only the first row of each address. */
function firstRowPerAddress(rows: readonly ImportRow[]): ImportRow[] {
  const seen = new Set<string>();
  return rows.filter(({ email }) => !seen.has(email) && seen.add(email));
}

const countStatuses = (rows: readonly ImportRow[]): Record<string, number> =>
  Object.fromEntries(countOccurrences(rows.map(({ status }) => status)));

const chunkSize = 100;

/**
 * A new on-demand table accepts 4,000 writes per second until its traffic grows. Each row takes five writes, and a
 * chunk has 100 rows.
 */
const rateLimit = { concurrencyMax: 4, perSecondMax: 8 };

async function upsertAll(
  workspaceId: string,
  upsertTarget: Parameters<typeof upsertContacts>[1],
  rows: readonly ImportRow[],
): Promise<UpsertResult[]> {
  const upserted: UpsertResult[] = [];
  await forEachRateLimited(chunksOf(rows, chunkSize), rateLimit, async (chunk) => {
    upserted.push(...(await upsertContacts(workspaceId, upsertTarget, chunk)));
  });
  return upserted;
}
