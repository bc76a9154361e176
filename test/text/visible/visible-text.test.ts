import { visibleText } from '../../../shared/text/visible/visible-text.lazy';
import { expectCpuMsAtMost } from '../../support/cpu-time';

function read(html: string): { text: string; hasHiddenText: boolean; isConditional: boolean } {
  const { text, hasHiddenText, isConditional } = visibleText(html);
  return { text, hasHiddenText, isConditional };
}

const styled = (style: string): string => `<p>Hello</p><div style='${style}'>secret</div><p>bye</p>`;

test.each([
  'display:none',
  'd\\69splay:none',
  'display:/**/none',
  'DISPLAY : NONE !important',
  'display:none;display:foo',
  'visibility:hidden',
  'visibility:collapse',
  'opacity:.01',
  'opacity:0',
  'opacity:1%',
  'opacity:0.1',
  'font-size:0',
  'font-size:1px',
  'font-size:0.1em',
  'font:0/0 a',
  'font:bold 1px/1 Arial',
  'color:#fff',
  'color:white',
  'color:#fefefe',
  'color:transparent',
  'color:rgba(0,0,0,0)',
  'color:rgb(0 0 0 / 1%)',
  'background:#123456;color:#123457',
  'background-color:red;color:rgb(255,0,0)',
  'height:0;overflow:hidden',
  'max-height:0;overflow:hidden',
  'max-height:0px;overflow:hidden',
  'width:0;overflow:hidden',
  'height:1px;overflow:hidden',
  'text-indent:-9999px',
  'position:absolute;left:-9999px',
  'position:absolute;top:-9999px',
  'margin-left:-9999px',
  'margin:0 0 0 -9999px',
  'clip:rect(0,0,0,0);position:absolute',
  'clip-path:inset(50%)',
  'clip-path:inset(100%)',
  'clip-path:circle(0)',
  'transform:scale(0)',
  'transform:scale(0,0)',
  'color:hsl(0 0% 100%)',
  '-webkit-text-fill-color:transparent',
  'color:oklch(100% 0 0)',
  'font-size:calc(0px)',
  'max-height:0;overflow:hidden;max-height:bogus',
  'line-height:0;overflow:hidden',
  'filter:opacity(0)',
  'display:none !important;display:block',
  'left:-9999px;position:fixed',
  'transform:translateX(-9999px)',
  'color:#fff0',
  'position:absolute;clip:rect(1px,1px,1px,1px)',
  'overflow:hidden;height:0pt',
  'letter-spacing:-100px',
  'font-size:.0001rem',
  'clip-path:polygon(0 0,0 0,0 0)',
  'transform:rotateY(90deg)',
])('a text with the style %s is hidden', (style) => {
  expect(read(styled(style))).toEqual({
    text: 'Hello\n\nbye',
    hasHiddenText: true,
    isConditional: false,
  });
});

test.each([
  'x-display:none',
  'max-height:0;max-height:none',
  'max-height:0;overflow:hidden;max-height:none',
  'display:none;display:block',
  '/*display:none*/',
  'content:"display:none"',
  'color:#fff;background:#000',
  'color:#fff;background:url(x.png)',
  'opacity:.9',
  'opacity:1',
  'height:0',
  'font-size:12px',
  '--x:none',
  'display:none!important;display:block!important',
  'text-indent:20px',
  'left:-9999px',
  'overflow:hidden',
  'color:#333',
  'font-size:0;font-size:14px',
  'display:nonesuch',
  'clip:rect(0,0,0,0)',
  'font:12px/0 Arial',
  'height:0;overflow:hidden;min-height:20px',
  'background:#fff;color:#000',
  'transform:none',
  'color:inherit',
  'color:#ffff00',
  'zoom:1',
  'font:italic 700 12px Arial',
  'opacity:100%',
  'color:currentcolor',
  'background:linear-gradient(red,blue);color:#fff',
])('a text with the style %s is shown', (style) => {
  const { text, ...warnings } = read(styled(style));

  expect(text).toContain('secret');
  expect(warnings).toEqual({ hasHiddenText: false, isConditional: false });
});

