import { chunksOf } from '../../../core/chunks';
import type { Ctx } from '../../../core/ctx';
import { runPaced } from '../../../async/run-paced';
import { closeCount, openCount } from '../../audience/audiences/count';
import { settleTagCounts, tally } from '../../audience/contacts/count-tags';
import {
  markedAmong,
  markingFor,
  markingNothing,
  startMarked,
} from '../../marketing/automations/enrollments/starts';
import { withProperties } from '../../audience/imports/properties';
import { showAllChoices } from '../../audience/imports/show-all-choices';
import type { ImportRow, ImportStatus } from '../../audience/imports/row';
import { suppressRows } from './suppress-rows';
import { upsertContacts, type Upserted } from '../../audience/imports/upsert';

export interface Imported {
  inserted: number;
  updated: number;
  skipped: number;
  statuses: Readonly<Record<ImportStatus, number>>;
  /** Suppressions that there were none of before. */
  suppressed: number;
  propertiesCreated: readonly string[];
  automationsStarted: number;
  contactCount: number;
}

/**
 * Adds people to an audience (workspace.md, "Add or import contacts"). Opt-outs first: whatever happens afterwards,
 * nobody is mailed who is known not to want it. The same rows again change nothing more. Undefined: there is no such
 * audience.
 */
export async function importContacts(
  ctx: Ctx,
  audienceId: string,
  given: readonly ImportRow[],
  { detail, isStarting }: { detail: string; isStarting: boolean },
): Promise<Imported | undefined> {
  const { workspaceId } = ctx;
  const counting = await openCount(workspaceId, audienceId);
  if (!counting) return undefined;
  const { rows, created } = await withProperties(workspaceId, firstOfEach(given));
  const suppressed = await suppressRows(workspaceId, given, detail);
  const tags = [...new Set(rows.flatMap((row) => row.tags))];
  const marking = isStarting ? await markingFor(ctx, { audienceId, tags }) : markingNothing;
  const people = await upsertAll(workspaceId, { audienceId, marking }, rows);
  await settleTagCounts(workspaceId);
  await showAllChoices(
    workspaceId,
    people.filter(({ isNew }) => isNew).map(({ contact }) => contact.email),
  );
  const contactCount = await closeCount(counting, people.filter(({ joined }) => joined).length, {
    isSure: true,
  });
  const marked = isStarting ? markedAmong(people.map(({ contact }) => contact)) : [];
  const automationsStarted = await startMarked(marked);
  const inserted = people.filter(({ isNew }) => isNew).length;
  return {
    inserted,
    updated: people.length - inserted,
    skipped: given.length - rows.length,
    statuses: { subscribed: 0, unsubscribed: 0, bounced: 0, complained: 0, ...statusesOf(given) },
    suppressed,
    propertiesCreated: created,
    automationsStarted,
    contactCount,
  };
}

/** Of an address that stands there again, only the first row says who they are. */
function firstOfEach(rows: readonly ImportRow[]): ImportRow[] {
  const seen = new Set<string>();
  return rows.filter(({ email }) => !seen.has(email) && seen.add(email));
}

const statusesOf = (rows: readonly ImportRow[]): Record<string, number> =>
  Object.fromEntries(tally(rows.map(({ status }) => status)));

const partSize = 100;

/** A new table takes 4,000 writes a second until its traffic grows: a row takes five. */
const pace = { atOnceMax: 4, perSecondMax: 8 };

async function upsertAll(
  workspaceId: string,
  joining: Parameters<typeof upsertContacts>[1],
  rows: readonly ImportRow[],
): Promise<Upserted[]> {
  const people: Upserted[] = [];
  await runPaced(chunksOf(rows, partSize), pace, async (part) => {
    people.push(...(await upsertContacts(workspaceId, joining, part)));
  });
  return people;
}
