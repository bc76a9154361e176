import { useLocalSettings } from '../support/local-settings';
import { anEmail } from '../support/factories';
import { Service } from '../support/service';
import { WebhookReceiver } from '../support/webhook-receiver';
import { changeEverything } from './support/change-everything';
import { expectedResults, finishDueWork } from './support/due-work';
import { expectedExperience, useIssuedCredentials } from './support/issued-credentials';
import { listReadablePaths, readEach } from './support/read-everything';
import { sampleKinds } from './support/record-kinds';
import { checkOutPreviousRelease, previousRelease } from './support/release';
import { createSampleData, type SampleData } from './support/sample-data';
import { addUnknownAttributes, findKindsWithLosses, listKinds } from './support/unknown-attributes';

/**
 * The kinds of records that the current code replaces instead of updating: a new topic choice, new content of a
 * campaign, and a record that consists of its key.
 */
const replacedRecords = ['campaignContent', 'preference', 'userWorkspace'];

const { version } = previousRelease;
let release: { codeDir: string };
let service: Service;
let receiver: WebhookReceiver | undefined;
let sample: SampleData;
let paths: string[];
/** The responses of the code that wrote the data. */
let responses: Responses;
/** The keys of the records with an unknown attribute. */
let extendedRecords: ReadonlySet<string>;
let complainedEmail: string;

beforeAll(async () => {
  // A KMS key encrypts the webhook secrets of release 0.1.0 (decision 17).
  useLocalSettings({ customerKey: true });
  release = checkOutPreviousRelease();
  service = await Service.start(undefined, release);
  await createAndRead();
});

afterAll(async () => {
  await receiver?.stop();
  await service.stop();
});

/** Creates the sample data with the running code and reads all of it. */
async function createAndRead(): Promise<void> {
  await receiver?.stop();
  receiver = await WebhookReceiver.start(service, `hooks-${Date.now()}.example`);
  sample = await createSampleData(service, receiver);
  paths = await listReadablePaths(service, sample, release.codeDir);
  responses = await readEach(sample, paths);
  extendedRecords = await addUnknownAttributes(service);
}

/** Kills the runtime while it processes an event, and starts other code on its data. */
async function switchTo(code: { codeDir?: string }): Promise<void> {
  const email = anEmail({ to: `complainer-${Date.now()}@example.com` });
  const { body } = await service.api('POST', '/v1/emails', { body: email });
  complainedEmail = body.id;
  const [mail] = await service.outbox(`?message_id=${complainedEmail}`);
  await service.control('POST', `/outbox/${String(mail?.['provider_message_id'])}/events`, {
    type: 'complaint',
  });
  await service.killHard();
  service = await Service.start(service.dataDir, code);
  sample = { ...sample, workspace: sample.workspace.reconnect(service) };
}

type Responses = Record<string, unknown>;

/** The older responses may lack fields, but each of their fields must have the same value in the newer responses. */
function expectFieldsOf(older: Responses, newer: Responses): void {
  for (const path of paths)
    expect({ path, response: newer[path] }).toMatchObject({ path, response: older[path] });
}

const readComplainedStatus = async (): Promise<unknown> =>
  (await service.api('GET', `/v1/emails/${complainedEmail}`)).body.status;

/** Users must not notice which version of the code takes over the data. */
function testContinuity(): void {
  test('keys, sessions, links and Idempotency-Keys remain valid', async () => {
    expect(await useIssuedCredentials(service, sample)).toEqual(expectedExperience);
  });

  test('queued events are recorded, and work that was due is done once', async () => {
    expect(await finishDueWork(service, sample)).toEqual(expectedResults);
    expect(await readComplainedStatus()).toBe('complained');
  });
}

describe(`after an upgrade from release ${version}`, () => {
  test('every kind of record that the release has, and every GET route, has sample data', async () => {
    const kinds = await listKinds(service);

    expect(sampleKinds.filter((kind) => !kinds.has(kind))).toEqual(previousRelease.missingKinds);
    expect(Object.values(responses)).toEqual(paths.map(() => expect.objectContaining({ status: 200 })));
  });

  test('all data reads the same', async () => {
    await switchTo({});

    expectFieldsOf(responses, await readEach(sample, paths));
  });

  testContinuity();

  test('updates keep the attributes of a later release, except in records that they replace', async () => {
    await changeEverything(service, sample);

    expect(await findKindsWithLosses(service, extendedRecords)).toEqual(replacedRecords);
  });
});

describe(`after a rollback to release ${version}`, () => {
  beforeAll(createAndRead);

  test('all data reads the same', async () => {
    await switchTo(release);

    expectFieldsOf(await readEach(sample, paths), responses);
  });

  testContinuity();

  test('updates keep attributes that the release does not know, except in records that it replaces', async () => {
    await changeEverything(service, sample);

    expect(await findKindsWithLosses(service, extendedRecords)).toEqual(previousRelease.replacedRecords);
  });

  test('a second upgrade reads the data that the release changed', async () => {
    paths = await listReadablePaths(service, sample, release.codeDir);
    responses = await readEach(sample, paths);
    await switchTo({});

    expectFieldsOf(responses, await readEach(sample, paths));
  });
});
