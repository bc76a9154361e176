import * as fc from 'fast-check';
import { parseUnverifiedLink, hasValidSignature } from '../../../shared/domain/audience/unsubscribe/token';
import { unsubscribeParts, withFooter } from '../../../shared/domain/audience/unsubscribe/unsubscribe-parts';

const publicUrl = 'https://abc123.execute-api.eu-west-1.amazonaws.com/prod';

beforeAll(() => {
  process.env['PUBLIC_URL'] = publicUrl;
});

afterAll(() => {
  delete process.env['PUBLIC_URL'];
});

const workspaceId = '01a00000-0000-7000-8000-000000000000';

type Recipient = Parameters<typeof unsubscribeParts>[0];

const aRecipient = (overrides: Partial<Recipient> = {}): Recipient => ({
  linkSecret: 'a secret',
  workspaceId,
  address: 'kim@example.com',
  topic: null,
  riskClass: 'marketing',
  postalAddress: 'Acme, 1 Main Street, Springfield',
  unsubscribeAddress: undefined,
  ...overrides,
});

const offers = { key: 'offers', name: 'Offers' };

/** Returns, for each link of a text, the page and the claims of the token. */
const linksIn = (text: string) =>
  [...text.matchAll(/https:\/\/abc123[^\s"<>]*\/(\w+)\/([\w.-]+)/g)].map(([, page, token = '']) => {
    expect(hasValidSignature('a secret', token)).toBe(true);
    return { page, ...parseUnverifiedLink(token) };
  });

const kim = { workspaceId, address: 'kim@example.com', topicKey: null };
const unsubscribeLink = { page: 'unsubscribe', ...kim };
const preferencesLink = { page: 'preferences', ...kim };

// E-51
test('a marketing email contains the postal address and links to unsubscribe and to the preferences', () => {
  const { htmlFooter, textFooter } = unsubscribeParts(aRecipient());

  expect(linksIn(htmlFooter)).toEqual([unsubscribeLink, preferencesLink]);
  expect(linksIn(textFooter)).toEqual([unsubscribeLink, preferencesLink]);
  expect(textFooter.replace(/https:\S+/g, '<link>')).toBe(
    '\n\n---\nAcme, 1 Main Street, Springfield\nUnsubscribe: <link>\nEmail preferences: <link>\n',
  );
  expect(htmlFooter.replace(/https:[^"]+/g, '<link>')).toBe(
    '<div style="margin-top:24px;font-size:12px;line-height:1.5">Acme, 1 Main Street, Springfield<br />' +
      '<a ses:no-track href="<link>">Unsubscribe</a> · <a ses:no-track href="<link>">Email preferences</a></div>',
  );
});

test('a marketing email under a topic unsubscribes from that topic', () => {
  const { htmlFooter, textFooter, headers } = unsubscribeParts(aRecipient({ topic: offers }));

  for (const text of [htmlFooter, textFooter]) {
    expect(text).toContain('Unsubscribe from Offers');
    expect(linksIn(text)).toEqual(
      [unsubscribeLink, preferencesLink].map((link) => ({ ...link, topicKey: 'offers' })),
    );
  }
  expect(linksIn(headers[0]?.value ?? '')).toEqual([{ ...unsubscribeLink, topicKey: 'offers' }]);
});

// E-54
test('a transactional email under a topic has a short footer about that topic, without a postal address', () => {
  const { htmlFooter, textFooter } = unsubscribeParts(
    aRecipient({ riskClass: 'transactional', topic: offers }),
  );

  for (const text of [htmlFooter, textFooter]) {
    expect(linksIn(text)).toEqual([{ ...unsubscribeLink, topicKey: 'offers' }]);
    expect(text).not.toContain('Acme');
  }
  expect(textFooter.replace(/https:\S+/g, '<link>')).toBe('\n\n---\nUnsubscribe from Offers: <link>\n');
});

// E-55
test('a transactional email without a topic has no footer', () => {
  expect(unsubscribeParts(aRecipient({ riskClass: 'transactional' }))).toMatchObject({
    htmlFooter: '',
    textFooter: '',
    headers: [],
  });
});

test.each([
  ['marketing', null],
  ['marketing', offers],
  ['transactional', offers],
] as const)('a %s email under the topic %j supports one-click unsubscribe (RFC 8058)', (riskClass, topic) => {
  const { headers, textFooter } = unsubscribeParts(aRecipient({ riskClass, topic }));

  const [, link] = /: (https:\S+\/unsubscribe\/\S+)/.exec(textFooter) ?? [];
  expect(headers).toEqual([
    { name: 'List-Unsubscribe', value: `<${link}>` },
    { name: 'List-Unsubscribe-Post', value: 'List-Unsubscribe=One-Click' },
  ]);
});

test('the address for unsubscribe requests follows the link, which mail clients prefer', () => {
  const { headers, url } = unsubscribeParts(
    aRecipient({ unsubscribeAddress: 'list-unsubscribe@news.acme.test' }),
  );

  const token = url.split('/').at(-1);
  expect(headers).toEqual([
    {
      name: 'List-Unsubscribe',
      value: `<${url}>, <mailto:list-unsubscribe@news.acme.test?subject=${token}>`,
    },
    { name: 'List-Unsubscribe-Post', value: 'List-Unsubscribe=One-Click' },
  ]);
});

test('user input is escaped in the HTML, and the postal address keeps its line breaks', () => {
  const { htmlFooter, textFooter } = unsubscribeParts(
    aRecipient({
      postalAddress: ' Acme & "Sons"\r\n<script>1</script>\nSpringfield\n',
      topic: { key: 'a', name: `<b>'A'</b>` },
    }),
  );

  expect(htmlFooter).toContain(
    '>Acme &amp; &quot;Sons&quot;<br />&lt;script&gt;1&lt;/script&gt;<br />Springfield<br /><a',
  );
  expect(htmlFooter).toContain('>Unsubscribe from &lt;b&gt;&#39;A&#39;&lt;/b&gt;<');
  expect(textFooter).toContain('\nAcme & "Sons"\n<script>1</script>\nSpringfield\nUnsubscribe from <b>');
});

test('with the longest address, topic and base URL, the headers fit into the SES limit', () => {
  const domain = [...Array.from({ length: 3 }, () => 'ü'.repeat(50)), 'ü'.repeat(30), 'de'].join('.');
  const address = `${'a'.repeat(64)}@${domain}`;
  process.env['PUBLIC_URL'] = `https://${'x'.repeat(142)}`;

  const { headers } = unsubscribeParts(
    aRecipient({
      address,
      topic: { key: 'k'.repeat(60), name: 'Topic' },
      unsubscribeAddress: `list-unsubscribe@${'d'.repeat(60)}.example`,
    }),
  );
  process.env['PUBLIC_URL'] = publicUrl;

  for (const { value } of headers) expect(value.length).toBeLessThanOrEqual(870);
});

describe('withFooter', () => {
  test.each([
    [
      'before the end of the body',
      '<html><body><p>Hi</p></body></html>',
      '<html><body><p>Hi</p>F</body></html>',
    ],
    [
      'before a closing tag in upper or lower case, with white space',
      '<BODY>Hi</Body \n></HTML>',
      '<BODY>HiF</Body \n></HTML>',
    ],
    [
      'before the last of several closing tags',
      '<pre></body></pre>Hi</body>',
      '<pre></body></pre>HiF</body>',
    ],
    ['at the end if the page has no body tag', '<p>Hi</p>', '<p>Hi</p>F'],
    [
      'at the end if the name of a closing tag only begins with body',
      '<p>Hi</p></bodyguard>',
      '<p>Hi</p></bodyguard>F',
    ],
    ['before the closing tag, even after letters whose lower case is longer', 'İİİ</body>', 'İİİF</body>'],
  ])('puts the footer %s', (_description, page, expected) => {
    expect(withFooter(page, 'F')).toBe(expected);
  });

  test('inserts the footer once and changes nothing else in the page', () => {
    const pages = fc.array(fc.oneof(fc.string(), fc.constantFrom('</body>', '</BODY >', '$&', '</body')), {
      maxLength: 8,
    });
    fc.assert(
      fc.property(pages, (parts) => {
        const page = parts.join('');

        expect(withFooter(page, '\u0000$1').split('\u0000$1')).toHaveLength(2);
        expect(withFooter(page, '\u0000$1').replace('\u0000$1', '')).toBe(page);
      }),
    );
  });
});