test.each([
  ['<style>.a{display:none}</style><p class="b a">secret</p>'],
  ['<style>#a{display:none}</style><p id="a">secret</p>'],
  ['<style>.A{display:none}</style><p class=a>secret</p>'],
  ['<style>div p{display:none}</style><div><b><p>secret</p></b></div>'],
  ['<style><!-- .a{display:none} --></style><p class=a>secret</p>'],
  ['<style>.a{display:none!important}</style><p class=a style="display:block">secret</p>'],
  ['<style>@media screen{.a{display:none}}</style><p class=a>secret</p>'],
  ['<style>@media print{.a{display:block}} .a{display:none}</style><p class=a>secret</p>'],
  ['<p hidden>secret</p>'],
  ['<template>secret</template>'],
  ['<div style="display:none">and<p style="display:block">secret</p></div>'],
  ['<table bgcolor="#ffffff"><tr><td><font color=FFFFFF>secret</font></td></tr></table>'],
  ['<a href="https://secret.test" style="color:#fff">secret</a>'],
  ['hello\u{e0073}\u{e0065}\u{e0063}\u{e0072}\u{e0065}\u{e0074}'],
])('%s hides words', (html) => {
  const { text, ...warnings } = read(`<p>Hello</p>${html}`);

  expect(text).not.toMatch(/secret|[\u{e0000}-\u{e0fff}]/u);
  expect(warnings).toEqual({ hasHiddenText: true, isConditional: false });
});

test.each([
  ['<style>p{display:none}</style><p style="display:block">shown</p>'],
  ['<style>.a{display:none} .a.b{display:block}</style><p class="a b">shown</p>'],
  ['<style>.a,.b:unknown{display:none}</style><p class=a>shown</p>'],
  ['<!doctype html><style>.A{display:none}</style><p class=a>shown</p>'],
  ['<style>@media print{.a{display:none}}</style><p class=a>shown</p>'],
  ['<table style="font-size:0"><tr><td style="font-size:14px">shown</td></tr></table>'],
  ['<div style="background:#000"><p style="color:#fff">shown</p></div>'],
  ['<table bgcolor=000000><tr><td><font color="#FFFFFF">shown</font></td></tr></table>'],
  ['<body bgcolor=black text=white>shown'],
  ['<p title="display:none">shown</p>'],
  ['<!-->shown-->'],
  ['<div style="color:#fff"><a href="https://example.com">shown</a></div>'],
  ['1 <\u200b2 shown'],
])('%s shows its words', (html) => {
  const { text, ...warnings } = read(html);

  expect(text).toContain('shown');
  expect(warnings).toEqual({ hasHiddenText: false, isConditional: false });
});

test.each([
  ['<div style="visibility:hidden">secret<p style="visibility:visible">shown</p></div>'],
  ['<p style="display:none">secret<div>shown</div>'],
  ['<table style="display:none"><tr><td>secret</table>shown'],
  ['<table style="display:none">shown<tr><td>secret</table>'],
  ['a <<span hidden>secret</span>style>shown</style>'],
  ['\r\n<p hidden>secret</p>\r\nshown'],
])('only a part of %s is hidden', (html) => {
  const { text, hasHiddenText } = read(html);

  expect(text).toContain('shown');
  expect(text).not.toContain('secret');
  expect(hasHiddenText).toBe(true);
});

test.each([
  ['words', '<style>@media (max-width:600px){.a{display:none}}</style><p class=a>words</p>'],
  ['', '<style>.a{display:none}@media (max-width:600px){.a{display:block}}</style><p class=a>words</p>'],
  ['words', '<style>@media (prefers-color-scheme:dark){p{color:#fff}}</style><p>words</p>'],
  ['', '<style>.a{display:none}.a:hover{display:block}</style><p class=a>words</p>'],
  ['words', '<details>words</details>'],
])('words that are shown only at times are reported, and the text is %p without conditions', (text, html) => {
  expect(read(html)).toEqual({ text, hasHiddenText: false, isConditional: true });
});

test.each([
  [
    'zero-width and soft hyphen fillers',
    '<p>Sale&zwnj;&nbsp;&zwnj;&nbsp;&#847;&shy;&#8203;</p><p>Now</p>',
    'Sale\n\nNow',
  ],
  ['soft hyphens in words', 'ap&shy;prove', 'approve'],
  ['joiners in words and emoji', 'می‌خواهم 👩‍💻 🏴󠁧󠁢󠁳󠁣󠁴󠁿', 'می‌خواهم 👩‍💻 🏴󠁧󠁢󠁳󠁣󠁴󠁿'],
])('%s are read as a person sees them', (_description, html, text) => {
  expect(read(html)).toEqual({ text, hasHiddenText: false, isConditional: false });
});

test('the title, comments and style sheets are no part of the text, and are not reported as hidden', () => {
  const html = '<title>News</title><style>p{color:red}</style><!-- draft --><p>Hello</p>';

  expect(read(html)).toEqual({ text: 'Hello', hasHiddenText: false, isConditional: false });
});

