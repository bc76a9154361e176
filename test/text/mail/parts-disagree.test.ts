import { readReply } from '../../../shared/text/reply/read-reply';
import { expectCpuMsAtMost } from '../../support/cpu-time';

const partsDisagree = (text: string, html: string): boolean => readReply({ text, html }).partsDisagree;

// IN-26
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
  ['a negation less', 'Please do not cancel my order 4711.', '<p>Please cancel my order 4711.</p>'],
  ['a negation more', 'Do ship it.', '<p>Do not ship it.</p>'],
  ['a negation and a request', 'I am not happy with it. Refund it.', '<p>I am happy with it.</p>'],
  [
    'a negation that another sentence has',
    'Do not pay Kim. Do not pay Sam.',
    '<p>Do not pay Kim. Do pay Sam.</p>',
  ],
  ['another quantity', 'Send 5 boxes', '<p>Send 5 000 boxes</p>'],
  ['a sign', '500', '<p>-500</p>'],
  ['another decimal point', 'Pay 9.000', '<p>Pay 9,000</p>'],
  ['another currency', 'Pay 500 $', '<p>Pay 500 €</p>'],
  ['another percentage', 'Save 50', '<p>Save 50%</p>'],
  ['another emoji', '👍', '<p>👎</p>'],
  ['an emoji less', 'Great 👎', '<p>Great</p>'],
  ['a cross instead of a check mark', '✓ Refund', '<p>✗ Refund</p>'],
  ['the names swapped', 'Refund Kim and charge Sam', '<p>Refund Sam and charge Kim</p>'],
  ['a word in brackets', 'Please [not] cancel', '<p>Please cancel</p>'],
  [
    'a word after a URL',
    'See https://a.test 请付款',
    '<p>See <a href="https://a.test">https://a.test</a></p>',
  ],
  [
    'text right after a URL',
    'See https://a.test。请付款',
    '<p>See <a href="https://a.test">https://a.test</a></p>',
  ],
  ['a word after an address', 'Write a@b.test, not', '<p>Write <a href="mailto:a@b.test">a@b.test</a></p>'],
  ['words that only a link has', 'Please cancel', '<p>Please <a href="https://a.test">do not</a> cancel</p>'],
  [
    'many words that only a link has',
    'Hello https://a.test',
    '<p>Hello <a href="https://a.test">Please pay 5 000 EUR to Kim Berg as soon as you can</a></p>',
  ],
  ['a number that is no number of an item', '5. boxes', '<p>boxes</p>'],
  ['another number at the start of a line', '3. May works', '<ul><li>Tea</ul><p>2. May works</p>'],
])('parts with %s disagree', (_description, text, html) => {
  expect(partsDisagree(text, html)).toBe(true);
});

// IN-26
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
  ['link texts', 'Confirm: https://a.test/x', '<p>Confirm: <a href="https://a.test/x">Click here</a></p>'],
  ['the target after a link text', 'See us <https://a.test>.', '<p>See <a href="https://a.test">us</a>.</p>'],
  ['Markdown links', 'See [us](https://a.test).', '<p>See <a href="https://a.test">us</a>.</p>'],
  [
    'footnotes of links',
    'One [1] two [2]\n\n[1] https://a.test/1\n[2]: https://a.test/2',
    '<a href="https://a.test/1">One</a> <a href="https://a.test/2">two</a>',
  ],
  ['wrapped targets', 'See <https://a.test/abc\ndef>', '<p><a href="https://a.test/abcdef">See</a></p>'],
  ['a host without a scheme', 'Visit https://acme.test/', '<p>Visit acme.test</p>'],
  ['a phone number', 'Call +43 1<tel:+431>', '<p>Call <a href="tel:+431">+43 1</a></p>'],
  ['bullets', '•  one\n·  two\no   three', '<ul><li>one<li>two<ul><li>three</ul></ul>'],
  ['bullets of symbols', '→ one\n► two', '<ul><li>one<li>two</ul>'],
  ['the numbers of lists', '1. one\n2. two\n  a) three', '<ol><li>one<li>two<ol type=a><li>three</ol></ol>'],
  ['bullets for numbers', '- one\n- two', '<ol><li>one<li>two</ol>'],
  ['numbers that are written', '1. one', '<p>1. one</p>'],
  ['emphasis', '*Yes*, _at_ /noon/\n** Total **', '<p><b>Yes</b>, <i>at</i> noon</p><h2>TOTAL</h2>'],
  ['descriptions of images', 'Acme Logo\nHello', '<img alt="Acme Logo" src="a"><p>Hello</p>'],
  ['descriptions of images in the HTML only', 'Hello', '<img alt="The logo of Acme" src="a"><p>Hello</p>'],
  [
    'descriptions of linked images',
    'Bye\n[Facebook]<https://f.test>[Twitter]<https://t.test>',
    '<p>Bye</p><a href="https://f.test"><img alt=Facebook></a><a href="https://t.test"><img></a>',
  ],
  ['images of emoji', 'Thanks 👍 and 🎉🎉', '<p>Thanks <img alt="👍"> and <img src="party.png"></p>'],
  ['the smiley of Outlook', 'Thanks :)', '<p>Thanks <span style="font-family:Wingdings">J</span></p>'],
  [
    'a link to the web version in a sentence',
    'Hello',
    '<p>View this email in your <a href="https://a.test">browser</a></p><p>Hello</p>',
  ],
  ['spellings', '5 EUR, a >= 5 (c) Acme', '<p>5 €, a &ge; 5 &copy; Acme</p>'],
  ['kinds of spaces', '10 000 EUR', '<p>10&#8239;000&nbsp;EUR</p>'],
  ['soft hyphens', 'Dampfschiff', '<p>Dampf&shy;schiff</p>'],
  ['wrapped words', 'A long hyphen-\nated word', '<p>A long hyphen-ated word</p>'],
  ['line breaks in Japanese', '本日\n発送し\nました', '<p>本日発送しました</p>'],
  ['cells', 'Total|5', '<table><tr><td>Total<td>5</table>'],
  [
    'quotes',
    'Ok\n\nKim wrote:\n> > 5 boxes\n> 6',
    '<p>Ok</p>Kim wrote:<blockquote><blockquote>5 boxes</blockquote>6</blockquote>',
  ],
  ['attachments', 'Hello\n<Invoice 5.pdf>\n<image0.jpeg>', '<p>Hello</p>'],
  ['no plain text', '', '<p>Hello to all of you</p>'],
])('parts with %s agree', (_description, text, html) => {
  expect(partsDisagree(text, html)).toBe(false);
});

