import { Iam } from '../../../packages/local/src/aws/iam/iam';
import type { Runtime } from '../../../packages/local/src/start/runtime';
import type { Deployment } from '../../../packages/local/src/template/deployment';
import { startInProcessRuntime, type InProcessRuntime } from '../../support/in-process-runtime';
import type { ApiResponse } from '../../support/service';

/** A runtime in this process, so that the tests can create SES identities without the service. */
let runtime: Runtime;
let stopRuntime: InProcessRuntime['stop'];
let key: string;
let workspaceId: string;
let deployment: Deployment;

beforeAll(async () => {
  ({ runtime, deployment, stop: stopRuntime } = await startInProcessRuntime());
  const workspace = await runtime.admin.administer('createWorkspace', { name: 'Acme' });
  ({ key, id: workspaceId } = workspace as unknown as { key: string; id: string });
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

describe('the adoption of an SES identity by the operator', () => {
  const adopt = (domain: string, options: object = {}) =>
    runtime.admin.administer('adoptDomain', {
      workspace_id: workspaceId,
      domain,
      risk_class: 'transactional',
      ...options,
    });
  const ourTag = { Key: 'carrier-nest', Value: 'local' };
  const theirTag = { Key: 'team', Value: 'shop' };

  test('without confirmation changes nothing and lists the changes', async () => {
    runtime.mail.identities.create('listed.example', undefined, [theirTag]);
    const before = runtime.mail.identities.find('listed.example');
    const callCountBefore = sesCalls().length;

    const result = await adopt('listed.example');

    expect(result).toEqual({
      adopted: false,
      domain: null,
      changes: [
        expect.stringContaining('tag the identity with carrier-nest=local'),
        expect.stringContaining(`create the configuration set ${workspaceId}-`),
        'stop forwarding bounces and complaints by email',
        'change the Return-Path domain from the default to bounce.listed.example',
      ],
    });
    expect(sesCalls().slice(callCountBefore)).toEqual(['GetEmailIdentity']);
    expect(runtime.mail.identities.find('listed.example')).toEqual(before);
    expect((await addDomain('listed.example')).status).toBe(422);
  });

  test('with confirmation tags and configures the identity, keeps its DKIM keys, and adds the domain', async () => {
    runtime.mail.identities.create('adopted.example', undefined, [theirTag]);
    const before = runtime.mail.identities.find('adopted.example');

    const result = await adopt('adopted.example', { confirm: 'adopted.example' });

    expect(result).toMatchObject({ adopted: true, domain: { domain: 'adopted.example', status: 'pending' } });
    expect(runtime.mail.identities.find('adopted.example')).toMatchObject({
      tokens: before?.tokens,
      tags: [theirTag, ourTag],
      forwardsFeedback: false,
      mailFrom: { domain: 'bounce.adopted.example' },
    });
    const [{ Name, SnsDestination } = { Name: '', SnsDestination: { TopicArn: '' } }] =
      runtime.mail.configurationSets.destinations(lastConfigurationSet());
    expect({ Name, topic: SnsDestination.TopicArn }).toEqual({
      Name: 'events',
      topic: expect.stringContaining('EmailEvents'),
    });
  });

  test('makes the service delete the identity with the domain', async () => {
    runtime.mail.identities.create('returned.example', undefined);
    const { domain } = await adopt('returned.example', { confirm: 'returned.example' });

    const { status } = await api('DELETE', `/v1/domains/${(domain as { id: string }).id}`);

    expect(status).toBe(200);
    expect(runtime.mail.identities.find('returned.example')).toBeUndefined();
  });

  test('continues after an attempt that tagged the identity and then failed', async () => {
    runtime.mail.identities.create('resumed.example', undefined);
    runtime.faults.add({
      service: 'sesv2',
      operation: 'CreateConfigurationSet',
      error: 'BadRequestException',
      times: 1,
    });
    const confirm = 'resumed.example';

    await expect(adopt('resumed.example', { confirm })).rejects.toThrow('Retry the request');
    const result = await adopt('resumed.example', { confirm });

    expect(result).toMatchObject({ adopted: true, domain: { domain: 'resumed.example' } });
    expect(JSON.stringify(result['changes'])).not.toContain('tag the identity');
  });

  test.each([
    ['that another stage created', 'belongs to the stage prod', 'staged.example', otherStageTags],
    ['that does not exist', 'SES has no identity', 'missing.example', undefined],
  ])('refuses an identity %s', async (_description, message, domain, tags) => {
    if (tags) runtime.mail.identities.create(domain, undefined, tags);
    const before = runtime.mail.identities.find(domain);

    await expect(adopt(domain, { confirm: domain })).rejects.toThrow(message);

    expect(runtime.mail.identities.find(domain)).toEqual(before);
  });

  test.each([
    ['has no DKIM tokens', { tokens: [] }],
    ['does not sign', { signingEnabled: false }],
  ])('refuses an identity that %s, because its DKIM records would not work', async (_description, dkim) => {
    const domain = `${Object.keys(dkim)[0]?.toLowerCase()}.example`;
    runtime.mail.identities.create(domain, undefined);
    runtime.mail.identities.update(domain, dkim);

    await expect(adopt(domain, { confirm: domain })).rejects.toThrow('Easy DKIM');

    expect(runtime.mail.identities.tags(domain)).toEqual([]);
  });

  test('refuses a domain of the workspace, and a confirmation of another domain', async () => {
    await addDomain('present.example');
    runtime.mail.identities.create('confirmed.example', undefined);

    await expect(adopt('present.example')).rejects.toThrow('the workspace already has present.example');
    await expect(adopt('confirmed.example', { confirm: 'other.example' })).rejects.toThrow(
      'must repeat the domain',
    );
    expect(runtime.mail.identities.tags('confirmed.example')).toEqual([]);
  });

  test('may tag an identity only with the tag of the stage', () => {
    const tagging = (Tags: object[]) =>
      [
        'POST',
        'tags',
        { ResourceArn: 'arn:aws:ses:us-east-1:000000000000:identity/iam.example', Tags },
      ] as const;

    expect(isAllowed('administer', ...tagging([ourTag]))).toBe(true);
    expect(isAllowed('administer', ...tagging(otherStageTags))).toBe(false);
    expect(isAllowed('getDomain', ...tagging([ourTag]))).toBe(false);
  });
});

describe('the IAM roles', () => {
  const path = 'identities/iam.example';
  const mailFromChange = ['PUT', `${path}/mail-from`, { MailFromDomain: 'bounce.iam.example' }] as const;
  const identityCreation = (Tags?: object[]) =>
    ['POST', 'identities', { EmailIdentity: 'new.example', Tags }] as const;

  test('may read all resources but change and delete only resources with the tag', async () => {
    await addDomain('iam.example');
    const allowedBefore = [
      isAllowed('createDomain', ...mailFromChange),
      isAllowed('deleteDomain', 'DELETE', path),
      isAllowed('deleteDomain', 'DELETE', `configuration-sets/${lastConfigurationSet()}`),
    ];

    recreateIdentity('iam.example');

    expect(allowedBefore).toEqual([true, true, true]);
    expect(isAllowed('createDomain', 'GET', path)).toBe(true);
    expect(isAllowed('createDomain', ...mailFromChange)).toBe(false);
    expect(isAllowed('createDomain', 'PUT', `${path}/feedback`, {})).toBe(false);
    expect(isAllowed('deleteDomain', 'DELETE', path)).toBe(false);
    expect(isAllowed('deleteDomain', 'DELETE', 'configuration-sets/theirs')).toBe(false);
  });

  test('may not create resources without the tag, or with the tag of another stage', () => {
    expect(isAllowed('createDomain', ...identityCreation([{ Key: 'carrier-nest', Value: 'local' }]))).toBe(
      true,
    );
    expect(isAllowed('createDomain', ...identityCreation(otherStageTags))).toBe(false);
    expect(isAllowed('createDomain', ...identityCreation())).toBe(false);
  });
});

/** Returns whether the role of the function allows this SES request. */
function isAllowed(name: string, method: string, path: string, body?: object): boolean {
  const { needs } = runtime.mail.ses.read({
    method,
    path: `/v2/email/${path}`,
    query: new URLSearchParams(),
    headers: {},
    body: Buffer.from(body ? JSON.stringify(body) : ''),
  });
  const { functions, roles } = deployment;
  const role = functions.find((candidate) => candidate.name === `carrier-nest-local-${name}`)?.roleArn ?? '';
  return new Iam(roles).findDenial(role, needs) === undefined;
}

function lastConfigurationSet(): string {
  const creations = runtime.calls.since().filter(({ operation }) => operation === 'CreateConfigurationSet');
  return creations.at(-1)?.target ?? '';
}
