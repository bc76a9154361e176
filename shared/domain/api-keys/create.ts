import { speaksForToken, type Ctx } from '../../ctx';
import { writeTogether } from '../../db/transaction';
import { setAllowance } from './allowance';
import { refuseBeyondCaller } from './caller-checks';
import { newApiKey, putsOf, type IssuedKey } from './issue';
import type { NewApiKey } from './record';
import { expectWorkspace } from '../workspaces/find';

/** Creates a key that can do no more than the caller. The answer is the only place that has the key itself. */
export async function createApiKey({ workspaceId, credential }: Ctx, wanted: NewApiKey): Promise<IssuedKey> {
  refuseBeyondCaller(credential, wanted);
  const { requestsPerMinute } = credential;
  return issueApiKey({ id: workspaceId, requestsPerMinute }, wanted, speaksForToken(credential));
}

/** Creates a key with any grant at all: for the operator, and for callers whose grant was compared. */
export async function issueApiKey(
  workspace: { id: string; requestsPerMinute: number },
  wanted: NewApiKey,
  isOfToken = false,
): Promise<IssuedKey> {
  const issued = newApiKey(workspace.id, wanted, isOfToken);
  const { apiKey } = issued;
  if (!(await writeTogether(putsOf(apiKey, workspace.requestsPerMinute)))) {
    throw new Error('A new API key has the id or hash of an existing one');
  }
  // A new allowance reaches the keys that stand when it is set, so a key written just then looks for it.
  const { requestsPerMinute } = await expectWorkspace(workspace.id);
  if (requestsPerMinute !== workspace.requestsPerMinute) await setAllowance(apiKey, requestsPerMinute);
  return issued;
}
