import { readReply } from '../../../shared/text/reply/read-reply';

const reply = 'Noon suits me.\n\nShall we meet at the gate?';
const question = 'When shall we meet, and where?';

const attributions: readonly string[] = [
  'On Mon, Oct 5, 2020 at 10:10 AM Milan Horvat <milan.horvat@counting-house.example> wrote:',
  'Le lun. 5 oct. 2020 à 10:10, Milan Horvat <milan.horvat@counting-house.example> a écrit :',
  'Am Mo., 5. Okt. 2020 um 10:10 Uhr schrieb Milan Horvat <milan.horvat@counting-house.example>:',
  'Il giorno lun 5 ott 2020 alle ore 10:10 Milan Horvat <milan.horvat@counting-house.example> ha scritto:',
  'W dniu 2020-10-05 10:10:39 użytkownik Milan Horvat <milan.horvat@counting-house.example> napisał:',
  'пн, 5 окт. 2020 г. в 10:10, Milan Horvat <milan.horvat@counting-house.example>:',
  '在 2020年10月5日，上午10:10，Milan Horvat <milan.horvat@counting-house.example> 写道：',
];

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };
const escapeHtml = (text: string): string => text.replace(/[&<>]/g, (character) => entities[character] ?? '');

const mapLines = (text: string, transform: (line: string) => string): string =>
  text.split('\n').map(transform).join('\n');

function wrapLines(text: string, width: number): string {
  return mapLines(text, (line) => {
    if (line.startsWith('>')) return line;
    return line.split(' ').reduce((lines, word) => {
      const length = lines.length - lines.lastIndexOf('\n') - 1;
      return length === 0 ? word : lines + (length + word.length < width ? ' ' : '\n') + word;
    }, '');
  });
}

type ReplyBody = Parameters<typeof readReply>[0];
const textBody = (text: string): ReplyBody => ({ text, html: null });
const htmlBody = (html: string): ReplyBody => ({ text: null, html });

/** Changes that clients, gateways and people make to a message in transit. */
const transformations: readonly [string, (text: string) => ReplyBody][] = [
  ['unchanged', textBody],
  ['with Windows line endings', (text) => textBody(text.replace(/\n/g, '\r\n'))],
  ['wrapped at 72', (text) => textBody(wrapLines(text, 72))],
  ['wrapped at 45', (text) => textBody(wrapLines(text, 45))],
  ['without blank lines', (text) => textBody(text.replace(/\n+/g, '\n'))],
  ['with a blank line after each line', (text) => textBody(text.replace(/\n/g, '\n\n'))],
  [
    'wrapped, with a blank line after each line',
    (text) => textBody(wrapLines(text, 60).replace(/\n/g, '\n\n')),
  ],
  ['indented', (text) => textBody(mapLines(text, (line) => `  ${line}`))],
  ['with no-break spaces', (text) => textBody(text.replace(/ /g, '\u00a0'))],
  ['with a direction mark on each line', (text) => textBody(mapLines(text, (line) => `\u200e${line}`))],
  ['with a byte order mark', (text) => textBody(`\ufeff${text}`)],
  ['as HTML with line breaks', (text) => htmlBody(escapeHtml(text).replace(/\n/g, '<br>\n'))],
  ['as HTML, wrapped', (text) => htmlBody(escapeHtml(wrapLines(text, 60)).replace(/\n/g, '<br>'))],
  [
    'as HTML with a div per line',
    (text) => htmlBody(mapLines(escapeHtml(text), (line) => `<div>${line || '<br>'}</div>`)),
  ],
  [
    'as HTML with a paragraph per line',
    (text) => htmlBody(mapLines(escapeHtml(text), (line) => `<p class="MsoNormal">${line || '&nbsp;'}</p>`)),
  ],
  ['as preformatted HTML', (text) => htmlBody(`<pre>${escapeHtml(text)}</pre>`)],
];

const joinWords = (text: string): string =>
  text
    .replace(/[\u200e\ufeff]/g, '')
    .replace(/\s+/g, ' ')
    .trim();

describe('the reply is found after each transformation of the message', () => {
  test.each(transformations)('%s', (_, transform) => {
    const replies = attributions.map((attribution) =>
      joinWords(readReply(transform(`${reply}\n\n${attribution}\n\n> ${question}\n>\n> Milan`)).text),
    );

    expect(replies).toEqual(attributions.map(() => joinWords(reply)));
  });
});

describe('a line that was broken at its angle bracket', () => {
  test.each([
    'On Mon, 5 Oct 2020 at 10:10, Milan Horvat <milan@horvat.example\n> wrote:\n\nWhen?',
    'Den 5. okt. 2020 kl. 10:10 skrev Milan Horvat <milan@horvat.example\n>:\n\n> Når?',
    'On Mon, 5 Oct 2020 at 10:10, Milan Horvat <milan@horvat.example>\n\nwrote:\n\nWhen?',
    'Il 5 ottobre 2020 10:10, Milan Horvat <\n\nmilan@horvat.example> ha scritto:\n\nQuando?',
  ])('is not read as a quote: %j', (quote) => {
    expect(readReply(textBody(`${reply}\n\n${quote}`)).text).toBe(reply);
    expect(readReply(htmlBody(escapeHtml(`${reply}\n\n${quote}`).replace(/\n/g, '<br>'))).text).toBe(reply);
  });

  test('is read as part of a link, and the words after the link are kept', () => {
    const text = 'See <https://counting.example/a/very/long/link\n> for the rest.';

    expect(readReply(textBody(`${text}\n\nOn 5 Oct 2020, Milan <m@h.example> wrote:\n> Where?`)).text).toBe(
      text,
    );
  });
});

describe('an attribution on the last line of the reply is removed', () => {
  test.each([
    'Yes, at noon. On Mon, Oct 5, 2020 at 10:10 AM, milan@horvat.example wrote:\n> When?',
    'Yes, at noon. On Mon, Oct 5, 2020 at 10:10 AM,\nmilan@horvat.example wrote:\n> When?',
    'Yes, at noon. On Mon, Oct 5, 2020 at 10:10 AM, Milan Horvat\n<milan@horvat.example> wrote:\n> When?',
    'Yes,\u00a0at\u00a0noon. On\u00a0Mon, Oct\u00a05, 2020, milan@horvat.example wrote:\n> When?',
    'Yes, at noon.--- On Mon, Oct 5, 2020 at 10:10 AM, milan@horvat.example wrote:\n> When?',
  ])('%j', (text) => {
    expect(joinWords(readReply(textBody(text)).text)).toBe('Yes, at noon.');
  });
});
