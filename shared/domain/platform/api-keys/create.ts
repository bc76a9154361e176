import { speaksForToken, type Credential, type Ctx } from '../../../core/ctx';
import { writeTogether } from '../../../db/transaction';
import { forbidden } from '../../../core/errors';
import { setAllowance } from './allowance';
import { refuseBeyondCaller } from './caller-checks';
import { newApiKey, ofOperator, putsOf, type IssuedKey, type Origin } from './issue';
import type { NewApiKey } from '../../../db/records/api-keys';
import { expectOwnWorkspace } from '../workspaces/find';

/** Creates a key that can do no more than the caller. The answer is the only place that has the key itself. */
export async function createApiKey({ workspaceId, credential }: Ctx, wanted: NewApiKey): Promise<IssuedKey> {
  refuseBeyondCaller(credential, wanted);
  const { requestsPerMinute } = credential;
  return issueApiKey({ id: workspaceId, requestsPerMinute }, wanted, originOf(credential));
}

/** What a key sends is counted for each above it. */
const keysAboveMax = 10;

function originOf(caller: Credential): Origin {
  const { kind, id, keysAbove = [] } = caller;
  if (keysAbove.length >= keysAboveMax)
    throw forbidden(
      `Keys made by keys go ${keysAboveMax} deep, and this one is the last: use a key nearer to the first`,
    );
  return { isOfToken: speaksForToken(caller), keysAbove: kind === 'key' ? [...keysAbove, id] : [] };
}

/** Creates a key with any grant at all: for the operator, and for callers whose grant was compared. */
export async function issueApiKey(
  workspace: { id: string; requestsPerMinute: number },
  wanted: NewApiKey,
  origin = ofOperator,
): Promise<IssuedKey> {
  const issued = newApiKey(workspace.id, wanted, origin);
  const { apiKey } = issued;
  if (!(await writeTogether(putsOf(apiKey, workspace.requestsPerMinute)))) {
    throw new Error('A new API key has the id or hash of an existing one');
  }
  // A new allowance reaches the keys that stand when it is set, so a key written just then looks for it.
  const { requestsPerMinute } = await expectOwnWorkspace(workspace.id);
  if (requestsPerMinute !== workspace.requestsPerMinute) await setAllowance(apiKey, requestsPerMinute);
  return issued;
}
