import { readReply } from '../../../shared/text/reply/read-reply';
import { visibleText } from '../../../shared/text/visible/visible-text.lazy';
import { expectCpuMsAtMost } from '../../support/cpu-time';

const styled = (style: string): string => `<p>Hello</p><div style='${style}'>secret</div><p>bye</p>`;

/** Reads the HTML as agents and approvers do, who must agree. */
function read(html: string) {
  const { text, hasHiddenText, isConditional } = visibleText(html);
  const reply = readReply({ text: null, html });
  const isShown = text.includes('secret');
  expect(reply.rawText?.includes('secret')).toBe(isShown);
  expect(reply.hasHiddenText).toBe(hasHiddenText || isConditional);
  return { isShown, hasHiddenText, isConditional };
}

const shown = { isShown: true, hasHiddenText: false, isConditional: false };
const hidden = { isShown: false, hasHiddenText: true, isConditional: false };

// Chromium shows each of these texts.
test.each([
  'mso-hide:all',
  'position:absolute;top:1500px',
  'position:absolute;left:99999px',
  'position:absolute;right:-1500px',
  'position:relative;top:1500px',
  'transform:translateX(1500px)',
  'background:var(--bg,#06c);color:#fff',
  '--bg:#06c;background:var(--bg);color:#fff',
  'display:var(--nope)',
  '--d:none;--d:block;display:var(--d)',
  'font-size:0;font-size:clamp(12px,1vw,20px)',
  'font-size:0;font-size:calc(1em + 1vw)',
  'margin:0 -9999px;padding:0 9999px',
  'height:0;padding-bottom:50%',
  'height:0;padding-bottom:100px;overflow:hidden',
  'max-height:0;padding:20px;overflow:hidden',
  'height:0%;overflow:hidden',
  'width:1px;min-width:100%;overflow:hidden',
  'height:0;display:inline;overflow:hidden',
  'line-height:0;overflow:hidden;height:20px',
  'display:none\\9',
  'display:none!ie',
  '*display:none',
  'background:linear-gradient(red,blue);-webkit-background-clip:text;color:transparent',
  'background:linear-gradient(#000,#000);color:#fff',
  'background:#000;background:bogus;color:#fff',
  'color:#fff;text-shadow:0 0 2px #000',
  'color:#fff;-webkit-text-stroke:1px #000',
  'transform:rotateX(90deg)/scale(0)',
  'display:none;all:unset',
  'display:none;display:block flow',
  'text-indent:9999px;text-indent:10px;overflow:hidden',
  'margin-left:36pt;text-indent:-18pt',
  'box-shadow:inset 0 0 0 1px #123;color:#123',
  'box-shadow:0 0 0 99px #fff;color:#123',
  'box-shadow:inset 0 0 0 99px #123;color:#fff',
  'color:#fff;filter:invert(1)',
  'background:#000;color:#fff;filter:invert(100%)',
  'filter:contrast(0)',
  'filter:brightness(0)',
  'filter:brightness(9)',
  'filter:grayscale(1) sepia(1)',
])('a text with the style %s is shown as in browsers', (style) => {
  expect(read(styled(style))).toEqual(shown);
});

