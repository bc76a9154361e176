import { anEmail } from '../factories';
import { expectStatus, largeHtml, withFullPipeline, type Caller } from './drive-sending';

/** Marks a conversation as read, labels it, and lists it by its label. */
export async function driveLabels({ api }: Caller): Promise<void> {
  const { data } = await expectStatus(200, api('GET', '/v1/threads'));
  const path = `/v1/threads/${data[0].id}`;
  // The first use of labels or of the read state adds a record.
  await expectStatus(200, api('POST', `${path}/read`, { body: { read: true }, ...withFullPipeline('read') }));
  const add = { body: { add: ['urgent'] }, ...withFullPipeline('label') };
  await expectStatus(200, api('POST', `${path}/labels`, add));
  await expectStatus(200, api('GET', '/v1/threads?label=urgent'));
  await expectStatus(200, api('POST', `${path}/labels`, { body: { remove: ['urgent'] } }));
}

/** Uses large drafts, which are stored in S3. `fillDrafts` makes the service count the drafts of the workspace. */
export async function driveDrafts(
  caller: Caller,
  from: string,
  fillDrafts: () => Promise<void>,
): Promise<void> {
  const { api } = caller;
  const save = async (overrides: object): Promise<string> => {
    const body = anEmail({ from, html: largeHtml(), ...overrides });
    return (await expectStatus(201, api('POST', '/v1/drafts', { body, ...withFullPipeline(newName()) }))).id;
  };
  const attachments = [{ filename: 'a.txt', content: 'QQ==' }];
  for (const overrides of [
    {},
    { attachments },
    { scheduled_at: 'in 5 minutes' },
    { scheduled_at: 'in 3 hours' },
  ])
    await expectStatus(
      202,
      api('POST', `/v1/drafts/${await save(overrides)}/send`, withFullPipeline(newName())),
    );
  const id = await save({});
  await expectStatus(200, api('GET', '/v1/drafts'));
  await expectStatus(200, api('GET', `/v1/drafts/${id}`));
  const body = { html: largeHtml() };
  await expectStatus(200, api('PATCH', `/v1/drafts/${id}`, { body, parked: true }));
  await saveWithCrash(caller);
  await fillDrafts();
  await save({ html: 'Short' });
  await expectStatus(200, api('DELETE', `/v1/drafts/${id}`, { parked: true }));
}

/** Repeats a request whose function was killed after it had saved the draft. */
async function saveWithCrash({ api, control }: Caller): Promise<void> {
  const save = () =>
    api('POST', '/v1/drafts', { body: { subject: 'A' }, ...withFullPipeline('killed draft') });
  const fault = { service: 'dynamodb', operation: 'TransactWriteItems', function: '-createDraft' };
  await control('POST', '/faults', { ...fault, crash: 'after', times: 1 });
  await save();
  await control('POST', '/clock', { advance_ms: 11 * 60_000 });
  await expectStatus(201, save());
}

let names = 0;

const newName = (): string => `draft ${(names += 1)}`;
