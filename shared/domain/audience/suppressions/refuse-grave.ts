import { ApiError } from '../../../core/errors';
import { suppressionsOf } from './find';

/** 409 where mail to the address bounced for good, or somebody there complained: asking again would not help. */
export async function refuseGrave(workspaceId: string, address: string): Promise<void> {
  const grave = (await suppressionsOf(workspaceId, address)).find(
    ({ reason }) => reason === 'hard_bounce' || reason === 'complaint',
  );
  if (!grave) return;
  const why = grave.reason === 'hard_bounce' ? 'mail to them bounced for good' : 'they complained about mail';
  throw new ApiError('invalid_state', `${address} cannot be subscribed again: ${why}`);
}