// Chromium shows none of these texts.
test.each([
  '--d:none;display:var(--d)',
  '--d:none;display:var(--e,var(--d))',
  'color:var(--x,white)',
  'font-size:calc(0px + 0em)',
  'background:linear-gradient(#fff,#fefefe);color:#fff',
  'background:linear-gradient(to right,#06c 0%,#06c 100%);color:#06c',
  'background:linear-gradient(#fff,#fff);-webkit-background-clip:text;color:transparent',
  'background-clip:text;color:transparent',
  'color:Canvas',
  'color:light-dark(white,black)',
  'text-indent:100%;overflow:hidden;white-space:nowrap',
  'text-indent:-300px',
  'position:absolute;top:-100vh',
  'position:absolute;bottom:100vh',
  'position:absolute;right:100%',
  'position:fixed;top:100vh',
  'position:absolute;inset:-9999px auto auto auto',
  'position:absolute;inset:0 auto auto -9999px',
  'position:relative;left:-100%',
  'transform:rotateX(.25turn)',
  'transform:rotate3d(1,0,0,90deg)',
  'transform:translateY(-100vh)',
  'transform:matrix3d(0,0,0,0,0,0,0,0,0,0,1,0,0,0,0,1)',
  'transform:skewX(90deg)',
  'scale:0',
  'rotate:x 90deg',
  'translate:-9999px',
  'clip-path:xywh(0 0 0 0)',
  'clip-path:path("M0 0")',
  'mask-image:linear-gradient(transparent,transparent)',
  'filter:blur(50px)',
  'display:table-column',
  'contain:strict',
  'height:0;padding-top:50px;overflow:hidden',
  '-webkit-text-security:disc;color:transparent',
  'box-shadow:inset 0 0 0 99px #123;color:#123',
  'box-shadow:inset 0 9999px #123;color:#123',
  'box-shadow:0 0 1px red,inset 0 0 0 99px;color:red',
  'zoom:1%',
  'font:0px Arial',
  'mask:linear-gradient(transparent,transparent)',
  'filter:contrast(0) brightness(2)',
  'filter:invert(1)',
  'background:#000;color:#fff;filter:brightness(0)',
  'background:#000;color:#fff;filter:contrast(0%)',
  'color:red;background:#363636;filter:grayscale(1)',
  'color:#eee',
])('a text with the style %s is hidden as in browsers', (style) => {
  expect(read(styled(style))).toEqual(hidden);
});

// Chromium shows each of these texts.
test.each([
  '<body bgcolor="#003366;"><font color=white>secret</font>',
  '<table bgcolor="003366;"><tr><td style="color:#fff">secret</table>',
  '<table bgcolor="#36"><tr><td style="color:#fff">secret</table>',
  '<div style="background:#000"><font color="fff;fff">secret</font></div>',
  '<p>x <span style="width:0;overflow:hidden">secret</span></p>',
  '<style>.a{display:none;& {display:block}}</style><div class=a>secret</div>',
  '<style>p{display:block}@layer a{p{display:none}}</style><p>secret</p>',
  '<style>@layer a,b;@layer b{p{display:block}}@layer a{p{display:none}}</style><p>secret</p>',
  '<style>p:enabled{display:none}</style><p>secret</p>',
  '<style>@layer a{p{display:none!important}}</style><p style="display:block!important">secret</p>',
  '<style>p,x:foo{display:none}</style><p>secret</p>',
  '<style type="text/plain">p{display:none}</style><p>secret</p>',
  '<p>x<!-- a --!>secret<!-- --></p>',
  '<p>x<![CDATA[y>secret]]></p>',
  '<p>x<!-->secret<!-- --></p>',
  '<style>@supports (display:grid){p{display:block}}@supports not (display:grid){p{display:none}}</style><p>secret</p>',
  '<object>secret</object>',
  '<head>secret</head>',
  '<div style="height:0;overflow:hidden"><div style="position:absolute">secret</div></div>',
  '<table><col style="background:#036"><tr><td style="color:#fff">secret</table>',
  '<table><col style="background:#036"><tr><td style="background:#fff;color:#036">secret</table>',
  '<table><col style="background:#036"><tr bgcolor=white><td style="color:#036">secret</table>',
  '<table><col style="background:#036"><col><tr><td>a<td style="color:#036">secret</table>',
  '<table bgcolor="#333333"><tr><td><a style="color:#fff">secret</a></table>',
  '<div style="opacity:.6"><div style="opacity:.6">secret</div></div>',
  '<div style="position:absolute;left:-9999px"><div style="position:absolute;left:9999px">secret</div></div>',
  '<div style="position:absolute;left:-9999px"><div style="position:fixed;left:0">secret</div></div>',
])('%s shows its text as in browsers', (html) => {
  expect(read(html)).toEqual(shown);
});

