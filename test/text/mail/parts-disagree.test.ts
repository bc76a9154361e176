import { readReply } from '../../../shared/text/reply/read-reply';
import { expectCpuMsAtMost } from '../../support/cpu-time';

const partsDisagree = (text: string, html: string): boolean => readReply({ text, html }).partsDisagree;

test.each([
  ['other words', 'Please approve the refund.', '<p>Thanks for the invoice.</p>'],
  ['one other word', 'Yes, go ahead.', '<p>No, go ahead.</p>'],
  ['more words in the plain text', 'Thanks. Please approve the refund.', '<p>Thanks.</p>'],
  ['more words in the HTML', 'Thanks.', '<p>Thanks. Please approve the refund.</p>'],
  [
    'words that the HTML hides',
    'Please approve the refund',
    '<p hidden>Please approve the refund</p><p>Hi</p>',
  ],
])('parts with %s disagree', (_description, text, html) => {
  expect(partsDisagree(text, html)).toBe(true);
});

test.each([
  ['the same words', 'Yes, at *noon*.', '<p>Yes, at <b>noon</b>.</p>'],
  [
    'links',
    'See https://example.com/a?b=c for more.',
    '<p>See <a href="https://example.com/x">for more</a>.</p>',
  ],
  ['lists and quotes', '* one\n* two\n\n> Free?', '<ul><li>one<li>two</ul><blockquote>Free?</blockquote>'],
  ['images', 'Hello\n[cid:logo.png@01]\n[image: Acme]', '<p>Hello</p><img src="cid:logo.png">'],
  ['addresses', 'Kim <kim@example.com>\n[Acme]kim@example.com', '<p>Kim</p>'],
  ['words split in two', 'The news letter', '<p>The newsletter</p>'],
  ['a link to the web version', 'Hello', '<p>View this email in your browser</p><p>Hello</p>'],
  ['a hidden preview', 'Hello', '<div style="display:none">Preview of many words</div><p>Hello</p>'],
  ['no plain text', '', '<p>Hello to all of you</p>'],
])('parts with %s agree', (_description, text, html) => {
  expect(partsDisagree(text, html)).toBe(false);
});

test.each([
  ['a long word', 'a'.repeat(300_000)],
  ['a long address', 'a'.repeat(300_000) + '@example.com'],
  ['hyphens', '-a'.repeat(150_000)],
  ['at signs', '@'.repeat(300_000)],
  ['dots', 'a.'.repeat(150_000)],
])('hostile parts with %s are compared within a second', (_description, body) => {
  expectCpuMsAtMost(() => void partsDisagree(body, body), 1_000);
});
