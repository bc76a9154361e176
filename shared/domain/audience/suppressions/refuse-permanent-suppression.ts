import { ApiError } from '../../../core/errors';
import { listAddressSuppressions } from './find';

/** 409 where mail to the address bounced for good, or somebody there complained: asking again would not help. */
export async function refusePermanentSuppression(workspaceId: string, address: string): Promise<void> {
  const permanent = (await listAddressSuppressions(workspaceId, address)).find(
    ({ reason }) => reason === 'hard_bounce' || reason === 'complaint',
  );
  if (!permanent) return;
  const reasonText =
    permanent.reason === 'hard_bounce' ? 'mail to them bounced for good' : 'they complained about mail';
  throw new ApiError('invalid_state', `${address} cannot be subscribed again: ${reasonText}`);
}
