import { previewDiffers } from '../../../shared/domain/send/approvals/preview-differs';
import { deriveText } from '../../../shared/text/derived-text.lazy';
import { expectAsyncCpuMsAtMost } from '../../support/cpu-time';

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
  ['another relation', '<p>From age ≥ 18</p>', 'From age ≤ 18'],
  ['another comparison', '<p>if a &lt; 5</p>', 'if a > 5'],
  ['another operation', '<p>5 + 3</p>', '5 × 3'],
  ['a cross instead of a check mark', '<p>✓ Refunds</p>', '✗ Refunds'],
  ['the box that is checked', '<p>☑ Yes ☐ No</p>', '☐ Yes ☑ No'],
  ['the number of stars', '<p>★★★★☆</p>', '★★☆☆☆'],
  ['another direction', '<p>Vienna → Rome</p>', 'Vienna ← Rome'],
  ['another flag', '<p>🇺🇸 office</p>', '🇨🇦 office'],
  ['a minus sign before a currency', '<p>Balance €500</p>', 'Balance -€500'],
  ['another exponent', '<p>5 m²</p>', '5 m³'],
  ['another letter of a list', '<ol type="a"><li>Tea</li><li>Milk</li></ol>', 'a. Tea\nc. Milk'],
  ['a number that is not that of the list', '<ul><li>boxes</li></ul>', '7. boxes'],
  ['the direction of a list', '<ol reversed><li>Tea<li>Milk</ol>', '1. Tea\n2. Milk'],
  ['the sign of a list item', '<ol start=-2><li>Tea</ol>', '2. Tea'],
  ['the value of a list item', '<ol><li value=7>Tea</ol>', '8. Tea'],
  ['the host of a link without a scheme', '<a href="//bank.test">us</a>', 'us: https://evil.test'],
  ['a link that is written without its host', '<a href="//evil.test/login">us</a>', 'us: bank.test'],
  ['a quantity in a list', '<ul><li>boxes</li></ul>', '1 boxes'],
  ['a symbol for words of an image', '<p><img alt="Not">Pay</p>', '✓ Pay'],
  ['the label of an image that the HTML lacks', '<p>Pay</p>', 'Pay [image: 500 EUR]'],
  ['words for clients without video', '<p>Hi</p><video src=v.mp4>Pay Sam</video>', 'Hi'],
  ['two numbers side by side', '<div style="display:flex"><b>2</b><b>50.00</b></div>', '250.00'],
  ['the cents of a price', '<p>Only $19<sup>99</sup></p>', 'Only $1999'],
  ['a number in brackets that refers to no link', '<p><a href="https://a.test">Pay</a></p>', 'Pay [500]'],
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
  ['a host without a scheme', '<p>See <a href="https://bank.test">us</a></p>', 'See us: evil.test/login'],
  [
    'a host of other letters',
    '<p>See <a href="https://bank.test">us</a></p>',
    'See us: https://b\u0430nk.test',
  ],
  [
    'a link whose user name is a known host',
    '<a href="https://bank.test/">Bank</a>',
    'Bank: https://bank.test@evil.test/',
  ],
  [
    'a link with two user names',
    '<a href="https://bank.test/">Bank</a>',
    'Bank: https://bank.test@bank.test@evil.test/',
  ],
  ['a minus sign', '<p>500</p>', '\u2212500'],
  ['a percentage', '<p>Save 50</p>', 'Save 50%'],
  ['the target of a link that is no URL', '<p><a href="Wire 5000 EUR">See</a></p>', 'See [Wire 5000 EUR]'],
  [
    'words after a URL',
    '<p><a href="https://a.test/Wire 5000">See</a></p>',
    'See [https://a.test/Wire 5000]',
  ],
  ['the source of an image', '<p>Hi<img src="Wire 5000 EUR"></p>', 'Hi [Wire 5000 EUR]'],
  ['the text of a hidden image', '<p>Hi<img alt="Pay" width=1 height=1></p>', 'Hi Pay'],
  ['the text of an image that only the HTML has', '<p>Hi<img alt="Pay"></p>', 'Hi'],
  ['words that a style sheet adds', '<style>p::before{content:"Do not "}</style><p>Pay</p>', 'Pay'],
  [
    'words that a style adds to a quote',
    `<p>Please <q style='quotes:"do not " ""'>pay</q></p>`,
    'Please pay',
  ],
  ['the placeholder of a text area', '<p>Hi</p><textarea placeholder="Pay"></textarea>', 'Hi'],
  ['a closed option', '<select><option>Kim<option>Sam</select>', 'Kim Sam'],
  ['a popover', '<p>Hi</p><div popover>Pay</div>', 'Hi Pay'],
  ['the fallback of a video', '<p>Hi</p><video>Pay</video>', 'Hi Pay'],
  ['the fallback of a canvas', '<p>Hi</p><canvas>Pay</canvas>', 'Hi Pay'],
  ['the fallback of a frame', '<p>Hi</p><iframe>Pay</iframe>', 'Hi Pay'],
  ['the page of a frame', '<p>Hi</p><iframe srcdoc="Pay"></iframe>', 'Hi'],
  ['the value of a field', '<p>Hi</p><input value="Pay">', 'Hi'],
  [
    'an address that the HTML does not link to',
    '<p>Write <a href="mailto:a@b.test">us</a></p>',
    'Write us [c@d.test]',
  ],
])('the parts differ by %s', async (_what, html, text) => {
  expect(await previewDiffers({ html, text })).toBe(true);
});