const rules = (count: number, rule: (index: number) => string): string =>
  `<style>${Array.from({ length: count }, (_value, index) => rule(index)).join('')}</style>`;

const mediaQueries = (count: number): string => rules(count, (index) => `@media (a:${index}){p{top:0}}`);

const manyDeclarations = (selectors: number, declarations: number): string =>
  `<style>${'*,'.repeat(selectors - 1)}*{${'left:0;'.repeat(declarations)}}</style>`;

const bold = Array.from({ length: 9_000 }, (_value, index) => `<b a=${index}>`).join('');

const attributes = Array.from({ length: 60_000 }, (_value, index) => `a${index}=1`).join(' ');

test.each([
  ['a megabyte of open elements', '<div>'.repeat(20_000) + '<'.repeat(900_000)],
  ['open fonts that each paragraph repeats', `<p>${bold}${'<p>x'.repeat(9_000)}`],
  ['attributes', `<p ${attributes}>x`],
  [
    'selectors with ancestors',
    rules(4_000, () => 'div div div div .a{color:red}') + '<div class=a>'.repeat(3_000),
  ],
  [
    'selectors with positions',
    rules(2_000, (index) => `.a:nth-child(${index}n+1){color:red}`) + '<p class=a>x'.repeat(9_000),
  ],
  [
    'selectors in selectors',
    rules(2_000, (index) => `:not(:not(:not(.a${index}))){color:red}`) + '<p class=a1>x'.repeat(9_000),
  ],
  [
    'media queries',
    rules(40, (index) => `@media (min-width:${index}px){p{color:red}}`) + '<p>x'.repeat(19_000),
  ],
  [
    'style attributes',
    rules(0, String) +
      Array.from({ length: 15_000 }, (_value, index) => `<p style="width:${index}px">x`).join(''),
  ],
  ['comments in a media query', `<style media="${'/* '.repeat(33_000)}">p{color:red}</style><p>x`],
  ['declarations for many selectors', manyDeclarations(5_000, 12_800) + '<p>x'],
  ['declarations for many elements', manyDeclarations(1_000, 12_800) + '<p>x'.repeat(14_000)],
  ['rules for many elements', manyDeclarations(5_000, 1) + '<p>x'.repeat(14_000)],
  ['rules that match no element', rules(5_000, () => ':not(*){left:0}') + '<p>x'.repeat(14_000)],
  [
    'declarations under many conditions',
    `${rules(2_000, (index) => `@media (a:${index}){*{top:0}}`)}${manyDeclarations(2_500, 1)}${'<p>x'.repeat(20)}`,
  ],
  [
    'declarations that each paragraph repeats',
    `<p><b style="${'left:0;'.repeat(14_000)}">${'<p>x'.repeat(7_000)}`,
  ],
  [
    'media queries and a long text',
    mediaQueries(1_200) + `<p style="position:absolute">${'a '.repeat(100_000)}`,
  ],
  [
    'media queries and a long word',
    mediaQueries(1_200) + `<p style="text-indent:1px">${'a'.repeat(900_000)}`,
  ],
  ['media queries and a long field', mediaQueries(1_200) + `<p><input value="${'-'.repeat(900_000)}">`],
  [
    'media queries and variables',
    mediaQueries(500) +
      `<p style="${Array.from({ length: 8_000 }, (_value, index) => `--a${index}:1px;`).join('')}">x`,
  ],
  ['nested functions', `<p style="width:${'calc('.repeat(600)}1px">x`],
  ['zero-width characters', '\u200d'.repeat(900_000)],
])('hostile HTML with many %s is read within a second', (_description, html) => {
  expectCpuMsAtMost(() => void read(html), 1_000);
});

test('HTML that is too complex to read keeps all words and is reported', () => {
  const { hasHiddenText, isConditional, text } = read('<b>'.repeat(200) + 'words' + '<p>'.repeat(20_000));

  expect({ hasHiddenText, isConditional, text }).toEqual({
    hasHiddenText: true,
    isConditional: true,
    text: 'words',
  });
});

test.each([
  'p:nth-child(1 of p)',
  'p:nth-child',
  'p:not',
  '*|p',
  'svg|p',
  'p[*|a]',
  '> p',
  'p:first-child(2)',
  'p:nth-child(foo)',
  '~ p',
  'p:is',
])('the selector %s, which the service cannot read, does not affect other rules', (selector) => {
  const style = `<style>${selector}{display:none} .x{display:none}</style>`;

  const { text } = read(`${style}<div>shown</div><div class="x">secret</div>`);

  expect(text).toBe('shown');
});
