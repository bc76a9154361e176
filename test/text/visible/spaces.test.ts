import { readReply } from '../../../shared/text/reply/read-reply';
import { visibleText } from '../../../shared/text/visible/visible-text.lazy';

// IN-25
test.each([
  ['<style>.r{float:right}</style><p>Item 2<span class="r">50.00</span></p>', 'Item 2 50.00'],
  ['<style>.f{display:flex}</style><p class="f"><span>Item 2</span><span>50.00</span></p>', 'Item 2 50.00'],
  ['<style>.n b{padding:0 8px}</style><p class="n"><b>Home</b><b>About</b>, x</p>', 'Home About, x'],
  ['<style>b{margin-inline-end:1em}</style><p><b>4711</b>2</p>', '4711 2'],
  ['<style>b{margin-left:8px}</style><p>Hello<b>W</b>orld</p>', 'Hello World'],
  ['<style>b{margin-left:-8px;padding-right:2px}</style><p>no<b>whe</b>re</p>', 'nowhere'],
  ['<style>b{margin-left:8px}i{display:none}</style><p>4711<i>x</i><b>2</b></p>', '4711 2'],
])('a gap that a style sheet puts between words is a space: %s', (html, text) => {
  expect(readReply({ text: null, html }).text).toBe(text);
  expect(visibleText(html).text).toBe(text);
});

// IN-25
test.each([
  ['an element that reverses letters', null, '<p>refund <bdo dir="rtl">0009</bdo> EUR</p>'],
  ['a character that reverses letters', null, '<p>refund &#x202e;0009 EUR</p>'],
  ['such a character in the plain text', 'refund \u202e0009 EUR', null],
  ['such a character in the HTML beside a plain text', 'refund 9000 EUR', '<p>refund &#x202e;0009 EUR</p>'],
  [
    'boxes in reverse order',
    null,
    '<p style="display:inline-flex;flex-direction:row-reverse"><b>0</b><b>0</b><b>9</b></p>',
  ],
  ['words for clients without video', null, '<p>Hi</p><video src="v.mp4"><p>Wire 9000 EUR</p></video>'],
  ['words for clients without sound', null, '<p>Hi</p><audio src="v.mp3">Wire 9000 EUR</audio>'],
])('%s is reported', (_what, text, html) => {
  expect(readReply({ text, html }).hasHiddenText).toBe(true);
});

// IN-25
test.each([
  ['text of another script', null, '<p dir="rtl">שלום</p>'],
  ['an isolated name', 'Hello \u2068שלום\u2069', null],
  ['a video without words', null, '<p>Hi</p><video src="v.mp4"></video>'],
])('%s is not reported', (_what, text, html) => {
  expect(readReply({ text, html }).hasHiddenText).toBe(false);
});
