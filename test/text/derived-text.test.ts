import { readReply } from '../../shared/text/reply/read-reply';
import { deriveText } from '../../shared/text/derived-text.lazy';
import { emptyComments } from '../../shared/text/html-comments';
import { expectCpuMsAtMost, expectLinear } from '../support/cpu-time';

test.each([
  [
    'a hidden preview',
    '<div style="display:none;max-height:0">secret &zwnj;&nbsp;&zwnj;</div><p>Hello</p>',
    'Hello',
  ],
  ['an escape in a property', '<div style="d\\69splay:/**/none">secret</div>Hello', 'Hello'],
  ['the hidden attribute', '<p hidden>secret<p>Hello', 'Hello'],
  ['elements in a hidden element', '<div style="display:none">secret<div>secret</div></div>Hello', 'Hello'],
  ['opacity', 'Hello<span style="opacity:.01">secret</span>', 'Hello'],
  ['a box without height', '<div style="max-height:0;overflow:hidden">secret</div>Hello', 'Hello'],
  ['a font without size', '<span style="font-size:0">secret</span>Hello', 'Hello'],
  [
    'a hidden image',
    '<img style="display:none" src="https://example.com/secret" alt="secret">Hello',
    'Hello',
  ],
  ['an important declaration', '<p style="display:none!important;display:block">secret</p>Hello', 'Hello'],
  [
    'spaces around an important mark',
    '<p style="display: none ! important ;display:block">secret</p>Hello',
    'Hello',
  ],
  ['fillers', 'Hello&zwnj;&nbsp;&zwnj;&nbsp;&#847;&shy;&#x200B; Kim', 'Hello Kim'],
  ['soft hyphens', 'Hel&shy;lo', 'Hello'],
])('the text derived from HTML leaves out %s', (_description, html, text) => {
  expect(deriveText(html)).toBe(text);
});

test.each([
  ['<div style="x-display:none">Hello</div>'],
  ['<div style="display:none;display:block">Hello</div>'],
  ['<div style="max-height:0;overflow:hidden;max-height:none">Hello</div>'],
  ['<div style="/*display:none*/">Hello</div>'],
  ['<div style="opacity:1">Hello</div>'],
  ['<div style="height:20px;overflow:hidden">Hello</div>'],
  ['<table style="font-size:0"><tr><td style="font-size:14px">Hello</td></tr></table>'],
  ['<p style="font-size:0.9em">Hello</p>'],
  ['<p title="display:none">Hello</p>'],
  ['<br style="display:none">Hello'],
  ['<a style="mso-hide:all">Hello</a>'],
  ['<p style="display:none\\9">Hello</p>'],
  ['<span style="height:0;overflow:hidden">Hello</span>'],
  ['<div style="height:0;overflow:hidden;padding-bottom:50%">Hello</div>'],
  ['<div style="width:1px;min-width:100%;overflow:hidden">Hello</div>'],
  [
    '<p style="background:linear-gradient(red,blue);-webkit-background-clip:text;color:transparent">Hello</p>',
  ],
  ['<table><tr><td style="font-size:0"><a><img alt="Hello"></a></td></tr></table>'],
  ['<div style="visibility:hidden"><p style="visibility:visible">Hello</p></div>'],
  ['<!-- a --!>Hello<!-- -->'],
  ['<!-->Hello<!---->'],
  ['<![CDATA[>Hello<!-- ]]> -->'],
  ['<!-- a --><p title="<!--">Hello</p>'],
  ['<style>/*<!--*/</style>Hello<!---->'],
  ['<a b=\'<!--\' c="-->">Hello</a><!-- > -->'],
  ['Hello<a b="'],
])('the text derived from %s has its words', (html) => {
  expect(deriveText(html)).toBe('Hello');
});

test.each([
  ['<ol reversed><li>a<li>b</ol>', ' 2. a\n 1. b'],
  ['<ol reversed start=10><li>a<li>b</ol>', ' 10. a\n 9.  b'],
  ['<ol start=-1><li>a<li>b</ol>', ' -1. a\n 0.  b'],
  ['<ol><li value=5>a<li>b<li value=-3>c</ol>', ' 5.  a\n 6.  b\n -3. c'],
  ['<ol reversed><li value=7>a<li>b</ol>', ' 7. a\n 6. b'],
  ['<ol type=a start=0><li>a<li>b</ol>', ' 0. a\n a. b'],
  ['<ol type=A start=27><li>a<li>b</ol>', ' AA. a\n AB. b'],
  ['<ol start=1.5><li>a</ol>', ' 1. a'],
  ['<ol start=x><li value="">a</ol>', ' 1. a'],
  ['<ol><li>x<ol reversed><li>a<li>b</ol><li>y</ol>', ' 1. x\n    2. a\n    1. b\n 2. y'],
  ['<ul><li value=7>a</ul>', ' * a'],
])('the list %s has the numbers of browsers', (html, text) => {
  expect(deriveText(html)).toBe(text);
});

