import { keys } from '../../../db/keys';
import type { Read } from '../../../db/reading-together';
import { getItem } from '../../../db/table';
import { domainOf, isProblem, parseMailbox } from '../../../text/mailbox';
import type { Domain } from '../../../db/records/domains';

/** The domain that an email is sent from, verified or not; undefined once it was deleted. */
export async function domainOfSender(
  { workspaceId, from }: { workspaceId: string; from: string },
  read: Read = getItem,
): Promise<Domain | undefined> {
  const sender = parseMailbox(from);
  if (isProblem(sender)) return undefined;
  return read<Domain>(keys.domain(workspaceId, domainOf(sender.address)));
}
