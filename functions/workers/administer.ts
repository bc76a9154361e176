import type * as z from 'zod/mini';
import { issueApiKey } from '../../shared/domain/platform/api-keys/create';
import { listAllApiKeys } from '../../shared/domain/platform/api-keys/find';
import { adoptDomain } from '../../shared/domain/platform/domains/adopt';
import { checkDomain } from '../../shared/domain/platform/domains/check-domain';
import { createDomainAsOperator } from '../../shared/domain/platform/domains/create';
import { expectDomain, listDomains } from '../../shared/domain/platform/domains/find';
import { setWarmup } from '../../shared/domain/platform/domains/set-warmup';
import { createWorkspace } from '../../shared/domain/platform/workspaces/admin/create-workspace';
import { listUsers } from '../../shared/domain/platform/users/find';
import { inviteUser } from '../../shared/domain/platform/users/invite';
import { removeUser } from '../../shared/domain/platform/users/remove';
import { listWorkspaces, expectWorkspace } from '../../shared/domain/platform/workspaces/find';
import {
  deleteWorkspace,
  findDeletion,
} from '../../shared/domain/platform/workspaces/admin/delete-workspace';
import { updateWorkspace } from '../../shared/domain/platform/workspaces/admin/update-workspace';
import { requireEnv } from '../../shared/core/env';
import { ApiError, invalidRequest, notFound, type ErrorType } from '../../shared/core/errors';
import { unpagedList } from '../../shared/http/responses';
import { logger } from '../../shared/core/logger';
import { validate } from '../../shared/schema/validate';
import { presentApiKey, presentIssuedKey } from '../api/api-keys/present';
import { readNewApiKey } from '../api/api-keys/read-key-request';
import { presentDomain } from '../api/domains/present';
import {
  presentAdoption,
  presentDeletion,
  presentDomainForOperator,
  presentUser,
  presentWorkspace,
} from './operator/present';
import { readSettings } from './operator/read-workspace-settings';
import {
  AdoptionSchema,
  CommandSchema,
  DeletionSchema,
  InvitationSchema,
  NewDomainSchema,
  NewKeySchema,
  NewWorkspaceSchema,
  NoInputSchema,
  DeletionIdSchema,
  DomainIdSchema,
  UserEmailSchema,
  WorkspaceIdSchema,
  WarmupSchema,
  WorkspaceChangesSchema,
} from './operator/shapes';

type Outcome =
  | { ok: true; result: object }
  /** A refusal has an error type. An unexpected failure has only a message. */
  | { ok: false; error: { type?: ErrorType; message: string } };

/** Runs an operator action and returns the outcome. */
export async function handler(event: unknown): Promise<Outcome> {
  try {
    const { action, input } = validate(CommandSchema, event);
    return { ok: true, result: await expectAction(action)(input ?? {}) };
  } catch (error) {
    if (error instanceof ApiError)
      return { ok: false, error: { type: error.type, message: formatRefusal(error) } };
    logger.error('administration failed', { error });
    return { ok: false, error: { message: String(error) } };
  }
}

const actions = {
  createWorkspace: action(NewWorkspaceSchema, async ({ name, ...settings }) => {
    const { workspace, issued } = await createWorkspace(name, readSettings(settings));
    return { ...presentWorkspace(workspace), key: issued.secret };
  }),

  updateWorkspace: action(WorkspaceChangesSchema, async ({ id, ...settings }) =>
    presentWorkspace(await updateWorkspace(id, readSettings(settings))),
  ),

  deleteWorkspace: action(DeletionSchema, async ({ id, confirm }) => {
    if (confirm !== id) throw invalidRequest('confirm: must repeat the ID of the workspace');
    return presentDeletion(id, await deleteWorkspace(id));
  }),

  showDeletion: action(DeletionIdSchema, async ({ id }) => presentDeletion(id, await findDeletion(id))),

  listWorkspaces: action(NoInputSchema, async () =>
    unpagedList((await listWorkspaces()).map(presentWorkspace)),
  ),

  createApiKey: action(NewKeySchema, async ({ workspace_id: workspaceId, ...wanted }) => {
    const workspace = await expectWorkspace(workspaceId);
    return presentIssuedKey(await issueApiKey(workspace, readNewApiKey(wanted)));
  }),

  listApiKeys: action(WorkspaceIdSchema, async ({ workspace_id: workspaceId }) => {
    const { id } = await expectWorkspace(workspaceId);
    return unpagedList((await listAllApiKeys(id)).map(presentApiKey));
  }),

  inviteUser: action(InvitationSchema, async ({ workspace_id: workspaceId, email, role }) => ({
    ...presentUser(await inviteUser({ workspaceId, email, role })),
    sign_in_at: `${requireEnv('PUBLIC_URL')}/app`,
  })),

  listUsers: action(WorkspaceIdSchema, async ({ workspace_id: workspaceId }) => {
    const { id } = await expectWorkspace(workspaceId);
    return unpagedList((await listUsers(id)).map(presentUser));
  }),

  removeUser: action(UserEmailSchema, async ({ workspace_id: workspaceId, email }) =>
    presentUser(await removeUser(workspaceId, email)),
  ),

  createDomain: action(
    NewDomainSchema,
    async ({ workspace_id: workspaceId, domain, risk_class: riskClass, warmup }) => {
      const workspace = await expectWorkspace(workspaceId);
      return presentDomain(await createDomainAsOperator(workspace.id, { domain, riskClass, warmup }));
    },
  ),

  adoptDomain: action(
    AdoptionSchema,
    async ({ workspace_id: workspaceId, domain, risk_class: riskClass, warmup, confirm }) => {
      if (confirm !== undefined && confirm !== domain)
        throw invalidRequest('confirm: must repeat the domain');
      const { id } = await expectWorkspace(workspaceId);
      return presentAdoption(await adoptDomain(id, { domain, riskClass, warmup }, confirm !== undefined));
    },
  ),

  listDomains: action(WorkspaceIdSchema, async ({ workspace_id: workspaceId }) => {
    const { id } = await expectWorkspace(workspaceId);
    return unpagedList((await listDomains(id)).map(presentDomainForOperator));
  }),

  setWarmup: action(WarmupSchema, async ({ workspace_id: workspaceId, id, warmup }) =>
    presentDomainForOperator(await setWarmup(await expectDomain(workspaceId, id), warmup)),
  ),

  verifyDomain: action(DomainIdSchema, async ({ workspace_id: workspaceId, id }) => {
    const checked = await checkDomain(await expectDomain(workspaceId, id));
    if (!checked) throw notFound('domain');
    return presentDomain(checked);
  }),
};

function expectAction(name: string) {
  const found = new Map(Object.entries(actions)).get(name);
  if (found) return found;
  throw invalidRequest(`No such action: ${name}. Actions: ${Object.keys(actions).join(', ')}`);
}

/** Defines an action whose input is validated before the action runs. */
function action<T extends z.ZodMiniObject>(input: T, run: (input: z.output<T>) => Promise<object>) {
  const fields = Object.keys(input.shape).join(', ') || 'nothing';
  return (rawInput: unknown) => run(validate(input, rawInput, `Invalid input. The action takes ${fields}`));
}

/** Formats a refusal with its details, because the operator sees only one line. */
const formatRefusal = ({ message, details = [] }: ApiError): string =>
  [message, ...details.map(({ path, message: problem }) => `${path.join('.')}: ${problem}`)].join('; ');