// Chromium shows none of these texts.
test.each([
  '<style>P{DISPLAY:NONE}</style><p>secret</p>',
  '<style>p:read-only{display:none}</style><p>secret</p>',
  '<style>p:is(p,:foo){display:none}</style><p>secret</p>',
  '<style>p:-webkit-any(p){display:none}</style><p>secret</p>',
  '<style>p:defined{display:none}</style><p>secret</p>',
  '<style>p::-webkit-foo,p{display:none}</style><p>secret</p>',
  '<style>div{p{display:none}}</style><div><p>secret</p></div>',
  '<style>.a{&.b{display:none}}</style><div class="a b">secret</div>',
  '<style>.a{.b &{display:none}}</style><div class="b"><div class=a>secret</div></div>',
  '<style>.a{@media screen{display:none}}</style><div class="a">secret</div>',
  '<style>.a{> p{display:none}}</style><div class=a><p>secret</p></div>',
  '<style>@layer a,b;@layer b{p{display:none}}@layer a{p.x{display:block}}</style><p class=x>secret</p>',
  '<style>:root{--d:none}p{display:var(--d)}</style><p>secret</p>',
  '<iframe>secret</iframe>',
  '<meter>secret</meter>',
  '<math><annotation>secret</annotation></math>',
  '<div style="overflow:hidden;height:20px"><p style="margin-top:100px">secret</p></div>',
  '<table><col style="background:#036"><tr><td style="color:#036">secret</table>',
  '<table><colgroup style="background:#036"><col></colgroup><tr><td style="color:#036">secret</table>',
  '<table><colgroup span=2 style="background:#036"></colgroup><tr><td>a<td style="color:#036">secret</table>',
  '<table><col><col bgcolor="#003366"><tr><td>a<td><font color="#003366">secret</font></table>',
  '<table><col span=2><col bgcolor=red><tr><td colspan=2>a<td><font color=red>secret</font></table>',
  '<table bgcolor=black><tr><td><font color=black>secret</font></table>',
  '<table><tr bgcolor="#112233"><td style="color:#112233">secret</table>',
  '<table><tbody bgcolor="#112233"><tr><td style="color:#112233">secret</table>',
  '<body bgcolor="#112233"><p style="color:#112233">secret',
  '<div style="opacity:.3"><div style="opacity:.3">secret</div></div>',
  '<table><tr style="visibility:collapse"><td>secret</table>',
])('%s hides its text as in browsers', (html) => {
  expect(read(html)).toEqual(hidden);
});

const line = 'Thanks, that works for me.';
const lines = `${line} `.repeat(40);

// Chromium shows none of these texts.
test.each([
  ['height:18px', `${line}<br>${line}<br>secret`],
  ['height:20px', `<p>${line}</p><p>secret</p>`],
  ['height:30px', `<p>${line}</p><p>secret</p>`],
  ['max-height:20px', `${line}<div>${line}</div><div>secret</div>`],
  ['max-height:3em', '<p>One</p><p>secret</p>'],
  ['height:20px;line-height:20px', `${line}<br>secret`],
  ['height:20px;font:14px/20px Arial', 'Hello<div>there</div>secret'],
  ['height:calc(10px + 8px)', 'a<br>b<br>secret'],
  ['block-size:18px', 'a<br>b<br>secret'],
  ['height:20px', `${line}<table><tr><td>secret</table>`],
  ['height:40px', '<table><tr><td>a<tr><td>b<tr><td>secret</table>'],
  ['height:30px', '<table style="height:90px"><tr><td>a</table>secret'],
  ['height:30px', '<table><tr style="height:90px"><td>a<tr><td>secret</table>'],
  ['height:20px', '<div style="height:100px"></div>secret'],
  ['height:30px', '<div style="min-height:40px">a</div>secret'],
  ['height:20px', '<div style="padding-top:50px">secret</div>'],
  ['height:20px', '<div style="padding-bottom:50px">Hi</div>secret'],
  ['height:20px', '<div style="margin-bottom:50px">Hi</div>secret'],
  ['height:20px', '<img height=50 width=10 src=x><br>secret'],
  ['height:20px', '<hr><hr><hr>secret'],
  ['height:50px', '<h1>a</h1><p>secret</p>'],
  ['height:20px', '<ul><li>a<li>b<li>secret</ul>'],
  ['height:40px', '<dl><dt>a<dd>b<dt>secret</dl>'],
  ['height:20px', 'Hi<blockquote>Hi</blockquote>secret'],
  ['height:20px', '<pre>Hi\n\n\nsecret</pre>'],
  ['height:20px;white-space:pre-wrap', 'Hi\n\n\nsecret'],
  ['height:20px', `${lines}${lines}secret`],
  ['height:20px;width:200px', `${lines}secret`],
  ['height:20px', `${'你好'.repeat(200)}<br>secret`],
  ['width:100px;white-space:nowrap', `${lines}secret`],
  ['width:100px;white-space:nowrap', `<b>${line} ${line}</b> secret`],
  ['width:100px;white-space:nowrap;text-overflow:ellipsis', `${line} ${line} secret`],
  ['width:80px;white-space:pre', `a${' '.repeat(60)}secret`],
  ['width:200px;white-space:nowrap;word-spacing:999px', 'a secret'],
  ['', `Hi${'&nbsp;'.repeat(600)}secret`],
  ['width:200px;display:-webkit-box;-webkit-line-clamp:1;-webkit-box-orient:vertical', `${lines}secret`],
  ['height:20px;display:flex;flex-direction:column', '<div>a</div><div>b</div><div>secret</div>'],
  ['height:20px;display:grid', '<div>a</div><div>b</div><div>secret</div>'],
])('a box with the style %j and clipped content hides the end of %s as in browsers', (style, content) => {
  expect(read(`<div style="overflow:hidden;${style}">${content}</div>`)).toEqual(hidden);
});

