import type { Service } from '../../support/service';
import { administer } from '../../support/users/users';
import { callOk, engage, minuteMs, reader, receiveQuestion, type SampleData } from './sample-data';

/** Updates a record of each resource, and deletes others. */
export async function changeEverything(service: Service, sample: SampleData): Promise<void> {
  for (const [method, path, body] of listChanges(sample)) await callOk(sample.workspace, method, path, body);
  const { workspaceId } = sample.workspace;
  const settings = { postal_address: '2 Main Street', mail_retention_days: 30 };
  await service.control('PATCH', `/workspaces/${workspaceId}`, settings);
  const invitation = { workspace_id: workspaceId, email: sample.user.email, role: 'viewer' };
  await administer(service, 'inviteUser', invitation);
  await receiveQuestion(service, sample.workspace);
  const [email = ''] = sample.ids['emails'] ?? [];
  await engage(service, email);
  // The service classifies the open and the click.
  await service.advance(2 * minuteMs);
  await service.settle();
}

type Change = [method: string, path: string, body?: unknown];

function listChanges({ ids, agent, audience, automation, draftCampaign, endpoint }: SampleData): Change[] {
  const [contact, otherContact] = ids['contacts'] ?? [];
  const [domain] = ids['domains'] ?? [];
  const [thread] = ids['threads'] ?? [];
  const [segment] = ids['segments'] ?? [];
  const template = { slug: 'order', name: 'Renamed', subject: 'Order {{id}}', html: '<p>{{name}}!</p>' };
  return [
    ['PATCH', `/v1/api-keys/${agent.id}`, { name: 'Renamed' }],
    ['POST', `/v1/domains/${domain}/verify`],
    ['POST', '/v1/templates', template],
    ['POST', '/v1/topics', { key: 'offers', name: 'Renamed' }],
    ['POST', '/v1/topics/preferences', { email: reader, topics: { offers: false } }],
    ['POST', '/v1/suppressions', { email: 'left@example.com', reason: 'hard_bounce', scope: 'all' }],
    ['POST', '/v1/contact-properties', { key: 'seats', name: 'Renamed' }],
    ['PATCH', `/v1/contacts/${contact}`, { first_name: 'Renamed', attributes: { seats: 5 } }],
    ['POST', `/v1/contacts/${contact}/tags`, { add: ['new'], remove: ['vip'] }],
    ['POST', `/v1/audiences/${audience}/contacts`, { email: reader, last_name: 'Renamed' }],
    ['PATCH', `/v1/segments/${segment}`, { name: 'Renamed', tags: ['customer'] }],
    ['PATCH', `/v1/broadcasts/${draftCampaign}`, { name: 'Renamed', html: '<p>Renamed</p>' }],
    ['PATCH', `/v1/automations/${automation}`, { exit_on_reply: false }],
    ['POST', `/v1/automations/${automation}/status`, { status: 'paused' }],
    ['POST', `/v1/automations/${automation}/status`, { status: 'active' }],
    ['PATCH', `/v1/webhook-endpoints/${endpoint.id}`, { events: ['inbound', 'open'] }],
    ['POST', `/v1/threads/${thread}/handled`],
    ['DELETE', '/v1/templates/order-b'],
    ['DELETE', '/v1/suppressions/suppressed@example.com'],
    ['DELETE', `/v1/contacts/${otherContact}`],
  ];
}
