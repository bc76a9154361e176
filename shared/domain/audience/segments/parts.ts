import { contactPartitions } from '../../../db/keys';
import { filtered, inPartition } from '../../../db/query';
import { queryPages } from '../../../db/table';
import type { Contact } from '../../../db/records/contacts';
import { contactsOneByOne, isReadOneByOne } from './one-by-one';
import type { Asked } from './rule-of';

/** Some of those who keep a rule; whoever reads them all may stop after each part, and go on with the next. */
export interface Part {
  name: string;
  pages: () => AsyncGenerator<readonly Contact[], void>;
}

/** Everybody who keeps the rule, in parts. */
export function matchingInParts({ rule, audience }: Asked): Part[] {
  if (isReadOneByOne(audience)) {
    async function* pages() {
      for await (const contacts of contactsOneByOne(audience))
        yield contacts.filter((contact) => rule.holds(contact));
    }
    return [{ name: 'all', pages }];
  }
  return contactPartitions(audience.workspaceId).map((pk, shard) => ({
    name: `${shard}`,
    pages: () => queryPages<Contact>(filtered(inPartition(pk), rule)),
  }));
}