// IN-26
test.each([
  [
    'Gmail',
    `Hi *Kim*,

See our page <https://acme.test/x?a=b>:

   - one
      - inner
   1. first

[image: Acme Logo]

On Mon, 3 Mar 2026 at 09:12, Kim Berg <kim@acme.test> wrote:

> Balance -5
> <https://a.test>
> --
> Kim 👍
`,
    `<div>Hi <b>Kim</b>,<br><br>See <a href="https://acme.test/x?a=b">our page</a>:</div><ul><li>one<ul><li>inner</ul></ul>
<ol><li>first</ol><img src="cid:ii_1" alt="Acme Logo"><div class="gmail_quote"><div class="gmail_attr">On Mon, 3 Mar
2026 at 09:12, Kim Berg &lt;<a href="mailto:kim@acme.test">kim@acme.test</a>&gt; wrote:<br></div><blockquote>Balance -5
<br><a href="https://a.test"><img src=x></a><br>-- <br>Kim 👍</blockquote></div>`,
  ],
  [
    'Outlook',
    `Hi Kim,

  *   one
     *   two
  1.  first

·         three

o   four

Acme | Tel: +43 1 23<tel:+43123> | www.acme.test<http://www.acme.test>
[A logo with text  Description automatically generated]
________________________________
From: Sam Lee <sam@b.test>
Subject: RE: Order

Read more<https://aka.ms/more>
`,
    `<p>Hi Kim,</p><ul><li>one<ul><li>two</ul></ul><ol><li>first</ol><p><span style='font-family:Symbol'>·&nbsp; </span>three
</p><p><span style='font-family:"Courier New"'>o&nbsp; </span>four</p><p>Acme | Tel: <a href="tel:+43123">+43 1 23</a> |
<a href="http://www.acme.test">www.acme.test</a></p><img alt="A logo with text  Description automatically generated">
<hr><b>From:</b> Sam Lee &lt;sam@b.test&gt;<br><b>Subject:</b> RE: Order<p><a href="https://aka.ms/more">Read more</a>`,
  ],
  [
    'Mailchimp',
    `View this email in your browser (https://mailchi.mp/x)

** Spring sale
------------------------------------------------------------
Save 50% on 5 items. ** Shop now (https://acme.test/shop)
** Facebook (https://fb.test)
Copyright © *2026 Acme*
`,
    `<div style="display:none">Preview</div><table><tr><td><a href="https://mailchi.mp/x">View this email in your browser</a>
<tr><td><img alt="Spring banner"><h2>Spring sale</h2>Save 50% on 5 items. <a href="https://acme.test/shop">Shop now</a>
<tr><td><a href="https://fb.test"><img alt="Facebook"></a><tr><td><em>Copyright © 2026 Acme</em></table>`,
  ],
  [
    'Lynx',
    'Hi\n\n[1]Our page and [2]more\n\nReferences\n\n1. https://a.test/1\n2. https://a.test/2',
    '<p>Hi</p><a href="https://a.test/1">Our page</a> and <a href="https://a.test/2">more</a>',
  ],
])('the parts that %s writes agree', (_client, text, html) => {
  expect(partsDisagree(text, html)).toBe(false);
});

// IN-26
test.each([
  ['a long word', 'a'.repeat(300_000)],
  ['a long address', 'a'.repeat(300_000) + '@example.com'],
  ['hyphens', '-a'.repeat(150_000)],
  ['at signs', '@'.repeat(300_000)],
  ['dots', 'a.'.repeat(150_000)],
  ['links', '<a href=x>a</a> https://a '.repeat(5_000)],
  ['URLs', '<https://'.repeat(30_000)],
  ['brackets', '[a] '.repeat(30_000)],
  ['images', '<img alt=a>a'.repeat(20_000)],
  ['items', '<li>1. a\n'.repeat(14_000)],
  ['spaces', '\n'.repeat(150_000) + ' '.repeat(150_000)],
])('hostile parts with %s are compared within a second', (_description, body) => {
  expectCpuMsAtMost(() => void partsDisagree(body, body), 1_000);
});
