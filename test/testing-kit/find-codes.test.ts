import { findCodes } from '../../packages/testing/src/mail/find-codes';
import { findLinks } from '../../packages/testing/src/mail/find-links';

test.each([
  ['Your code is 482913.', ['482913']],
  ['4829', ['4829']],
  ['48291376', ['48291376']],
  ['482 913 or 482-914', ['482913', '482914']],
  ['Enter 7K2P9Q, or 7K2P9Q', ['7K2P9Q']],
  ['Code: 1234', ['1234']],
  ['123 or 123456789', []],
  ['PASSWORD and password1', []],
  ['$1234, 1234 € and 1234.50', ['1234']],
  ['2026-11-29 and +49 1234', ['1234']],
  ['https://app.example/verify/482913?t=123456', []],
])('the codes in %j are %j (TK-6)', (text, codes) => {
  expect(findCodes(text)).toEqual(codes);
});

test.each([
  ['<a href="https://a.example/"><img alt="A"> Go\n there</a>', '', [['https://a.example/', 'Go there']]],
  ['<a href="mailto:kim@example.com">Kim</a><a name="top">Top</a>', '', []],
  [null, 'See (https://a.example/x?y=1).', [['https://a.example/x?y=1', 'https://a.example/x?y=1']]],
])('the links of %j and %j are %j (TK-5)', (html, text, links) => {
  expect(findLinks(html, text).map(({ url, text: label }) => [url, label])).toEqual(links);
});