//
test.each([
  ['a float at the right', '<div><b style="float:right">Sam</b>Kim pays </div>'],
  ['a float at the right before a paragraph', '<div style="float:right">Sam</div><p>Kim pays</p>'],
  ['two floats at the right', '<div><b style="float:right">Sam</b><b style="float:right">pays Kim</b></div>'],
  ['a float at the left after words', '<div>pays Sam <b style="float:left">Kim</b></div>'],
  [
    'tables side by side',
    '<table align="right"><tr><td>Sam</table><table align="left"><tr><td>Kim pays</table>',
  ],
  ['a footer before the body', '<table><tfoot><tr><td>pays Sam</tfoot><tbody><tr><td>Kim</tbody></table>'],
  ['a header after the body', '<table><tr><td>pays Sam</tr><thead><tr><td>Kim</thead></table>'],
  ['a caption at the end', '<table><caption style="caption-side:bottom">Kim<tr><td>pays Sam</table>'],
  [
    'boxes that are shown as a footer',
    '<div style="display:table"><div style="display:table-footer-group">Sam</div><div style="display:table-row-group">Kim pays</div></div>',
  ],
  ['cells from right to left', '<table dir="rtl"><tr><td>Sam<td>pays<td>Kim</table>'],
  ['boxes from right to left', '<div dir="rtl" style="display:flex"><b>Sam</b><b>pays</b><b>Kim</b></div>'],
  [
    'inline blocks from right to left',
    '<p style="direction:rtl"><b style="display:inline-block">Sam</b> <b style="display:inline-block">Kim pays</b></p>',
  ],
  [
    'an order of boxes',
    '<div style="display:grid"><b style="order:2">Sam</b><b style="order:1">Kim pays</b></div>',
  ],
  [
    'lines of boxes from below',
    '<div style="display:flex;flex-wrap:wrap-reverse"><b>Sam</b><b>Kim pays</b></div>',
  ],
  [
    'cells of a grid',
    '<div style="display:grid"><b style="grid-row:2">Sam</b><b style="grid-row:1">Kim pays</b></div>',
  ],
  ['a position', '<p>Sam <b style="position:relative;left:-90px">Kim pays</b></p>'],
  ['an absolute position', '<p>Sam <b style="position:absolute;left:0;top:0">Kim pays</b></p>'],
])('the preview is shown in another order by %s', async (_what, html) => {
  expect(await previewDiffers({ html, text: deriveText(html) })).toBe(true);
});

