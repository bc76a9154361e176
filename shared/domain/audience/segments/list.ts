import { contactPartitions } from '../../../db/keys';
import type { Page } from '../../../db/page';
import { filtered, inPartition } from '../../../db/query';
import { readShardsPage } from '../../../db/shards-page';
import type { Contact } from '../../../db/records/contacts';
import { contactsOneByOne, isReadOneByOne } from './one-by-one';
import type { Asked } from './rule-of';

interface Wanted {
  /** The id where the last page ended. */
  before: string | undefined;
  limit: number;
}

/** A page of the people who keep the rule now, newest contact first; it may end early, and have more after it. */
export async function matchingContacts(
  asked: Asked | undefined,
  { before, limit }: Wanted,
): Promise<Page<Contact>> {
  if (!asked) return { records: [], next: null };
  const page = await lookThrough(asked, { before, limit });
  if (page.records.length === limit || page.next === null || !isReadOneByOne(asked.audience)) return page;
  // Of many people few are on the audience.
  const rest = await readOneByOne(asked, { before: page.next, limit: limit - page.records.length });
  return { records: [...page.records, ...rest.records], next: rest.next };
}

function lookThrough({ rule, audience }: Asked, { before, limit }: Wanted): Promise<Page<Contact>> {
  const queries = contactPartitions(audience.workspaceId).map((pk) =>
    filtered(inPartition(pk, { before, lastFirst: true }), rule),
  );
  const piecesMax = isReadOneByOne(audience) ? fewPieces : manyPieces;
  return readShardsPage<Contact>(queries, limit, { sizes: pieceSizes(limit), piecesMax });
}

/** A shard of a page, then more and more at once. */
const pieceSizes =
  (limit: number) =>
  (piecesRead: number): number =>
    piecesRead === 0 ? Math.ceil(limit / 8) + 2 : Math.min(50 * 4 ** (piecesRead - 1), 1_000);

/** Some 3,000 contacts, and some 100,000. */
const [fewPieces, manyPieces] = [24, 120];

async function readOneByOne({ audience, rule }: Asked, { before, limit }: Wanted): Promise<Page<Contact>> {
  const found: Contact[] = [];
  for await (const contacts of contactsOneByOne(audience, { before })) {
    found.push(...contacts.filter((contact) => rule.holds(contact)));
    if (found.length > limit) break;
  }
  const records = found.slice(0, limit);
  return { records, next: found.length > limit ? (records.at(-1)?.id ?? null) : null };
}
