import { htmlToText } from '../../shared/text/html-to-text.lazy';
import { expectCpuMsAtMost } from '../support/cpu-time';

/** Returns one million characters of HTML: the start, followed by repetitions of the piece. */
const megabyteOf = (start: string, piece: string): string =>
  start + piece.repeat(Math.floor((1_000_000 - start.length) / piece.length));

test('the layout of quotes, lists and headings is kept', () => {
  const html =
    '<h1>News</h1><p>Hello <b>Kim</b>,</p><blockquote>You asked.</blockquote><ol start="3"><li>One<li>Two</ol>';

  expect(htmlToText(html)).toBe('News\n\nHello Kim,\n\n> You asked.\n\n 3. One\n 4. Two');
});

test.each([
  [
    'cells',
    '<table><tr><td>Qty</td><td>2</td><td>15 EUR</td></tr><tr><th>a</th></tr></table>',
    'Qty 2 15 EUR\na',
  ],
  ['terms', '<dl><dt>Tea<dd>5 EUR</dl>', 'Tea\n5 EUR'],
  ['options', '<select><option>a<option>b</select>', 'a\nb'],
  ['fields', '<fieldset><legend>a</legend>b</fieldset><center>c</center>d', 'a\nb\nc\nd'],
])('%s are apart', (_what, html, text) => {
  expect(htmlToText(html)).toBe(text);
});

test('placeholders stay as written, in headings, too', () => {
  expect(htmlToText('<h1>Hi {{name}} <a href="{{ url }}">x</a></h1>')).toBe('Hi {{name}} x [{{ url }}]');
});

test('text around the body is kept, and the title and styles are not', () => {
  expect(htmlToText('<title>t</title><style>p{}</style><p>a</p><body>b</body><p>c</p>')).toBe('a\n\nb\n\nc');
});

test.each([
  ['https://a.test/b c', 'x [https://a.test/b%20c]'],
  ['mailto:kim@acme.test?subject=Wire', 'x [kim@acme.test]'],
  ['tel:+431', 'x [tel:+431]'],
  ['Wire 5000 EUR', 'x'],
  ['/path', 'x'],
  ['data:text/html,x', 'x'],
  ['javascript:pay()', 'x'],
])('a link to %s is %s', (href, text) => {
  expect(htmlToText(`<a href="${href}">x</a>`)).toBe(text);
});

test.each([
  ['a picture', '<a href="https://a.test"><img src="/l.png"></a>Hello', 'https://a.test Hello'],
  ['a comment', '<a href="https://a.test"><!-- x --></a>Hello', 'https://a.test Hello'],
  ['nothing', 'Hi<a href="https://a.test"></a>Hello', 'Hi https://a.test Hello'],
  ['nothing, and has no target', 'H<a name="x"></a>ello', 'Hello'],
])('a link around %s is apart from the text after it', (_what, html, text) => {
  expect(htmlToText(html)).toBe(text);
});

test('the layout of HTML with up to twenty nested levels is kept, and HTML with more levels keeps only its words', () => {
  const nestedQuote = (levels: number) => htmlToText('<blockquote>'.repeat(levels) + 'word');

  expect([nestedQuote(20), nestedQuote(21)]).toEqual([`${'> '.repeat(20)}word`, 'word']);
});

/** Without limits, these inputs would take minutes or produce text that is many times larger than the HTML. */
test.each([
  ['tags that never end', megabyteOf('<div>'.repeat(20_000), '<')],
  ['quotes in quotes', megabyteOf('<blockquote>'.repeat(500), 'word ')],
  ['twenty levels of quoted lines', megabyteOf('<blockquote>'.repeat(20) + '<pre>', 'x\n')],
  ['two levels of quoted lines', megabyteOf('<blockquote>'.repeat(2) + '<pre>', 'x\n')],
  ['four levels of quoted lines', megabyteOf('<blockquote>'.repeat(4) + '<pre>', 'x\n')],
  ['quoted lines in a list', megabyteOf('<ol><li><blockquote><pre>', 'x\n')],
  ['lists in lists', megabyteOf('<ul><li>'.repeat(500), 'word ')],
  ['headings in headings', megabyteOf('<h1>'.repeat(900), 'w ')],
  [
    'quotes with their end tag in a comment',
    megabyteOf('<blockquote><!--</blockquote>-->'.repeat(600), 'word '),
  ],
  [
    'an attribute that looks like an end tag',
    megabyteOf('<blockquote title="</blockquote>">'.repeat(600), 'word '),
  ],
  ['a list with a high start in Roman numerals', '<ol type="i" start="1e9">' + '<li>x'.repeat(9_000)],
  ['end tags without a start', megabyteOf('<div>'.repeat(3_000), '</p>')],
  ['only angle brackets', megabyteOf('', '<>')],
])('a megabyte of %s is converted within a second to at most four times the size', (_description, html) => {
  let text = '';

  expectCpuMsAtMost(() => (text = htmlToText(html)), 1_000);

  expect(text.length).toBeLessThan(4.1 * html.length);
});
