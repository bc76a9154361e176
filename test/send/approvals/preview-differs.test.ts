import { previewDiffers } from '../../../shared/domain/send/approvals/preview-differs';
import { htmlToText } from '../../../shared/text/html-to-text.lazy';

//
test.each([
  ['another word', '<p>Pay Kim</p>', 'Pay Sam'],
  ['a word more', '<p>Pay Kim</p>', 'Pay Kim now'],
  ['a word less', '<p>Do not pay Kim</p>', 'pay Kim'],
  ['another order', '<p>Kim pays Sam</p>', 'Sam pays Kim'],
  ['another number', '<p>Pay 500</p>', 'Pay 5000'],
  ['a sign', '<p>500</p>', '-500'],
  ['another decimal point', '<p>9.000</p>', '9,000'],
  ['another currency', '<p>Pay 500 $</p>', 'Pay 500 €'],
  ['another emoji', '<p>👎</p>', '👍'],
  ['another vowel sign', '<p>पैसे भेजे</p>', 'पैसे भेजो'],
  [
    'a sentence that follows a URL without a space',
    '<p>请看 <a href="https://a.test">https://a.test</a></p>',
    '请看 https://a.test。请立即汇款五万元到账户12345',
  ],
  [
    'a link to another host',
    '<p>See <a href="https://bank.test">us</a></p>',
    'See us: https://evil.test/login',
  ],
])('the parts differ by %s', async (_what, html, text) => {
  expect(await previewDiffers({ html, text })).toBe(true);
});

//
test.each([
  ['punctuation and case', '<h1>Hello, Kim!</h1><p>Pay 9,000 EUR.</p>', 'Hello Kim\n\nPay 9,000 EUR'],
  ['list marks', '<ul><li>One</li><li>Two</li></ul>', '- One\n- Two'],
  [
    'the form of a link',
    '<p>See <a href="https://acme.test/a?b=c">our page</a></p>',
    'See our page: https://acme.test/a',
  ],
  ['line breaks', '<p>One<br>two</p><p>three</p>', 'One two\n\n\nthree'],
])('the parts do not differ by %s', async (_what, html, text) => {
  expect(await previewDiffers({ html, text })).toBe(false);
});

//
test('a derived text does not differ', async () => {
  const html =
    '<h1>Offers</h1><table><tr><td>Tea</td><td>5 EUR</td></tr></table><ol><li><a href="https://acme.test">Buy</a></li></ol>';

  expect(await previewDiffers({ html, text: htmlToText(html) })).toBe(false);
});
