import { contactPartitions } from '../../../db/keys';
import type { Page } from '../../../db/page';
import { withFilter, partitionQuery } from '../../../db/query';
import { readShardsPage } from '../../../db/shards-page';
import type { Contact } from '../../../db/records/contacts';
import { iterateMemberContacts, isReadByMember } from './read-by-member';
import type { ContactQuery } from './contact-query';

interface PageRequest {
  /** The id where the previous page ended. */
  before: string | undefined;
  limit: number;
}

/** A page of the contacts that match the rule now, newest first. A page may be short and still have a next page. */
export async function listMatchingContacts(
  contactQuery: ContactQuery | undefined,
  { before, limit }: PageRequest,
): Promise<Page<Contact>> {
  if (!contactQuery) return { records: [], next: null };
  const page = await scanContacts(contactQuery, { before, limit });
  if (page.records.length === limit || page.next === null || !isReadByMember(contactQuery.audience))
    return page;
  // The audience has few of the workspace's contacts, so read its members instead.
  const rest = await readByMember(contactQuery, { before: page.next, limit: limit - page.records.length });
  return { records: [...page.records, ...rest.records], next: rest.next };
}

function scanContacts(
  { rule, audience }: ContactQuery,
  { before, limit }: PageRequest,
): Promise<Page<Contact>> {
  const queries = contactPartitions(audience.workspaceId).map((pk) =>
    withFilter(partitionQuery(pk, { before, descending: true }), rule),
  );
  const piecesMax = isReadByMember(audience) ? fewPages : manyPages;
  return readShardsPage<Contact>(queries, limit, { sizes: pageSizesFor(limit), pageReadsMax: piecesMax });
}

/** The first read takes about an equal share of the page from each shard. Later reads are larger. */
const pageSizesFor =
  (limit: number) =>
  (pagesRead: number): number =>
    pagesRead === 0 ? Math.ceil(limit / 8) + 2 : Math.min(50 * 4 ** (pagesRead - 1), 1_000);

/** The maximum numbers of pages to read, for about 3,000 and about 100,000 contacts. */
const [fewPages, manyPages] = [24, 120];

async function readByMember(
  { audience, rule }: ContactQuery,
  { before, limit }: PageRequest,
): Promise<Page<Contact>> {
  const found: Contact[] = [];
  for await (const contacts of iterateMemberContacts(audience, { before })) {
    found.push(...contacts.filter((contact) => rule.matches(contact)));
    if (found.length > limit) break;
  }
  const records = found.slice(0, limit);
  return { records, next: found.length > limit ? (records.at(-1)?.id ?? null) : null };
}
