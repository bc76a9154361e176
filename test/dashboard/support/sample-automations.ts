import type { ApiResponse, Service } from '../../support/service';

interface AutomationFields {
  name: string;
  slug: string;
  [field: string]: unknown;
}

const trialAutomation: AutomationFields = {
  name: 'Trial',
  slug: 'trial',
  from: 'Robin <robin@news.local.test>',
  trigger: { kind: 'event', event_name: 'trial_started' },
  steps: [
    { delay_minutes: 0, subject: 'Your {{plan}} trial has begun', html: '<p>Good to have you.</p>' },
    { delay_minutes: 10_080, subject: 'Half of it is left', html: '<p>Have you tried this?</p>' },
    { delay_minutes: 7_200, subject: 'Two days left', html: '<p>Stay with us.</p>' },
  ],
  exit_tags: ['customer'],
};

/** Creates an automation and returns its ID. */
export async function createAutomation(
  service: Service,
  overrides: Partial<AutomationFields> = {},
  status = 'active',
): Promise<string> {
  const domains = (await service.api('GET', '/v1/domains')).body.data;
  const marketingDomain = domains.find(({ domain }: { domain: string }) => domain === 'news.local.test');
  const body = { ...trialAutomation, identity_id: marketingDomain.id, ...overrides };
  const { id } = expectOk(await service.api('POST', '/v1/automations', { body }));
  expectOk(await service.api('POST', `/v1/automations/${id}/status`, { body: { status } }));
  return id;
}

export async function enroll(service: Service, id: string, email: string, variables = {}): Promise<void> {
  expectOk(await service.api('POST', `/v1/automations/${id}/enroll`, { body: { email, variables } }));
}

/** Creates an automation with active, canceled and failed enrollments, and a webhook endpoint that is unreachable. */
export async function createSampleAutomationsAndWebhooks(service: Service) {
  const automation = await createAutomation(service);
  await createAutomation(service, { name: 'Offer', slug: 'offer', trigger: { kind: 'api' } }, 'draft');
  for (const name of ['ivy', 'liv', 'jan'])
    await enroll(service, automation, `${name}@example.com`, { plan: 'Pro' });
  await enroll(service, automation, 'mo@example.com');
  const body = { email: 'jan@example.com', scope: 'marketing', reason: 'unsubscribe' };
  await service.settle();
  expectOk(await service.api('POST', '/v1/suppressions', { body }));
  await service.control('PUT', '/hosts/hooks.acme.example', { to: '127.0.0.1:9' });
  const endpoint = await createEndpoint(service, 'http://hooks.acme.example/mail');
  return { automation, endpoint };
}

/** Creates a webhook endpoint for `send` and `delivery` events and returns its ID. */
export async function createEndpoint(service: Service, url: string): Promise<string> {
  const body = { url, events: ['send', 'delivery'] };
  return expectOk(await service.api('POST', '/v1/webhook-endpoints', { body })).id;
}

function expectOk({ status, body }: ApiResponse): ApiResponse['body'] {
  if (status >= 300) throw new Error(`The request failed: ${JSON.stringify(body)}`);
  return body;
}
