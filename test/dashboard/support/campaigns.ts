import type { ApiResponse, Service } from '../../support/service';

type Fields = Record<string, unknown>;

/** Sends a request that must succeed, and returns the response body. */
async function callOk(service: Service, method: string, path: string, body?: Fields | Fields[]) {
  const response = await service.api(method, path, { body });
  if (response.status >= 300) throw new Error(`${method} ${path}: ${JSON.stringify(response.body)}`);
  return response.body;
}

/** Creates an audience with this many contacts and returns its ID. */
export async function createAudience(service: Service, name: string, size: number): Promise<string> {
  const { id } = await callOk(service, 'POST', '/v1/audiences', { name });
  const contacts = Array.from({ length: size }, (_one, index) => ({
    email: `${name.toLowerCase()}-${index}@crowd.test`,
    first_name: `Reader ${index}`,
  }));
  for (let start = 0; start < size; start += 200)
    await callOk(service, 'POST', `/v1/audiences/${id}/contacts`, contacts.slice(start, start + 200));
  return String(id);
}

const newsletterHtml = `<table width="100%" cellpadding="16"><tr><td bgcolor="#ebeffc"><b>NORTHWIND</b></td></tr><tr><td>
<h1>October, {{first_name}}</h1><p>What we made for you this month, and what comes next.</p>
<p><a href="https://northwind.example/october">Have a look</a></p></td></tr></table>`;

/** Creates a draft from the seeded marketing domain and returns its ID. */
export async function createCampaign(service: Service, fields: Fields): Promise<string> {
  const domains = await callOk(service, 'GET', '/v1/domains');
  const marketingDomain = domains.data.find(
    ({ risk_class, status }: Fields) => risk_class === 'marketing' && status === 'verified',
  );
  const draft = {
    name: 'October',
    subject: 'What is new',
    html: newsletterHtml,
    identity_id: marketingDomain.id,
    ...fields,
  };
  return String((await callOk(service, 'POST', '/v1/broadcasts', draft)).id);
}

export const getCampaign = (service: Service, id: string): Promise<ApiResponse['body']> =>
  callOk(service, 'GET', `/v1/broadcasts/${id}`);

/** Creates a template and four campaigns: draft, scheduled, running, and too small for its A/B test. */
export async function createSampleCampaigns(service: Service) {
  await callOk(service, 'POST', '/v1/templates', {
    slug: 'newsletter',
    name: 'Newsletter',
    subject: 'What is new in {{month}}',
    html: newsletterHtml,
  });
  const largeAudience = await createAudience(service, 'Subscribers', 600);
  const smallAudience = await createAudience(service, 'Testers', 20);
  const testFields = {
    variants: [{ key: 'plain' }, { key: 'asks', subject: 'Have you seen this?' }],
    ab_test: { metric: 'open', sample_share: 0.4, decide_after_minutes: 60 },
  };
  const running = await createCampaign(service, {
    audience_id: largeAudience,
    name: 'September',
    ...testFields,
  });
  await callOk(service, 'POST', `/v1/broadcasts/${running}/send`);
  const due = await createCampaign(service, { audience_id: smallAudience, name: 'November' });
  await callOk(service, 'POST', `/v1/broadcasts/${due}/send`, { scheduled_at: '2040-11-01T08:00:00Z' });
  const small = await createCampaign(service, { audience_id: smallAudience, name: 'Too few', ...testFields });
  const draft = await createCampaign(service, { audience_id: largeAudience, name: 'October', ...testFields });
  return { running, due, small, draft };
}
