import { readReply } from '../../../shared/text/reply/read-reply';

const answer = 'Noon suits me.\n\nShall we meet at the gate?';
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
const escaped = (text: string): string => text.replace(/[&<>]/g, (character) => entities[character] ?? '');

const eachLine = (text: string, change: (line: string) => string): string =>
  text.split('\n').map(change).join('\n');

function wrapped(text: string, width: number): string {
  return eachLine(text, (line) => {
    if (line.startsWith('>')) return line;
    return line.split(' ').reduce((lines, word) => {
      const length = lines.length - lines.lastIndexOf('\n') - 1;
      return length === 0 ? word : lines + (length + word.length < width ? ' ' : '\n') + word;
    }, '');
  });
}

type Body = Parameters<typeof readReply>[0];
const plain = (text: string): Body => ({ text, html: null });
const rich = (html: string): Body => ({ text: null, html });

/** What clients, gateways and people do to a mail between its writing and its reading. */
const ways: readonly [string, (text: string) => Body][] = [
  ['as it was written', plain],
  ['with the line ends of Windows', (text) => plain(text.replace(/\n/g, '\r\n'))],
  ['wrapped at 72', (text) => plain(wrapped(text, 72))],
  ['wrapped at 45', (text) => plain(wrapped(text, 45))],
  ['without blank lines', (text) => plain(text.replace(/\n+/g, '\n'))],
  ['with a blank line after each', (text) => plain(text.replace(/\n/g, '\n\n'))],
  ['wrapped, with a blank line after each', (text) => plain(wrapped(text, 60).replace(/\n/g, '\n\n'))],
  ['indented', (text) => plain(eachLine(text, (line) => `  ${line}`))],
  ['with spaces that do not break', (text) => plain(text.replace(/ /g, '\u00a0'))],
  ['with a mark of direction on each line', (text) => plain(eachLine(text, (line) => `\u200e${line}`))],
  ['with a byte order mark', (text) => plain(`\ufeff${text}`)],
  ['as HTML with breaks', (text) => rich(escaped(text).replace(/\n/g, '<br>\n'))],
  ['as HTML, wrapped', (text) => rich(escaped(wrapped(text, 60)).replace(/\n/g, '<br>'))],
  [
    'as a division per line',
    (text) => rich(eachLine(escaped(text), (line) => `<div>${line || '<br>'}</div>`)),
  ],
  [
    'as a paragraph per line',
    (text) => rich(eachLine(escaped(text), (line) => `<p class="MsoNormal">${line || '&nbsp;'}</p>`)),
  ],
  ['as preformatted HTML', (text) => rich(`<pre>${escaped(text)}</pre>`)],
];

const words = (text: string): string =>
  text
    .replace(/[\u200e\ufeff]/g, '')
    .replace(/\s+/g, ' ')
    .trim();

describe('the reply is found however the mail was changed on its way', () => {
  test.each(ways)('%s', (_, change) => {
    const replies = attributions.map((attribution) =>
      words(readReply(change(`${answer}\n\n${attribution}\n\n> ${question}\n>\n> Milan`)).text),
    );

    expect(replies).toEqual(attributions.map(() => words(answer)));
  });
});

describe('a line that was broken at its bracket', () => {
  test.each([
    'On Mon, 5 Oct 2020 at 10:10, Milan Horvat <milan@horvat.example\n> wrote:\n\nWhen?',
    'Den 5. okt. 2020 kl. 10:10 skrev Milan Horvat <milan@horvat.example\n>:\n\n> Når?',
    'On Mon, 5 Oct 2020 at 10:10, Milan Horvat <milan@horvat.example>\n\nwrote:\n\nWhen?',
    'Il 5 ottobre 2020 10:10, Milan Horvat <\n\nmilan@horvat.example> ha scritto:\n\nQuando?',
  ])('%j quotes nothing by it', (quote) => {
    expect(readReply(plain(`${answer}\n\n${quote}`)).text).toBe(answer);
    expect(readReply(rich(escaped(`${answer}\n\n${quote}`).replace(/\n/g, '<br>'))).text).toBe(answer);
  });

  test('a link keeps what stands behind it', () => {
    const text = 'See <https://counting.example/a/very/long/link\n> for the rest.';

    expect(readReply(plain(`${text}\n\nOn 5 Oct 2020, Milan <m@h.example> wrote:\n> Where?`)).text).toBe(
      text,
    );
  });
});

describe('an attribution on the last line of the answer', () => {
  test.each([
    'Yes, at noon. On Mon, Oct 5, 2020 at 10:10 AM, milan@horvat.example wrote:\n> When?',
    'Yes, at noon. On Mon, Oct 5, 2020 at 10:10 AM,\nmilan@horvat.example wrote:\n> When?',
    'Yes, at noon. On Mon, Oct 5, 2020 at 10:10 AM, Milan Horvat\n<milan@horvat.example> wrote:\n> When?',
    'Yes,\u00a0at\u00a0noon. On\u00a0Mon, Oct\u00a05, 2020, milan@horvat.example wrote:\n> When?',
    'Yes, at noon.--- On Mon, Oct 5, 2020 at 10:10 AM, milan@horvat.example wrote:\n> When?',
  ])('%j', (text) => {
    expect(words(readReply(plain(text)).text)).toBe('Yes, at noon.');
  });
});