// Chromium shows each of these texts.
test.each([
  ['height:20px', 'secret'],
  ['border-radius:9px', '<p>Hi</p><p>secret</p>'],
  ['height:auto', 'Hi<br>Hi<br>secret'],
  ['min-height:10px', 'Hi<br>Hi<br>secret'],
  ['height:40px', 'Hi<br>secret'],
  ['height:60px', '<p>a</p><p style="margin-top:0">secret</p>'],
  ['height:40px', '<div style="margin:5px 0">a</div><div style="margin:5px 0">secret</div>'],
  ['height:40px', '<div></div><p></p><p></p><p style="margin:0">secret</p>'],
  ['height:20px;font-size:8px', 'Hi<br>secret'],
  ['height:20px;line-height:10px', 'Hi<br>secret'],
  ['height:40px;line-height:40px;background:#000;color:#fff', 'secret'],
  ['height:20px', '<div style="float:left">Hi</div><div style="float:left">secret</div>'],
  [
    'height:20px',
    '<span style="display:inline-block">Hi</span> <span style="display:inline-block">secret</span>',
  ],
  ['height:24px', '<table cellpadding=0 cellspacing=0><tr><td>Hi<td>Hi<td>secret</table>'],
  ['height:20px;display:flex', '<div>Hi</div><div>Hi</div><div>secret</div>'],
  ['height:20px;display:grid;grid-template-columns:1fr 1fr', '<div>Hi</div><div>secret</div>'],
  ['height:20px', '<div>Hi</div><div style="margin-top:-18px">secret</div>'],
  ['height:20px', '<div style="margin-bottom:-18px">Hi</div><div>secret</div>'],
  ['height:100px', '<ul><li>a<li>secret</ul>'],
  ['width:200px;white-space:nowrap', 'secret'],
  ['width:600px', `${lines}secret`],
  ['max-height:200px', `${line} ${line} secret`],
  ['height:20px;width:200px;font-size:12px', 'A short line with secret'],
  ['height:20px', 'A rather long sentence that fits in a single line of a window secret'],
  ['height:40px', '<button style="padding:10px">secret</button>'],
  ['height:20px', '<!-- c --><span>  </span>secret'],
])('a box with the style %j and clipped content shows all of %s as in browsers', (style, content) => {
  expect(read(`<div style="overflow:hidden;${style}">${content}</div>`)).toEqual(shown);
});

test.each(['td', 'body', 'html'])('the height of the element %s does not clip its content', (name) => {
  const start = name === 'td' ? '<table><tr>' : '';

  expect(read(`${start}<${name} style="height:10px;overflow:hidden">Hi<br>Hi<br>secret`)).toEqual(shown);
});

test('of a long text, the part remains that a box may show', () => {
  const { text, hasHiddenText } = visibleText(
    `<div style="height:20px;overflow:hidden">${lines}${lines}</div>`,
  );

  expect(text.startsWith(line)).toBe(true);
  expect(text.length).toBeLessThan(400);
  expect(hasHiddenText).toBe(true);
});

