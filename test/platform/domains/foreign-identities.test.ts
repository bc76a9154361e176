import { Iam } from '../../../packages/local/src/aws/iam/iam';
import type { Runtime } from '../../../packages/local/src/start/runtime';
import type { Deployment } from '../../../packages/local/src/template/deployment';
import { startInProcessRuntime, type InProcessRuntime } from '../../support/in-process-runtime';
import type { ApiResponse } from '../../support/service';

/** A runtime in this process, so that the tests can create SES identities without the service. */
let runtime: Runtime;
let stopRuntime: InProcessRuntime['stop'];
let key: string;
let deployment: Deployment;

beforeAll(async () => {
  ({ runtime, deployment, stop: stopRuntime } = await startInProcessRuntime());
  const workspace = await runtime.admin.administer('createWorkspace', { name: 'Acme' });
  key = (workspace as unknown as { key: string }).key;
});

afterAll(async () => {
  await stopRuntime();
});

async function api(
  method: string,
  path: string,
  body?: object,
): Promise<Pick<ApiResponse, 'status' | 'body'>> {
  const response = await fetch(`${runtime.addresses.api}${path}`, {
    method,
    headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });
  return { status: response.status, body: await response.json() };
}

const addDomain = (domain: string) => api('POST', '/v1/domains', { domain, risk_class: 'transactional' });

const otherStageTags = [{ Key: 'carrier-nest', Value: 'prod' }];

/** Recreates the identity in SES outside the service. */
function recreateIdentity(domain: string): void {
  runtime.mail.identities.remove(domain);
  runtime.mail.identities.create(domain, undefined);
}

const sesCalls = () =>
  runtime.calls.since().flatMap(({ service, operation }) => (service === 'sesv2' ? [operation] : []));

test('SES identities that the service creates have the tag of the service', async () => {
  const { status } = await addDomain('ours.example');

  expect(status).toBe(201);
  expect(runtime.mail.identities.tags('ours.example')).toEqual([{ Key: 'carrier-nest', Value: 'local' }]);
});

// DM-14
test.each([
  ['untagged', 'theirs.example', []],
  ['tagged by another stage', 'stage.example', otherStageTags],
])('a domain whose SES identity is %s is refused before any change', async (_description, domain, tags) => {
  runtime.mail.identities.create(domain, undefined, tags);
  const before = runtime.mail.identities.find(domain);
  const callCountBefore = sesCalls().length;

  const { status, body } = await addDomain(domain);

  expect(status).toBe(422);
  expect(body.error).toMatchObject({
    type: 'invalid_request',
    message: expect.stringMatching(/^domain: .* Use another name, or ask the operator/),
  });
  expect(runtime.mail.identities.find(domain)).toEqual(before);
  expect(sesCalls().slice(callCountBefore)).toEqual(['GetEmailIdentity']);
});

test('a domain whose SES identity was recreated outside the service fails its check and can be deleted without the identity', async () => {
  const [domain] = (await addDomain('taken.example')).body.data;
  recreateIdentity('taken.example');

  const checked = await api('POST', `/v1/domains/${domain.id}/verify`);
  const deleted = await api('DELETE', `/v1/domains/${domain.id}`);

  expect(checked).toMatchObject({ status: 200, body: { status: 'failed' } });
  expect(deleted.status).toBe(200);
  expect(runtime.mail.identities.find('taken.example')).toBeDefined();
});

describe('the IAM roles', () => {
  const path = 'identities/iam.example';
  const mailFromChange = ['PUT', `${path}/mail-from`, { MailFromDomain: 'bounce.iam.example' }] as const;
  const identityCreation = (Tags?: object[]) =>
    ['POST', 'identities', { EmailIdentity: 'new.example', Tags }] as const;

  test('may read all resources but change and delete only resources with the tag', async () => {
    await addDomain('iam.example');
    const allowedBefore = [
      await isAllowed('createDomain', ...mailFromChange),
      await isAllowed('deleteDomain', 'DELETE', path),
      await isAllowed('deleteDomain', 'DELETE', `configuration-sets/${lastConfigurationSet()}`),
    ];

    recreateIdentity('iam.example');

    expect(allowedBefore).toEqual([true, true, true]);
    expect(await isAllowed('createDomain', 'GET', path)).toBe(true);
    expect(await isAllowed('createDomain', ...mailFromChange)).toBe(false);
    expect(await isAllowed('createDomain', 'PUT', `${path}/feedback`, {})).toBe(false);
    expect(await isAllowed('deleteDomain', 'DELETE', path)).toBe(false);
    expect(await isAllowed('deleteDomain', 'DELETE', 'configuration-sets/theirs')).toBe(false);
  });

  test('may not create resources without the tag, or with the tag of another stage', async () => {
    expect(
      await isAllowed('createDomain', ...identityCreation([{ Key: 'carrier-nest', Value: 'local' }])),
    ).toBe(true);
    expect(await isAllowed('createDomain', ...identityCreation(otherStageTags))).toBe(false);
    expect(await isAllowed('createDomain', ...identityCreation())).toBe(false);
  });
});

/** Returns whether the role of the function allows this SES request. */
async function isAllowed(name: string, method: string, path: string, body?: object): Promise<boolean> {
  const { needs } = runtime.mail.ses.read({
    method,
    path: `/v2/email/${path}`,
    query: new URLSearchParams(),
    headers: {},
    body: Buffer.from(body ? JSON.stringify(body) : ''),
  });
  const { functions, roles } = deployment;
  const role = functions.find((candidate) => candidate.name === `carrier-nest-local-${name}`)?.roleArn ?? '';
  return (await new Iam(roles).findDenial(role, needs)) === undefined;
}

function lastConfigurationSet(): string {
  const creations = runtime.calls.since().filter(({ operation }) => operation === 'CreateConfigurationSet');
  return creations.at(-1)?.target ?? '';
}
