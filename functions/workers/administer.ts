import * as z from 'zod/mini';
import { issueApiKey } from '../../shared/domain/api-keys/create';
import { allApiKeys } from '../../shared/domain/api-keys/find';
import { NewApiKeySchema, readNewApiKey } from '../../shared/domain/api-keys/key-request';
import { presentApiKey, presentIssuedKey } from '../../shared/domain/api-keys/present';
import { checkDomain } from '../../shared/domain/domains/check';
import { addDomain } from '../../shared/domain/domains/create';
import { expectDomain, listDomains } from '../../shared/domain/domains/find';
import { presentDomain } from '../../shared/domain/domains/present';
import { riskClasses, type Domain } from '../../shared/domain/domains/record';
import { setWarmup } from '../../shared/domain/domains/set-warmup';
import { createWorkspace } from '../../shared/domain/workspaces/create';
import { allWorkspaces, expectWorkspace } from '../../shared/domain/workspaces/find';
import { presentWorkspace } from '../../shared/domain/workspaces/present';
import { NewWorkspaceSchema, WorkspaceChangesSchema } from '../../shared/domain/workspaces/settings';
import { updateWorkspace } from '../../shared/domain/workspaces/update';
import { ApiError, invalidRequest, notFound, type ErrorType } from '../../shared/errors';
import { list } from '../../shared/http/answers';
import { validate } from '../../shared/validate';
import { logger } from '../../shared/logger';
import { scopes } from '../../shared/scopes';

type Outcome =
  | { ok: true; result: object }
  /** A refusal has a type of the error catalogue, a failure none. */
  | { ok: false; error: { type?: ErrorType; message: string } };

/** Does one thing that only the operator may do, and says how it went. */
export async function handler(event: unknown): Promise<Outcome> {
  try {
    const { action, input } = validate(Command, event);
    return { ok: true, result: await expectAction(action)(input ?? {}) };
  } catch (error) {
    if (error instanceof ApiError) return { ok: false, error: { type: error.type, message: sayAll(error) } };
    logger.error('administration failed', { error });
    return { ok: false, error: { message: String(error) } };
  }
}

const Command = z.strictObject({ action: z.string(), input: z.optional(z.unknown()) });

const ofWorkspace = z.strictObject({ workspace_id: z.string() });

const actions = {
  createWorkspace: action(NewWorkspaceSchema, async (wanted) => {
    const { workspace, issued } = await createWorkspace(wanted);
    return { ...presentWorkspace(workspace), key: issued.secret };
  }),

  updateWorkspace: action(WorkspaceChangesSchema, async (changes) =>
    presentWorkspace(await updateWorkspace(changes)),
  ),

  listWorkspaces: action(z.strictObject({}), async () => list((await allWorkspaces()).map(presentWorkspace))),

  createApiKey: action(
    z.strictObject({
      ...NewApiKeySchema.shape,
      workspace_id: z.string(),
      scopes: z._default(NewApiKeySchema.shape.scopes, [...scopes]),
    }),
    async ({ workspace_id: workspaceId, ...wanted }) => {
      const workspace = await expectWorkspace(workspaceId);
      return presentIssuedKey(await issueApiKey(workspace, readNewApiKey(wanted)));
    },
  ),

  listApiKeys: action(ofWorkspace, async ({ workspace_id: workspaceId }) => {
    const { id } = await expectWorkspace(workspaceId);
    return list((await allApiKeys(id)).map(presentApiKey));
  }),

  createDomain: action(
    z.strictObject({
      workspace_id: z.string(),
      domain: z.string(),
      risk_class: z.enum(riskClasses),
      warmup: z._default(z.boolean(), false),
    }),
    async ({ workspace_id: workspaceId, domain, risk_class: riskClass, warmup }) => {
      const workspace = await expectWorkspace(workspaceId);
      return presentDomain(await addDomain(workspace.id, { domain, riskClass, warmup }));
    },
  ),

  listDomains: action(ofWorkspace, async ({ workspace_id: workspaceId }) => {
    const { id } = await expectWorkspace(workspaceId);
    return list((await listDomains(id)).map(presentForOperator));
  }),

  setWarmup: action(
    z.extend(ofWorkspace, { id: z.string(), warmup: z.boolean() }),
    async ({ workspace_id: workspaceId, id, warmup }) =>
      presentForOperator(await setWarmup(await expectDomain(workspaceId, id), warmup)),
  ),

  verifyDomain: action(
    z.extend(ofWorkspace, { id: z.string() }),
    async ({ workspace_id: workspaceId, id }) => {
      const checked = await checkDomain(await expectDomain(workspaceId, id));
      if (!checked) throw notFound('domain');
      return presentDomain(checked);
    },
  ),
};

/** The API does not say whether a domain warms up (contract.md 2.5). */
const presentForOperator = (domain: Domain) => ({ ...presentDomain(domain), warmup: domain.warmup });

function expectAction(name: string) {
  const found = new Map(Object.entries(actions)).get(name);
  if (found) return found;
  throw invalidRequest(`No such action: ${name}. There are ${Object.keys(actions).join(', ')}`);
}

/** What an action takes, and what it does with it. */
function action<T extends z.ZodMiniType>(input: T, run: (input: z.output<T>) => Promise<object>) {
  return (given: unknown) => run(validate(input, given));
}

/** The operator reads a line, not a list of details. */
const sayAll = ({ message, details = [] }: ApiError): string =>
  [message, ...details.map(({ path, message: problem }) => `${path.join('.')}: ${problem}`)].join('; ');