test.each([
  ['a closed option', true, '<select><option>a<option>secret</select>'],
  ['a popover', true, '<div popover>secret</div>'],
  ['a video, for clients without media', false, '<p>x</p><video>secret</video>'],
  ['a canvas, without scripts', false, '<p>x</p><canvas>secret</canvas>'],
  ['a drawing, which webmail removes', true, '<svg><text y=20>secret</text></svg>'],
  ['a section of a drawing', true, '<svg><text y=20><![CDATA[secret]]></text></svg>'],
  ['a rule for every screen', false, '<style>@media (min-width:1px){p{display:none}}</style><p>secret</p>'],
  [
    'a rule for every size',
    false,
    '<style>@media screen and (max-width: 9999px){p{font-size:0}}</style><p>secret</p>',
  ],
  [
    'a rule for WebKit',
    false,
    '<style>@media (-webkit-min-device-pixel-ratio:0){p{display:none}}</style><p>secret</p>',
  ],
  [
    'a rule for modern clients',
    false,
    '<style>@supports (display:grid){p{display:none}}</style><p>secret</p>',
  ],
  [
    'a rule for every screen of modern clients',
    false,
    '<style>@media (min-width:1px){@supports (display:flex) and (color:red){p{color:#fff}}}</style><p>secret</p>',
  ],
  [
    'a rule that only modern clients read',
    true,
    '<style>p{display:none}@media (min-width:0){p{display:block}}</style><p>secret</p>',
  ],
  ['a rule for an unknown property', true, '<style>@supports (x:y){p{display:none}}</style><p>secret</p>'],
  ['a rule for wide screens', true, '<style>@media (min-width:480px){p{display:none}}</style><p>secret</p>'],
  ['noscript, without scripts', false, '<p>x</p><noscript>secret</noscript>'],
  ['a style sheet', false, '<style>p::before{content:"secret"}</style><p>x</p>'],
  ['a list marker', false, '<style>ul{list-style-type:"secret"}</style><ul><li>x</ul>'],
  ['a field', false, '<p>x</p><input value=secret>'],
  ['a page in a frame', false, '<p>x</p><iframe srcdoc=secret></iframe>'],
])('words of %s are reported, because not all clients show them', (_what, isShown, html) => {
  expect(read(html)).toEqual({ isShown, hasHiddenText: false, isConditional: true });
});

test.each([
  [
    'variables in variables',
    `<p style="--a0:x;${Array.from({ length: 900 }, (_value, index) => `--a${index + 1}:var(--a${index})var(--a${index});`).join('')}color:var(--a900)">x`,
  ],
  ['variables on many elements', `<style>*{--a:red;color:var(--a)}</style>${'<p>x'.repeat(14_000)}`],
  ['nested rules', `<style>${'a,a,a{'.repeat(500)}</style><p>x`],
  [
    'layers',
    `<style>${Array.from({ length: 6_000 }, (_value, index) => `@layer a${index}{p{top:0}}`).join('')}</style><p>x`,
  ],
  ['words in a clipped box', `<div style="height:20px;overflow:hidden">${'a '.repeat(300_000)}`],
  ['Chinese words in a clipped box', `<div style="height:20px;overflow:hidden">${'你'.repeat(300_000)}`],
  [
    'no-break spaces in a clipped box',
    `<div style="height:20px;overflow:hidden">${'&nbsp;a'.repeat(100_000)}`,
  ],
  ['cells below a column', `<table><col bgcolor=red><tr>${'<td>x'.repeat(9_000)}`],
  ['columns', `<table>${'<col span=1000>'.repeat(7_000)}<td>x`],
  [
    'conditions and clipped words',
    `<style>${Array.from({ length: 1_200 }, (_value, index) => `@media (a:${index}){p{top:0}}`).join('')}</style><div style="height:20px;overflow:hidden">${'a '.repeat(100_000)}`,
  ],
  ['options', `<select>${'<option>x'.repeat(14_000)}`],
  ['comments', '<!---->'.repeat(39_000)],
  [
    'gradients in gradients',
    `<p style="background:linear-gradient(#0001${',#0002'.repeat(9_000)})">${'<p>x'.repeat(9_000)}`,
  ],
])('hostile HTML with many %s is read within two seconds', (_what, html) => {
  expectCpuMsAtMost(() => void visibleText(html), 2_000);
});
