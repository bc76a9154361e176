import type { ApiResponse } from '../service';
import { expectStatus, largeHtml, withFullPipeline, type Caller } from './drive-sending';

/** The domains that send campaigns: a domain without warm-up and a domain that is warming up. */
interface Domains {
  warm: string;
  warming: string;
}

type Fields = Record<string, unknown>;

const inMinutes = (now: string, minutes: number): string =>
  new Date(Date.parse(now) + minutes * 60_000).toISOString();

/** More contacts than the warm-up limit of the first day, and enough for an A/B test of two subjects. */
const manyContacts = Array.from({ length: 205 }, (_, index) => ({
  email: `crowd-${index}@campaigns.example`,
}));

/** Calls every operation on campaigns in each state. */
export async function driveCampaigns(caller: Caller, domains: Domains): Promise<void> {
  const [smallAudience, largeAudience] = [
    await createAudience(caller, manyContacts.slice(0, 1)),
    await createAudience(caller, manyContacts),
  ];
  await driveDrafts(caller, { identity_id: domains.warm, audience_id: smallAudience });
  await driveRuns(caller, { identity_id: domains.warm, audience_id: smallAudience });
  await driveTests(caller, { identity_id: domains.warm, audience_id: largeAudience });
  await drivePauses(caller, { identity_id: domains.warming, audience_id: largeAudience });
}

async function createAudience({ api }: Caller, contacts: readonly object[]): Promise<string> {
  const { id } = await expectStatus(201, api('POST', '/v1/audiences', { body: { name: 'Campaigns' } }));
  await expectStatus(201, api('POST', `/v1/audiences/${id}/contacts`, { body: contacts }));
  return id;
}

async function createDraft({ api }: Caller, fields: Fields): Promise<string> {
  const body = { name: 'October', subject: 'News', html: largeHtml(), ...fields };
  const { id } = await expectStatus(
    201,
    api('POST', '/v1/broadcasts', { body, ...withFullPipeline(crypto.randomUUID()) }),
  );
  return id;
}

const callAction = (
  { api }: Caller,
  id: string,
  action: string,
  body: object = {},
): Promise<ApiResponse['body']> =>
  expectStatus(
    202,
    api('POST', `/v1/broadcasts/${id}/${action}`, { body, ...withFullPipeline(crypto.randomUUID()) }),
  );

const advance = async ({ control }: Caller, minutes: number): Promise<void> => {
  await control('POST', '/settle', {});
  await control('POST', '/clock', { advance_ms: minutes * 60_000 });
  await control('POST', '/settle', {});
};

/** Creates, reads, updates and deletes drafts. */
async function driveDrafts(caller: Caller, fields: Fields): Promise<void> {
  const { api, control } = caller;
  const id = await createDraft(caller, fields);
  const path = `/v1/broadcasts/${id}`;
  for (const readPath of [
    '/v1/broadcasts',
    path,
    `${path}/preview`,
    `${path}/recipients`,
    `${path}/links/clicked`,
  ])
    await expectStatus(200, api('GET', readPath));
  const update = (body: object) => expectStatus(200, api('PATCH', path, { body, parked: true }));
  await update({ html: largeHtml() });
  const { now } = await control('GET', '/clock');
  await callAction(caller, id, 'send', { scheduled_at: inMinutes(now, 600) });
  await update({ scheduled_at: inMinutes(now, 700) });
  await update({ scheduled_at: inMinutes(now, 8) });
  await callAction(caller, id, 'send', { scheduled_at: inMinutes(now, 5) });
  await advance(caller, 7);
  for (const [method, suffix] of [
    ['GET', ''],
    ['GET', '/preview'],
    ['GET', '/recipients'],
    ['GET', '/links/clicked'],
    ['GET', '/decision'],
    ['PATCH', ''],
    ['DELETE', ''],
    ['POST', '/send'],
    ['POST', '/resume'],
    ['POST', '/winner'],
  ] as const)
    await expectStatus(
      404,
      api(method, `/v1/broadcasts/October-2${suffix}`, method === 'GET' ? {} : { body: {} }),
    );
  await expectStatus(200, api('DELETE', path, { parked: true }));
  await advance(caller, 6);
}

/** Runs a campaign in two workers at the same time, and another campaign that SES throttles. */
async function driveRuns(caller: Caller, fields: Fields): Promise<void> {
  const { control, deliver, workspaceId } = caller;
  const slowQueryFault = {
    service: 'dynamodb',
    operation: 'Query',
    function: 'runCampaigns',
    delay_ms: 1_500,
    times: 3,
  };
  await control('POST', '/faults', slowQueryFault);
  const id = await createDraft(caller, fields);
  await callAction(caller, id, 'send');
  await deliver('runCampaigns', { workspaceId, id });
  await control('DELETE', '/faults');
  await advance(caller, 1);
  await expectStatus(200, caller.api('GET', `/v1/broadcasts/${id}/recipients`));

  const heldId = await createDraft(caller, fields);
  await control('POST', '/faults', {
    service: 'sesv2',
    operation: 'SendEmail',
    error: 'TooManyRequestsException',
  });
  await callAction(caller, heldId, 'send');
  await control('POST', '/settle', {});
  await control('POST', '/clock', { advance_ms: 5_000 });
  await control('POST', '/settle', {});
  await control('DELETE', '/faults');
  await callAction(caller, heldId, 'resume');
  await advance(caller, 2);
}

async function driveTests(caller: Caller, fields: Fields): Promise<void> {
  const id = await createDraft(caller, {
    ...fields,
    variants: [{ key: 'a' }, { key: 'b', subject: 'Other news' }],
    ab_test: { sample_share: 1, decide_after_minutes: 10_080 },
  });
  await callAction(caller, id, 'send');
  await advance(caller, 2);
  await simulateOpen(caller);
  await advance(caller, 1);
  await callAction(caller, id, 'winner');
  await expectStatus(200, caller.api('GET', `/v1/broadcasts/${id}/decision`));
  await advance(caller, 1);
}

/** Reports that a recipient of the sample opens the email. */
async function simulateOpen({ control }: Caller): Promise<void> {
  const [newest] = (await control('GET', '/outbox?limit=1')).data;
  await control('POST', `/outbox/${newest.provider_message_id}/events`, { type: 'open' });
}

async function drivePauses(caller: Caller, fields: Fields): Promise<void> {
  const id = await createDraft(caller, fields);
  await callAction(caller, id, 'send');
  await advance(caller, 2);
  await expectStatus(200, caller.api('DELETE', `/v1/broadcasts/${id}`, { parked: true }));
}
