import { contactPartitions } from '../../../db/keys';
import { withFilter, partitionQuery } from '../../../db/query';
import { queryPages } from '../../../db/table';
import type { Contact } from '../../../db/records/contacts';
import { iterateMemberContacts, isReadByMember } from './read-by-member';
import type { ContactQuery } from './contact-query';

/** A part of the contacts that match a rule. The caller can stop after a part and continue later with the next part. */
export interface QueryPart {
  name: string;
  pages: () => AsyncGenerator<readonly Contact[], void>;
}

/** Splits the contacts that match the rule into parts. */
export function splitQuery({ rule, audience }: ContactQuery): QueryPart[] {
  if (isReadByMember(audience)) {
    async function* pages() {
      for await (const contacts of iterateMemberContacts(audience))
        yield contacts.filter((contact) => rule.matches(contact));
    }
    return [{ name: 'all', pages }];
  }
  return contactPartitions(audience.workspaceId).map((pk, shard) => ({
    name: `${shard}`,
    pages: () => queryPages<Contact>(withFilter(partitionQuery(pk), rule)),
  }));
}
