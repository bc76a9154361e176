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
  '<svg><text y=20><![CDATA[secret]]></text></svg>',
  '<svg><text y=20>secret</text></svg>',
  '<object>secret</object>',
  '<head>secret</head>',
  '<div style="height:0;overflow:hidden"><div style="position:absolute">secret</div></div>',
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
  '<video>secret</video>',
  '<meter>secret</meter>',
  '<math><annotation>secret</annotation></math>',
  '<div style="overflow:hidden;height:20px"><p style="margin-top:100px">secret</p></div>',
])('%s hides its text as in browsers', (html) => {
  expect(read(html)).toEqual(hidden);
});

test.each([
  ['a closed option', true, '<select><option>a<option>secret</select>'],
  ['a popover', true, '<div popover>secret</div>'],
  ['a canvas, without scripts', false, '<p>x</p><canvas>secret</canvas>'],
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
  ['options', `<select>${'<option>x'.repeat(14_000)}`],
  ['comments', '<!---->'.repeat(39_000)],
  [
    'gradients in gradients',
    `<p style="background:linear-gradient(#0001${',#0002'.repeat(9_000)})">${'<p>x'.repeat(9_000)}`,
  ],
])('hostile HTML with many %s is read within a second', (_what, html) => {
  expectCpuMsAtMost(() => void visibleText(html), 1_000);
});
