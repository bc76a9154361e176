import { Iam } from '../../../packages/local/src/aws/iam/iam';
import type { Runtime } from '../../../packages/local/src/start/runtime';
import type { Deployment } from '../../../packages/local/src/template/deployment';
import { startInProcess, type InProcess } from '../../support/runtime-in-process';
import type { Answer } from '../../support/service';

/** In this process, because that is the way to make identities in the account without the service. */
let runtime: Runtime;
let stop: InProcess['stop'];
let key: string;
let deployment: Deployment;

beforeAll(async () => {
  ({ runtime, deployment, stop } = await startInProcess());
  const workspace = await runtime.operator.administer('createWorkspace', { name: 'Acme' });
  key = (workspace as unknown as { key: string }).key;
});

afterAll(async () => {
  await stop();
});

async function api(method: string, path: string, body?: object): Promise<Pick<Answer, 'status' | 'body'>> {
  const response = await fetch(`${runtime.addresses.api}${path}`, {
    method,
    headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });
  return { status: response.status, body: await response.json() };
}

const add = (domain: string) => api('POST', '/v1/domains', { domain, risk_class: 'transactional' });

const ofOtherStage = [{ Key: 'carrier-nest', Value: 'prod' }];

/** Somebody makes the identity anew, without the service. */
function takeOver(domain: string): void {
  runtime.mail.identities.remove(domain);
  runtime.mail.identities.create(domain, undefined);
}

const sesCalls = () =>
  runtime.calls.since().flatMap(({ service, operation }) => (service === 'sesv2' ? [operation] : []));

test('what the service makes at the provider has its tag', async () => {
  const { status } = await add('ours.example');

  expect(status).toBe(201);
  expect(runtime.mail.identities.tags('ours.example')).toEqual([{ Key: 'carrier-nest', Value: 'local' }]);
});

test.each([
  ['without a tag', 'theirs.example', []],
  ['of another stage', 'stage.example', ofOtherStage],
])('a name whose identity is %s is refused before anything is changed', async (_whose, domain, tags) => {
  runtime.mail.identities.create(domain, undefined, tags);
  const before = runtime.mail.identities.find(domain);
  const earlier = sesCalls().length;

  const { status, body } = await add(domain);

  expect(status).toBe(422);
  expect(body.error).toMatchObject({
    type: 'invalid_request',
    message: expect.stringMatching(/^domain: .* use another name, or have the operator/),
  });
  expect(runtime.mail.identities.find(domain)).toEqual(before);
  expect(sesCalls().slice(earlier)).toEqual(['GetEmailIdentity']);
});

test('a domain whose identity is somebody else’s by now fails its check, and is deleted without it', async () => {
  const [domain] = (await add('taken.example')).body.data;
  takeOver('taken.example');

  const checked = await api('POST', `/v1/domains/${domain.id}/verify`);
  const deleted = await api('DELETE', `/v1/domains/${domain.id}`);

  expect(checked).toMatchObject({ status: 200, body: { status: 'failed' } });
  expect(deleted.status).toBe(200);
  expect(runtime.mail.identities.find('taken.example')).toBeDefined();
});

describe('the roles', () => {
  const path = 'identities/iam.example';
  const change = ['PUT', `${path}/mail-from`, { MailFromDomain: 'bounce.iam.example' }] as const;
  const make = (Tags?: object[]) => ['POST', 'identities', { EmailIdentity: 'new.example', Tags }] as const;

  test('may look at everything, and change and delete what has the tag alone', async () => {
    await add('iam.example');
    const whileOurs = [
      await mayDo('createDomain', ...change),
      await mayDo('deleteDomain', 'DELETE', path),
      await mayDo('deleteDomain', 'DELETE', `configuration-sets/${setMadeLast()}`),
    ];

    takeOver('iam.example');

    expect(whileOurs).toEqual([true, true, true]);
    expect(await mayDo('createDomain', 'GET', path)).toBe(true);
    expect(await mayDo('createDomain', ...change)).toBe(false);
    expect(await mayDo('createDomain', 'PUT', `${path}/feedback`, {})).toBe(false);
    expect(await mayDo('deleteDomain', 'DELETE', path)).toBe(false);
    expect(await mayDo('deleteDomain', 'DELETE', 'configuration-sets/theirs')).toBe(false);
  });

  test('may make nothing without the tag, or with that of another stage', async () => {
    expect(await mayDo('createDomain', ...make([{ Key: 'carrier-nest', Value: 'local' }]))).toBe(true);
    expect(await mayDo('createDomain', ...make(ofOtherStage))).toBe(false);
    expect(await mayDo('createDomain', ...make())).toBe(false);
  });
});

/** Whether the role of the function lets it do that at the provider. */
async function mayDo(name: string, method: string, path: string, body?: object): Promise<boolean> {
  const { needs } = runtime.mail.ses.read({
    method,
    path: `/v2/email/${path}`,
    query: new URLSearchParams(),
    headers: {},
    body: Buffer.from(body ? JSON.stringify(body) : ''),
  });
  const { functions, roles } = deployment;
  const role = functions.find((one) => one.name === `carrier-nest-local-${name}`)?.roleArn ?? '';
  return (await new Iam(roles).findDenial(role, needs)) === undefined;
}

function setMadeLast(): string {
  const made = runtime.calls.since().filter(({ operation }) => operation === 'CreateConfigurationSet');
  return made.at(-1)?.target ?? '';
}
