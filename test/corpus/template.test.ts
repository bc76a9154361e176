import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { headerLines } from '../support/api-helpers';
import { MailWorkspace } from '../support/links/mail-workspace';
import { Service } from '../support/service';
import { type TestWorkspace, createTestWorkspace } from '../support/test-workspace';

type TemplateTexts = { subject?: string; html?: string; text?: string };

interface TemplateCase {
  id: string;
  kind: 'interpolation' | 'unsubscribe-request' | 'list-unsubscribe-header';
  soft: boolean;
  template?: string | TemplateTexts;
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
const { cases }: { cases: TemplateCase[] } = JSON.parse(readFileSync(manifest, 'utf8'));
const casesOfKind = (kind: TemplateCase['kind']) =>
  cases.filter((templateCase) => templateCase.kind === kind);
const namedCases = (selectedCases: readonly TemplateCase[]) =>
  selectedCases.map((templateCase) => [templateCase.id, templateCase] as const);

let service: Service;

beforeAll(async () => {
  service = await Service.start();
});

afterAll(() => service.stop());

describe('placeholders', () => {
  let workspace: TestWorkspace;

  beforeAll(async () => {
    workspace = await createTestWorkspace(service, { marketing: true });
  });

  /** The response to storing the template or, if it is stored, to rendering it. */
  async function renderCase({ id, template = '', variables = {} }: TemplateCase) {
    const texts = typeof template === 'string' ? { html: template, text: template } : template;
    const stored = await workspace.api('POST', '/v1/templates', {
      slug: id,
      name: id,
      subject: 'Hi',
      html: '<p>Hi</p>',
      ...texts,
    });
    if (stored.status !== 201) return stored;
    return workspace.api('POST', `/v1/templates/${id}/render`, { variables });
  }

  test.each(namedCases(casesOfKind('interpolation').filter(({ soft }) => !soft)))(
    '%s is rendered as expected',
    async (_id, templateCase) => {
      const { status, body } = await renderCase(templateCase);

      const { html, text_or_subject: text, error, missing } = templateCase.expected;
      if (error) expect({ status, ...body.error }).toMatchObject({ status: 422, type: error, missing });
      else expect({ status, ...body }).toMatchObject({ status: 200, html, text });
    },
  );

  // The service does not support this syntax. It refuses the template, or treats the syntax as text.
  test.each(namedCases(casesOfKind('interpolation').filter(({ soft }) => soft)))(
    '%s is rendered or refused, without an internal error',
    async (_id, templateCase) => {
      const { status } = await renderCase(templateCase);

      expect([200, 422]).toContain(status);
    },
  );
});

describe('an unsubscribe link', () => {
  test.each(namedCases(casesOfKind('unsubscribe-request')))('%s', async (_id, templateCase) => {
    const { method = 'POST', headers = {}, body, repeat = 1, tamper = false, expected } = templateCase;
    const mailWorkspace = await MailWorkspace.create(service);
    const { unsubscribe } = await mailWorkspace.getLinks('kim@example.com');
    const path = tamper ? unsubscribe.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')) : unsubscribe;

    const statuses: number[] = [];
    for (let attempt = 0; attempt < repeat; attempt++) {
      const sent = Object.fromEntries(Object.entries(headers).filter(([name]) => name !== 'Host'));
      const response = await fetch(service.metadata.api + path, {
        method,
        headers: sent,
        body: body || null,
      });
      statuses.push(response.status);
    }

    const outcome = await mailWorkspace.sendOutcome('kim@example.com');
    expect(outcome).toBe(expected.unsubscribed ? 'suppressed:unsubscribe' : 'sent');
    if (expected.status === '2xx') expect(statuses.every((status) => status < 300)).toBe(true);
  });
});

describe('List-Unsubscribe headers', () => {
  /** RFC 8058, 3.1 */
  const isOneClick = (headers: Record<string, string>): boolean =>
    headers['List-Unsubscribe-Post'] === 'List-Unsubscribe=One-Click' &&
    /<https:\/\/[^>]+>/.test(headers['List-Unsubscribe'] ?? '');

  test.each(namedCases(casesOfKind('list-unsubscribe-header')))('%s', (_id, { headers = {}, expected }) => {
    expect(isOneClick(headers)).toBe(expected.one_click);
  });

  test('of the service are valid for one-click unsubscribe if the API uses HTTPS', async () => {
    const { raw } = await (await MailWorkspace.create(service)).sendAndReadMail('kim@example.com', {});
    const headers = headerLines(raw).map((line) => line.replace('http://', 'https://').split(/: (.*)/s));

    expect(isOneClick(Object.fromEntries(headers))).toBe(true);
  });
});