//
test.each([
  [
    'a cleared float',
    '<div style="float:right"></div><p>Kim</p><div style="clear:both"></div><p>pays Sam</p>',
  ],
  ['a float without words', '<p><img src="https://a.test/a.png" style="float:right">Kim pays</p>'],
  [
    'columns from left to right',
    '<div style="float:left">Kim</div><div style="float:left">pays</div><div style="float:right">Sam</div>',
  ],
  ['a float after a line break', '<p>Kim pays<br><span style="float:left">Sam</span></p>'],
  [
    'a float that ends before the words',
    '<div style="float:right">Kim</div><div style="clear:both">pays Sam</div>',
  ],
  [
    'tables side by side',
    '<table align="left"><tr><td>Kim pays</table><table align="right"><tr><td>Sam</table>',
  ],
  [
    'a table with a header and a footer',
    '<table><caption>A<thead><tr><td>B</thead><tr><td>C</tr><tfoot><tr><td>D</table>',
  ],
  ['cells in Hebrew', '<table dir="rtl"><tr><td>\u05e7\u05d9\u05dd<td>5<td>EUR</table>'],
  ['a nudged symbol', '<p>Kim <sup style="position:relative;top:-4px">1</sup> pays</p>'],
  ['boxes in a row', '<div style="display:flex"><b>Kim</b><b>pays</b></div>'],
])('the preview is shown in the same order with %s', async (_what, html) => {
  expect(await previewDiffers({ html, text: deriveText(html) })).toBe(false);
});

//
test.each([
  '<style>u + .body .w{display:none}</style><body class="body"><p>Kim <b class="w">does not</b> pay</p>',
  '<style>[class~="x_w"]{display:none}</style><p>Kim <b class="w">does not</b> pay</p>',
  '<style>.ExternalClass .w{display:none}</style><p>Kim <b class="w">does not</b> pay</p>',
  '<style>#MessageViewBody b{display:none}</style><p>Kim <b>does not</b> pay</p>',
  '<style>[data-ogsc] b{display:none}</style><p>Kim <b>does not</b> pay</p>',
])('the preview depends on the page of the mail client with %s', async (html) => {
  expect(await previewDiffers({ html, text: deriveText(html) })).toBe(true);
});