test.each([
  ['//example.com/a', ' [https://example.com/a]'],
  [' //exam\nple.com ', ' [https://example.com]'],
  ['\\\\example.com', ' [https://example.com]'],
  ['///example.com', ' [https://example.com]'],
  ['https:example.com', ' [https://example.com]'],
  ['http:/example.com', ' [http://example.com]'],
  ['//', ''],
  ['/a', ''],
  ['https:', ''],
])('the link target %j is derived as %j', (target, text) => {
  expect(deriveText(`<a href="${target}">See</a>`)).toBe(`See${text}`);
});

test('joiners inside words and emoji stay in the derived text', () => {
  expect(deriveText('می&zwnj;خواهم 👩‍💻')).toBe('می‌خواهم 👩‍💻');
});

test.each([
  ['hidden elements', '<i hidden>x</i>'.repeat(9_000)],
  ['styles', `<i style="${'a:b;'.repeat(200_000)}">x`],
  ['comments in styles', `<i style="${'/*'.repeat(400_000)}">x`],
  ['blanks in styles', `<i style="a:${' '.repeat(900_000)}b">x`],
  ['blanks in values', `<i style="a:x${' '.repeat(20_000)}y">x`],
  ['blanks before a mark', `<i style="a:x${'! '.repeat(20_000)}">x`],
  ['list items', `<ol reversed>${'<li value=9>x'.repeat(19_000)}`],
  ['slashes', `<a href="${'/'.repeat(900_000)}">x</a>`],
  ['fillers', '&zwnj;&nbsp;'.repeat(80_000)],
  ['spaces', `Hello${' '.repeat(100_000)}Kim`],
  ['open comments', '<!--'.repeat(200_000)],
  ['open attributes', '<a b="'.repeat(150_000)],
  ['open styles', '<style>'.repeat(19_000)],
  ['no-break spaces', `Hello${'&nbsp;'.repeat(100_000)}Kim`],
])('a text is derived from hostile HTML with many %s within a second', (_description, html) => {
  expectCpuMsAtMost(() => void deriveText(html), 1_000);
});

// E-7, IN-25
test.each([
  ['<span style="display:block">5</span><span style="display:block">0 EUR</span>', '5\n0 EUR'],
  ['Pay <b style="color:red; DISPLAY : flex">5</b>0 EUR', 'Pay\n5\n0 EUR'],
  ['<a style="display:block" href="https://a.test">One</a>Two', 'One [https://a.test]\nTwo'],
  ['<div style="display:inline">no</div><div style="display:inline !important">where</div>', 'nowhere'],
  ['$19<sup>99</sup>', '$19 99'],
  ['$<b>19</b><span style="vertical-align:super"><i>99</i></span>', '$19 99'],
  ['2024<sub>1</sub>, 10<sup>th</sup>, m<sup>2</sup>', '2024 1, 10th, m2'],
  ['<s>900</s><ins>500</ins> de<del>le</del>te', '900 500 delete'],
  ['<div style="display:flex"><span>Item 2</span><span>50.00</span></div>', 'Item 2 50.00'],
  ['<div style="display:grid">Item 2<b>50.00</b></div>', 'Item 2 50.00'],
  ['Item 2<span style="float:right">50.00</span>', 'Item 2 50.00'],
  ['4711<span style="margin-left:12px">2</span><b style="padding:0 0 0 1em">19.90</b>', '4711 2 19.90'],
  ['<b><i>4711</i><i style="margin:0 .5em 0 0">2</i></b>19.90', '47112 19.90'],
  ['no<b style="margin:9px 2px">whe</b><code style="padding:2px 4px">re</code>, x', 'nowhe re, x'],
  ['<span style="display:inline-block">no</span><span style="-x-display:block">where</span>', 'nowhere'],
])('the style of %s decides which words are joined', (html, text) => {
  expect(deriveText(html)).toBe(text);
  expect(readReply({ text: null, html: html.replace(/ href="[^"]*"/, '') }).text).toBe(
    text.replace(/ \[.*\]/, ''),
  );
});

const largest = 14_000_000;

test('the text of the largest HTML ends before an open tag', () => {
  expect(deriveText(`Hello<a ${'a'.repeat(largest)}`)).toBe('Hello');
});

test.each(['=', '"', '="" ', "=''", '= ', '<', ' '])(
  'the largest HTML with a tag of only %j is read',
  (unit) => {
    const html = `<a ${unit.repeat(largest / unit.length)}`;

    expect(emptyComments(`<!-- a -->${html}`) === `<!---->${html}`).toBe(true);
  },
);

test.each(['<a b=">"', '<!--', '<a ', '=', '<style>', '<!'])(
  'comments among many %j are found in linear time',
  (unit) => {
    expectLinear((length) => emptyComments(unit.repeat(length / unit.length)), 4_000_000);
  },
);
