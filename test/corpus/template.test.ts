import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { headerLines } from '../support/arrange';
import { Mailings } from '../support/links/mailings';
import { Service } from '../support/service';
import { type Actor, anActor } from '../support/actor';

type Texts = { subject?: string; html?: string; text?: string };

interface Case {
  id: string;
  kind: 'interpolation' | 'unsubscribe-request' | 'list-unsubscribe-header';
  soft: boolean;
  template?: string | Texts;
  variables?: Record<string, string>;
  method?: string;
  headers?: Record<string, string>;
  body?: string;
  repeat?: number;
  tamper?: boolean;
  expected: {
    html?: string;
    text_or_subject?: string;
    error?: string;
    missing?: string[];
    status?: string;
    unsubscribed?: boolean;
    one_click?: boolean;
  };
}

const manifest = join(process.env.CORPUS ?? '', 'template/manifest.json');
const { cases }: { cases: Case[] } = JSON.parse(readFileSync(manifest, 'utf8'));
const ofKind = (kind: Case['kind']) => cases.filter((one) => one.kind === kind);
const named = (some: readonly Case[]) => some.map((one) => [one.id, one] as const);

let service: Service;

beforeAll(async () => {
  service = await Service.start();
});

afterAll(() => service.stop());

describe('placeholders', () => {
  let desk: Actor;

  beforeAll(async () => {
    desk = await anActor(service, { marketing: true });
  });

  async function render({ id, template = '', variables = {} }: Case) {
    const texts = typeof template === 'string' ? { html: template, text: template } : template;
    await desk.template(id, texts);
    return desk.api('POST', `/v1/templates/${id}/render`, { variables });
  }

  test.each(named(ofKind('interpolation').filter(({ soft }) => !soft)))(
    '%s is rendered as expected',
    async (_id, one) => {
      const { status, body } = await render(one);

      const { html, text_or_subject: text, error, missing } = one.expected;
      if (error) expect({ status, ...body.error }).toMatchObject({ status: 422, type: error, missing });
      else expect({ status, ...body }).toMatchObject({ status: 200, html, text });
    },
  );

  // Another syntax than ours: to us it is text, or a placeholder without a value.
  test.each(named(ofKind('interpolation').filter(({ soft }) => soft)))(
    '%s does no harm',
    async (_id, one) => {
      const { status } = await render(one);

      expect([200, 422]).toContain(status);
    },
  );
});

describe('a link in a mail', () => {
  test.each(named(ofKind('unsubscribe-request')))('%s', async (_id, one) => {
    const { method = 'POST', headers = {}, body, repeat = 1, tamper = false, expected } = one;
    const mailings = await Mailings.start(service);
    const { unsubscribe } = await mailings.linksTo('kim@example.com');
    const path = tamper ? unsubscribe.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')) : unsubscribe;

    const statuses: number[] = [];
    for (let time = 0; time < repeat; time++) {
      const sent = Object.fromEntries(Object.entries(headers).filter(([name]) => name !== 'Host'));
      const answer = await fetch(service.at.api + path, { method, headers: sent, body: body || null });
      statuses.push(answer.status);
    }

    const outcome = await mailings.outcome('kim@example.com');
    expect(outcome).toBe(expected.unsubscribed ? 'suppressed:unsubscribe' : 'sent');
    if (expected.status === '2xx') expect(statuses.every((status) => status < 300)).toBe(true);
  });
});

describe('the headers of a mail', () => {
  /** RFC 8058, 3.1 */
  const isOneClick = (headers: Record<string, string>): boolean =>
    headers['List-Unsubscribe-Post'] === 'List-Unsubscribe=One-Click' &&
    /<https:\/\/[^>]+>/.test(headers['List-Unsubscribe'] ?? '');

  test.each(named(ofKind('list-unsubscribe-header')))('%s', (_id, { headers = {}, expected }) => {
    expect(isOneClick(headers)).toBe(expected.one_click);
  });

  test('of ours pass where those do not, once the API has its https address', async () => {
    const { raw } = await (await Mailings.start(service)).mailTo('kim@example.com', {});
    const headers = headerLines(raw).map((line) => line.replace('http://', 'https://').split(/: (.*)/s));

    expect(isOneClick(Object.fromEntries(headers))).toBe(true);
  });
});
