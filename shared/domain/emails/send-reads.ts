import type { Ctx } from '../../ctx';
import { keys, type Key } from '../../db/keys';
import { getItems, type Item } from '../../db/table';
import { bareAddress, domainOf } from '../../text/mailbox';
import type { Domain } from '../domains/record';
import type { Suppression } from '../suppressions/record';
import type { Workspace } from '../workspaces/record';
import type { SendRequest } from './send-request';

/** What the checks of a send need to know. */
export interface SendReads {
  workspace: Workspace;
  domain: Domain | undefined;
  suppressions: readonly Suppression[];
}

/** Scopes that refuse a transactional mail. */
const refusingScopes = ['all', 'transactional'];

/** Reads it all in one round trip, strongly consistent. */
export async function readForSending({ workspaceId }: Ctx, request: SendRequest): Promise<SendReads> {
  const domainName = domainOf(request.from.address);
  const addresses = [...request.to, ...request.cc, ...request.bcc].map(({ address }) => bareAddress(address));
  const wanted: Key[] = [
    keys.workspace(workspaceId),
    keys.domain(workspaceId, domainName),
    ...[...new Set(addresses)].flatMap((address) =>
      refusingScopes.map((scope) => keys.suppression(workspaceId, address, scope)),
    ),
  ];
  const found = new Map((await getItems<object>(wanted)).map((item) => [idOf(item), item]));
  return {
    workspace: expectWorkspace(found.get(idOf(keys.workspace(workspaceId)))),
    domain: found.get(idOf(keys.domain(workspaceId, domainName))) as Item<Domain> | undefined,
    suppressions: wanted
      .slice(2)
      .flatMap((key) => (found.get(idOf(key)) as Item<Suppression> | undefined) ?? []),
  };
}

const idOf = ({ pk, sk }: Key): string => `${pk} ${sk}`;

function expectWorkspace(item: object | undefined): Workspace {
  if (!item) throw new Error('The credential names a workspace that does not exist');
  return item as Workspace;
}