//
test.each([
  ['punctuation and case', '<h1>Hello, Kim!</h1><p>Pay 9,000 EUR.</p>', 'Hello Kim\n\nPay 9,000 EUR'],
  ['the spelling of relations', '<p>a &ge; 5, b &le; 6, c &ne; 7</p>', 'a >= 5, b <= 6, c != 7'],
  ['the spelling of a product', '<p>3 &times; 5</p>', '3 x 5'],
  ['the spelling of a currency', '<p>500 &euro;</p>', '500 EUR'],
  ['the style of check marks and stars', '<p>Paid ✔️, rated ⭐⭐</p>', 'Paid ✓, rated ★★'],
  ['variation selectors', '<p>We ❤️ you ☎</p>', 'We ❤ you ☎️'],
  ['keycaps', '<p>Step 1️⃣</p>', 'Step 1'],
  ['flags', '<p>&#x1F1E9;&#x1F1EA; Berlin</p>', '🇩🇪 Berlin'],
  ['an image of a symbol', '<p>Hi <img src="https://a.test/wave.png" alt="">!</p>', 'Hi 👋!'],
  ['soft hyphens and joiners', '<p>Dampf&shy;schiff می‌خواهم</p>', 'Dampfschiff میخواهم'],
  ['soft hyphens of the text', '<p>Dampfschiff</p>', 'Dampf\u00adschiff'],
  ['kinds of spaces', '<p>10&#8239;000&nbsp;EUR&emsp;net</p>', '10 000 EUR net'],
  ['ligatures and trademarks', '<p>Eﬃcient&trade; &copy; Acme</p>', 'Efficient(TM) (c) Acme'],
  ['the dash of a range', '<p>Mon&ndash;Fri, 9&ndash;17</p>', 'Mon - Fri, 9 - 17'],
  ['bullets of any form', '<ul><li>Tea<ul><li>Milk</ul><li>Ice</ul>', '■ Tea\n  ○ Milk\n➤ Ice'],
  ['the letters of a list', '<ol style="list-style:lower-alpha"><li>Tea<li>Milk</ol>', 'a) Tea\nb) Milk'],
  ['Roman numerals', '<ol type="I" start="3"><li>Tea<li>Milk</ol>', 'III. Tea\nIV. Milk'],
  ['Greek letters', '<ol style="list-style:lower-greek"><li>Tea<li>Milk</ol>', 'α. Tea\nβ. Milk'],
  [
    'the values of list items',
    '<ol reversed><li>Tea<li>Milk<li value="7">Ice</ol>',
    '3. Tea\n2. Milk\n7. Ice',
  ],
  ['negative list items', '<ol start=-2><li>Tea<li>Milk</ol>', '-2. Tea\n(-1) Milk'],
  ['the scheme of a link', '<a href="//acme.test/a">See</a>', 'See: https://acme.test/a'],
  ['the slashes of a link', '<a href="https:acme.test/a">See</a>', 'See: https://acme.test/a'],
  ['numbers for bullets', '<ul><li>Tea<li>Milk</ul>', '(1) Tea\n(2) Milk'],
  ['the items of a menu', '<menu><li>Tea<li>Milk</menu>', '- Tea\n- Milk'],
  ['ruby in parentheses', '<ruby>漢<rp>(</rp><rt>かん</rt><rp>)</rp></ruby>', '漢(かん)'],
  ['line breaks in Thai', '<p>สวัสดีครับ</p>', 'สวัสดี\nครับ'],
  ['lines of a table', '<table><tr><td>Tea<td>5 €</table>', '+=====+\n| Tea | 5 € |\n+=====+'],
  ['a linked host', '<a href="https://www.acme.test/">www.acme.test</a>', 'https://www.acme.test/'],
  ['a host without a link', '<p>Visit acme.test</p>', 'Visit https://acme.test'],
  ['an international host', '<a href="https://münchen.test/a">See</a>', 'See https://xn--mnchen-3ya.test/a'],
  [
    'footnotes of links',
    '<a href="https://a.test/1">One</a> <a href="https://a.test/2">two</a>',
    'One [1] two [2]\n\n[1] https://a.test/1\n[2]: https://a.test/2',
  ],
  ['list marks', '<ul><li>One</li><li>Two</li></ul>', '- One\n- Two'],
  [
    'the form of a link',
    '<p>See <a href="https://acme.test/a?b=c">our page</a></p>',
    'See our page: https://acme.test/a',
  ],
  ['line breaks in Japanese', '<p>本日発送しました</p>', '本日\n発送し\nました'],
  ['a user name in a link', '<a href="https://kim@acme.test/">Acme</a>', 'Acme: https://kim@acme.test/'],
  ['capitals of other scripts', '<h1>Straße ılık Άδεια οδός</h1>', 'STRASSE ILIK ΑΔΕΙΑ ΟΔΟΣ'],
  [
    'an address that the HTML links to',
    '<p>Write <a href="mailto:a@b.test?subject=x">us</a></p>',
    'Write us <mailto:a@b.test>',
  ],
  ['a linked address', '<p><a href="mailto:a@b.test">a@b.test</a></p>', 'a@b.test'],
  ['a phone number that the HTML links to', '<p><a href="tel:+431">Call</a></p>', 'Call [tel:+431]'],
  ['an embedded image', '<p>Hi<img src="cid:logo@acme.test"></p>', 'Hi [cid:logo@acme.test]'],
  ['cells', '<table><tr><td>Total</td><td>5</td></tr></table>', 'Total|5'],
  ['the marks of an ordered list', '<ol><li>One</li><li>Two</li></ol>', '- One\n- Two'],
  ['the numbers of an ordered list', '<ol><li>One</li><li>Two</li></ol>', '1. One\n2. Two'],
  ['line breaks', '<p>One<br>two</p><p>three</p>', 'One two\n\n\nthree'],
  ['the label of an image', '<p>Hi <img src="https://a.test/1" alt="Logo"></p>', 'Hi [image: Logo]'],
])('the parts do not differ by %s', async (_what, html, text) => {
  expect(await previewDiffers({ html, text })).toBe(false);
});

