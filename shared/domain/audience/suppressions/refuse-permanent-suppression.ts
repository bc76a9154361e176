import { ApiError } from '../../../core/errors';
import { listAddressSuppressions } from './find';

/** Refuses with 409 if the address has a permanent bounce or a complaint, which a resubscription does not lift. */
export async function refusePermanentSuppression(workspaceId: string, address: string): Promise<void> {
  const permanent = (await listAddressSuppressions(workspaceId, address)).find(
    ({ reason }) => reason === 'hard_bounce' || reason === 'complaint',
  );
  if (!permanent) return;
  const reasonText =
    permanent.reason === 'hard_bounce'
      ? 'an email to this address bounced permanently'
      : 'the recipient complained about an email';
  throw new ApiError('invalid_state', `${address} cannot be subscribed again, because ${reasonText}`);
}
