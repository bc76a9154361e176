import { htmlToText } from '../../shared/text/html-to-text.lazy';
import { expectCpuMsAtMost } from '../support/cpu-time';

/** So many characters of HTML, the pieces after the start. */
const megabyteOf = (start: string, piece: string): string =>
  start + piece.repeat(Math.floor((1_000_000 - start.length) / piece.length));

test('the layout of quotes, lists and headings is kept', () => {
  const html =
    '<h1>News</h1><p>Hello <b>Kim</b>,</p><blockquote>You asked.</blockquote><ol start="3"><li>One<li>Two</ol>';

  expect(htmlToText(html)).toBe('NEWS\n\nHello Kim,\n\n> You asked.\n\n 3. One\n 4. Two');
});

test('twenty levels are laid out, and of a deeper one only the words are kept', () => {
  const nestedQuote = (levels: number) => htmlToText('<blockquote>'.repeat(levels) + 'word');

  expect([nestedQuote(20), nestedQuote(21)]).toEqual([`${'> '.repeat(20)}word`, 'word']);
});

/** Each of these took seconds or minutes where nothing held it, or grew to many times its size. */
test.each([
  ['tags that never end', megabyteOf('<div>'.repeat(20_000), '<')],
  ['quotes in quotes', megabyteOf('<blockquote>'.repeat(500), 'word ')],
  ['quotes of lines', megabyteOf('<blockquote>'.repeat(20) + '<pre>', 'x\n')],
  ['two quotes of lines', megabyteOf('<blockquote>'.repeat(2) + '<pre>', 'x\n')],
  ['a few quotes of lines', megabyteOf('<blockquote>'.repeat(4) + '<pre>', 'x\n')],
  ['lists and quotes of lines', megabyteOf('<ol><li><blockquote><pre>', 'x\n')],
  ['lists in lists', megabyteOf('<ul><li>'.repeat(500), 'word ')],
  ['headings in headings', megabyteOf('<h1>'.repeat(900), 'w ')],
  ['quotes that only seem to end', megabyteOf('<blockquote><!--</blockquote>-->'.repeat(600), 'word ')],
  [
    'an attribute that looks like an end',
    megabyteOf('<blockquote title="</blockquote>">'.repeat(600), 'word '),
  ],
  ['a list that begins late, in Roman numbers', '<ol type="i" start="1e9">' + '<li>x'.repeat(9_000)],
  ['ends of nothing', megabyteOf('<div>'.repeat(3_000), '</p>')],
  ['nothing but signs', megabyteOf('', '<>')],
])('a megabyte of %s is converted within a second, to at most four times its size', (_description, html) => {
  let text = '';

  expectCpuMsAtMost(() => (text = htmlToText(html)), 1_000);

  expect(text.length).toBeLessThan(4.1 * html.length);
});