//
test.each([
  '<h1>Offers</h1><table><tr><td>Tea</td><td>5 EUR</td></tr></table><ol><li><a href="https://acme.test">Buy</a></li></ol>',
  '<h2>Straße ılık Άδεια</h2><p><a href="mailto:a@b.test">Write</a> <a href="tel:+431">call</a></p>',
  '<p><img src="cid:logo" alt="Acme"><img src="https://acme.test/a.png" alt="Tea"><a href="#top">Top</a></p>',
  '<ol reversed><li>Tea<li value=9>Milk<li>Ice</ol><ol start=-2><li>Salt<li>Oil</ol><ol type=a start=0><li>Rye</ol>',
  '<p><a href="//acme.test/a">See</a> <a href="https:acme.test">us</a> <img src="//acme.test/b.png" alt="Tea">',
  '<p>From: Kim &lt;<a href="mailto:kim@a.test">kim@a.test</a>&gt;</p>',
  `${'<blockquote>'.repeat(25)}<style>p{top:0}</style><p>Caf&eacute; &amp; Tea&nbsp;5`,
  '<ol type="i"><li>Tea<li>Milk</ol><menu><li>Ice<li>Salt</menu>',
  '<p style="display:none">Preview</p><dl><dt>Tea<dd>5</dl><!-- a --!>shown<!-- -->',
])('the text that is derived from %s does not differ', async (html) => {
  expect(await previewDiffers({ html, text: deriveText(html) })).toBe(false);
});

const twoItems = '<span>Kim </span><span>pays </span><span>Sam</span>';

//
test.each([
  [
    'a flexible row that is reversed',
    `<div style="display:flex;flex-direction:row-reverse">${twoItems}</div>`,
  ],
  ['a short form of it', `<div style="display:inline-flex;flex-flow:row-reverse wrap">${twoItems}</div>`],
  ['a column that is reversed', `<div style="display:flex;flex-direction:column-reverse">${twoItems}</div>`],
  [
    'texts without elements in it',
    '<div style="display:flex;flex-direction:row-reverse">Kim pays <b>Sam</b></div>',
  ],
  [
    'the order of items',
    '<div style="display:flex"><b style="order:2">Kim</b> <i>pays</i> <b style="order:-1">Sam</b></div>',
  ],
  ['the order in a grid', '<div style="display:grid"><b style="order:1">Kim</b><i>pays Sam</i></div>'],
  [
    'an order on narrow screens',
    `<style>@media(max-width:600px){.a{display:flex;flex-direction:column-reverse}}</style><div class=a>${twoItems}</div>`,
  ],
  ['an override of the direction', '<p>Pay <bdo dir=rtl>0005</bdo> EUR</p>'],
  ['an override by style', '<p>Pay <b style="unicode-bidi:bidi-override;direction:rtl">0005</b> EUR</p>'],
  ['an override around elements', '<p>Pay <bdo dir=rtl><b>0</b><b>5</b></bdo> EUR</p>'],
  ['an override of an RTL script', '<p>Pay <bdo dir=ltr>שלום</bdo></p>'],
  ['a character that overrides the direction', '<p>Pay \u202e0005\u202c EUR</p>'],
  ['a reference to such a character', '<p>Pay &#x202E;<b>0005</b>&#x202C; EUR</p>'],
  ['such a character before an RTL script', '<p>Pay \u202dשלום\u202c</p>'],
])('the text that is derived from HTML with %s differs', async (_what, html) => {
  expect(await previewDiffers({ html, text: deriveText(html) })).toBe(true);
});

