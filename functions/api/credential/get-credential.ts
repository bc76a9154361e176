import { expectOwnWorkspace } from '../../../shared/domain/platform/workspaces/find';
import { ok } from '../../../shared/http/responses';
import { endpoint } from '../../../shared/http/endpoint';
import { presentCredential } from './present';
import { credentialRoutes } from './routes';

export const handler = endpoint(credentialRoutes.getCredential, async ({ workspaceId, credential }) =>
  ok(presentCredential(credential, await expectOwnWorkspace(workspaceId))),
);
