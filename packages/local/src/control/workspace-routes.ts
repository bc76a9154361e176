import { z } from 'zod';
import { addDomain } from './add-domain';
import { reply, type ControlRoutes } from './http';
import type { ControlContext } from './control-context';

/** The service's `administer` function validates the settings. */
const Settings = z.looseObject({});

const NewDomain = z.strictObject({
  domain: z.string(),
  risk_class: z.enum(['transactional', 'marketing']),
  verified: z.boolean().default(true),
  tracking: z.boolean().default(true),
  warmup: z.boolean().default(false),
});

const Administration = z.strictObject({ action: z.string(), input: z.looseObject({}).default({}) });

const NewToken = z.strictObject({ scopes: z.array(z.string()) });

/** Workspaces with their settings, domains and tokens. */
export const workspaceRoutes = ({ admin, zone, issuer, clock }: ControlContext): ControlRoutes => ({
  'POST /control/workspaces': async ({ body }) =>
    reply(201, await admin.administer('createWorkspace', body(Settings))),

  'PATCH /control/workspaces/{id}': async ({ params: { id = '' }, body }) =>
    reply(200, await admin.administer('updateWorkspace', { ...body(Settings), id })),

  'POST /control/administer': async ({ body }) => {
    const { action, input } = body(Administration);
    return reply(200, await admin.administer(action, input));
  },

  'POST /control/workspaces/{id}/domains': async ({ params: { id = '' }, body }) =>
    reply(201, await addDomain(admin, zone, id, body(NewDomain))),

  'POST /control/workspaces/{id}/tokens': async ({ params: { id = '' }, body }) => {
    const { scopes } = body(NewToken);
    // Send an empty update, which fails with 404 if the workspace does not exist.
    await admin.administer('updateWorkspace', { id });
    return reply(201, { access_token: await issuer.issueToken(id, scopes, clock.now()) });
  },

  'GET /.well-known/jwks.json': () => reply(200, issuer.jwks()),
});
