import { keys } from '../../db/keys';
import { getItem } from '../../db/table';
import { domainOf, isProblem, parseMailbox } from '../../text/mailbox';
import type { Domain } from './record';

/** The domain that an email is sent from, verified or not; undefined once it was deleted. */
export async function domainOfSender({
  workspaceId,
  from,
}: {
  workspaceId: string;
  from: string;
}): Promise<Domain | undefined> {
  const sender = parseMailbox(from);
  if (isProblem(sender)) return undefined;
  return getItem<Domain>(keys.domain(workspaceId, domainOf(sender.address)));
}