//
test('a text part with a character that changes the order differs', async () => {
  expect(await previewDiffers({ html: '<p>Pay 0005 EUR</p>', text: 'Pay \u202e0005\u202c EUR' })).toBe(true);
});

const mjml = `<!--[if !mso]><!--><meta http-equiv="X-UA-Compatible" content="IE=edge"><!--<![endif]-->
<!--[if mso]><noscript><xml><o:OfficeDocumentSettings><o:AllowPNG/><o:PixelsPerInch>96</o:PixelsPerInch>
</o:OfficeDocumentSettings></xml></noscript><![endif]--><!--[if lte mso 11]><style type="text/css">
.mj-outlook-group-fix { width:100% !important; }</style><![endif]-->`;

//
test.each([
  [
    'a reversed row of one text',
    '<div style="display:flex;flex-direction:row-reverse"><img src=a><b>Kim</b></div>',
  ],
  ['a reversed block', `<div style="flex-direction:row-reverse">${twoItems}</div>`],
  [
    'items in their order',
    '<div style="display:flex"><b style="order:1">Kim</b><i style="order:2">Sam</i></div>',
  ],
  ['an order outside of a row', '<div><b style="order:2">Kim</b> <i style="order:1">Sam</i></div>'],
  [
    'an order of hidden items',
    '<div style="display:flex"><b style="order:2;display:none">A</b><i>Kim</i></div>',
  ],
  ['Hebrew', '<div dir=rtl>שלם <bdo dir=rtl>שלום</bdo> 500 \u202bKim\u202c</div>'],
  ['a direction', '<p dir=rtl>Pay 500 EUR</p><p>Kim \u200e\u2066500\u2069</p>'],
  ['an override that ends', '<bdo dir=rtl><span dir=ltr>500</span></bdo>'],
  [
    'the tables of MJML',
    `${mjml}<!--[if mso | IE]><table role="presentation" width="600"><tr><td><![endif]--><div>Kim</div>
<!--[if mso | IE]></td><td style="width:300px"><![endif]--><div>Sam</div><!--[if mso | IE]></td></tr></table><![endif]-->`,
  ],
  [
    'a VML button',
    `<!--[if mso]><v:roundrect xmlns:v="urn:schemas-microsoft-com:vml" href="https://a.test" style="height:40px"
 fillcolor="#556270"><w:anchorlock/><center style="color:#ffffff">Buy now</center></v:roundrect><![endif]-->
<!--[if !mso]><!-- --><a href="https://a.test" style="color:#fff;background:#556270">Buy now</a><!-- <![endif]-->`,
  ],
  [
    'a button that Outlook hides',
    `<!--[if mso]><v:rect><v:fill color="#000"/><center style="color:white">Buy now</center></v:rect><![endif]-->
<a href="https://a.test" style="mso-hide:all">Buy now</a>`,
  ],
  [
    'an image in VML',
    `<!--[if gte mso 9]><v:rect fill="true"><v:fill type="frame" src="https://a.test/a.png"/><v:textbox><![endif]-->
<div><p>Hello</p></div><!--[if gte mso 9]></v:textbox></v:rect><![endif]-->`,
  ],
  [
    'other programs',
    '<p>Hi</p><!--[if IE 6]><p>Update your browser</p><![endif]--><!--[if lt mso 9]>Old<![endif]-->',
  ],
  ['the numbers of lists in Word', '<p><![if !supportLists]><span>1.&nbsp;</span><![endif]>Tea</p>'],
  [
    'words by version',
    '<!--[if gt mso 14]><p>Hi</p><![endif]--><!--[if lte mso 14]><p>Hi</p><![endif]--><![if !mso]><p>Hi</p><![endif]>',
  ],
])('the text that is derived from HTML with %s does not differ', async (_what, html) => {
  expect(await previewDiffers({ html, text: deriveText(html) })).toBe(false);
});

