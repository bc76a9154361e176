import type { Answer, Service } from '../../support/service';

type Fields = Record<string, unknown>;

/** The answer to what must have succeeded. */
async function ok(service: Service, method: string, path: string, body?: Fields | Fields[]) {
  const answer = await service.api(method, path, { body });
  if (answer.status >= 300) throw new Error(`${method} ${path}: ${JSON.stringify(answer.body)}`);
  return answer.body;
}

/** The id of an audience of so many. */
export async function anAudience(service: Service, name: string, size: number): Promise<string> {
  const { id } = await ok(service, 'POST', '/v1/audiences', { name });
  const people = Array.from({ length: size }, (_one, place) => ({
    email: `${name.toLowerCase()}-${place}@crowd.test`,
    first_name: `Reader ${place}`,
  }));
  for (let from = 0; from < size; from += 200)
    await ok(service, 'POST', `/v1/audiences/${id}/contacts`, people.slice(from, from + 200));
  return String(id);
}

const newsletter = `<table width="100%" cellpadding="16"><tr><td bgcolor="#ebeffc"><b>NORTHWIND</b></td></tr><tr><td>
<h1>October, {{first_name}}</h1><p>What we made for you this month, and what comes next.</p>
<p><a href="https://northwind.example/october">Have a look</a></p></td></tr></table>`;

/** The id of a draft from the seeded domain for marketing. */
export async function aCampaign(service: Service, fields: Fields): Promise<string> {
  const domains = await ok(service, 'GET', '/v1/domains');
  const news = domains.data.find(
    ({ risk_class, status }: Fields) => risk_class === 'marketing' && status === 'verified',
  );
  const draft = {
    name: 'October',
    subject: 'What is new',
    html: newsletter,
    identity_id: news.id,
    ...fields,
  };
  return String((await ok(service, 'POST', '/v1/broadcasts', draft)).id);
}

export const readCampaign = (service: Service, id: string): Promise<Answer['body']> =>
  ok(service, 'GET', `/v1/broadcasts/${id}`);

/** A template, and campaigns that are a draft, due, under way, and not to be sent. */
export async function campaignsOf(service: Service) {
  await ok(service, 'POST', '/v1/templates', {
    slug: 'newsletter',
    name: 'Newsletter',
    subject: 'What is new in {{month}}',
    html: newsletter,
  });
  const crowd = await anAudience(service, 'Subscribers', 600);
  const few = await anAudience(service, 'Testers', 20);
  const test = {
    variants: [{ key: 'plain' }, { key: 'asks', subject: 'Have you seen this?' }],
    ab_test: { metric: 'open', sample_share: 0.4, decide_after_minutes: 60 },
  };
  const running = await aCampaign(service, { audience_id: crowd, name: 'September', ...test });
  await ok(service, 'POST', `/v1/broadcasts/${running}/send`);
  const due = await aCampaign(service, { audience_id: few, name: 'November' });
  await ok(service, 'POST', `/v1/broadcasts/${due}/send`, { scheduled_at: '2040-11-01T08:00:00Z' });
  const small = await aCampaign(service, { audience_id: few, name: 'Too few', ...test });
  const draft = await aCampaign(service, { audience_id: crowd, name: 'October', ...test });
  return { running, due, small, draft };
}
