import { anEmail } from '../factories';
import { expectStatus, largeHtml, withFullPipeline, type Caller } from './drive-sending';

/**
 * Creates, changes and deletes inboxes and their limited keys. The deletion ends a scheduled email and a draft.
 * `abandonAddress` makes a deleted workspace hold the address of an inbox.
 */
export async function driveInboxes(
  caller: Caller,
  domain: string,
  abandonAddress: (address: string) => Promise<void>,
): Promise<void> {
  const { api, apiAs } = caller;
  const body = { username: 'agent', domain, client_id: 'agent', key: { scopes: ['emails:send'] } };
  const inbox = await expectStatus(201, api('POST', '/v1/inboxes', { body, ...withFullPipeline('inbox') }));
  await expectStatus(200, api('POST', '/v1/inboxes', { body }));
  await expectStatus(409, api('POST', '/v1/inboxes', { body: { username: 'agent', domain } }));
  await abandonAddress(`left@${domain}`);
  await expectStatus(201, api('POST', '/v1/inboxes', { body: { username: 'left', domain } }));
  await expectStatus(200, api('GET', '/v1/inboxes'));
  await expectStatus(200, api('GET', '/v1/inboxes?client_id=agent'));
  const path = `/v1/inboxes/${inbox.id}`;
  await expectStatus(200, api('GET', path));
  await expectStatus(200, api('PATCH', path, { body: { display_name: 'Agent' }, parked: true }));

  const draftingKey = await createLimitedKey(caller, inbox.id);
  const large = anEmail({ from: inbox.address, html: largeHtml() });
  const scheduled = { ...large, scheduled_at: 'in 3 hours' };
  await expectStatus(202, apiAs(inbox.key.key)('POST', '/v1/emails', { body: scheduled }));
  await expectStatus(202, apiAs(draftingKey)('POST', '/v1/emails', { body: large }));
  const deleted = await expectStatus(200, api('DELETE', path, { parked: true }));
  if (deleted.keys_revoked !== 2) throw new Error(JSON.stringify(deleted));
}

/** Creates a key whose emails wait for approval. Lifts its limit to the inbox and sets the limit again. */
async function createLimitedKey({ api }: Caller, inboxId: string): Promise<string> {
  const limit = { inbox_id: inboxId };
  const body = { name: 'Drafts', scopes: ['emails:send'], requires_approval: true, ...limit };
  const { id, key } = await expectStatus(201, api('POST', '/v1/api-keys', { body }));
  for (const changes of [{ inbox_id: null }, limit])
    await expectStatus(200, api('PATCH', `/v1/api-keys/${id}`, { body: changes }));
  return key;
}