//
test.each([
  ['another sentence', '<p>Pay 100 EUR.</p><!--[if mso]><p>And wire 9000 EUR.</p><![endif]-->'],
  ['a word of a version', '<p>Pay 100 EUR.</p><!--[if gte mso 16]>now<![endif]-->'],
  ['a word of an old version', '<p>Pay 100 EUR.</p><!--[if (gte mso 9)&(lt mso 15)]>now<![endif]-->'],
  [
    'another amount',
    '<!--[if mso]><p>Pay 900</p><![endif]--><!--[if !mso]><!--><p>Pay 100</p><!--<![endif]-->',
  ],
  ['a word less', '<p>Do <!--[if !mso]><!-->not <!--<![endif]-->pay</p>'],
  ['a revealed word less', '<p>Do <![if !mso]>not <![endif]>pay</p>'],
  ['a hidden word', '<p>Do <b style="mso-hide:all">not</b> pay</p>'],
  [
    'a class that is hidden',
    '<!--[if mso]><style>.x{display:none}</style><![endif]--><p>Do <b class=x>not</b> pay</p>',
  ],
  ['an unclosed condition', '<p>Pay</p><!--[if mso]><p>now</p>'],
])('HTML that shows %s in Outlook differs', async (_what, html) => {
  expect(await previewDiffers({ html, text: deriveText(html) })).toBe(true);
});

//
test.each([
  'tel:+43 1 234',
  'tel:+1 (555) 123-4567',
  'https://a.test/straße',
  'https://münchen.test/a',
  'https://a.test/wiki/Москва',
  'https://a.test/?c=a|b',
])('the derived text of a link to %s does not differ', async (target) => {
  const html = `<p>See <a href="${target}">us</a></p>`;

  expect(await previewDiffers({ html, text: deriveText(html) })).toBe(false);
});

//
test.each([
  '(prefers-color-scheme:dark)',
  '( prefers-color-scheme : dark )',
  'screen and (prefers-color-scheme: dark)',
  'only screen  and (prefers-color-scheme: dark)',
])('text is readable if two rules for dark mode differ only in spelling, as in %s', async (query) => {
  const background = '@media (prefers-color-scheme: dark){.a{background:#111}}';
  const html = `<style>${background}@media ${query}{.b{color:#fff}}</style><p class="a b">Hello</p>`;

  expect(await previewDiffers({ html, text: 'Hello' })).toBe(false);
});

//
test.each([
  'https://',
  'https://a@',
  '[a',
  '[https://a',
  '本 ',
  '@',
  'a:',
  'a.',
  '5+',
  '✓ ',
  '[1] https://a\n',
  '\u202e ',
])('a megabyte of %j is compared in linear time', async (unit) => {
  await expectAsyncCpuMsAtMost(
    () => previewDiffers({ html: '<p>Hello</p>', text: unit.repeat(1_000_000 / unit.length) }),
    2_000,
  );
});

//
test('images and symbols in any number are compared in linear time', async () => {
  await expectAsyncCpuMsAtMost(
    () => previewDiffers({ html: '<li><img src=a>'.repeat(9_000), text: `${'✓ '.repeat(9_000)}x` }),
    2_000,
  );
});

//
test.each([
  '<!--[if mso]>',
  '<!--[if mso]><v:',
  '<![if !mso]>a',
  '<!--[if (mso',
  '<!--[if !!!!!!!!',
  '<xml>',
])('a megabyte of %j in the HTML is compared in linear time', async (unit) => {
  const html = `${unit.repeat(1_000_000 / unit.length)}Hello`;

  await expectAsyncCpuMsAtMost(() => previewDiffers({ html, text: 'Hello' }), 2_000);
});
