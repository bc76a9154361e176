import { keys } from '../../../db/keys';
import type { ReadItem } from '../../../db/batched-reader';
import { getItem } from '../../../db/table';
import { domainOf, isProblem, parseMailbox } from '../../../text/mailbox';
import type { Domain } from '../../../db/records/domains';

/** Returns the domain that an email is sent from, verified or not, or undefined if the domain was deleted. */
export async function findSenderDomain(
  { workspaceId, from }: { workspaceId: string; from: string },
  read: ReadItem = getItem,
): Promise<Domain | undefined> {
  const sender = parseMailbox(from);
  if (isProblem(sender)) return undefined;
  return read(keys.domain(workspaceId, domainOf(sender.address)));
}
