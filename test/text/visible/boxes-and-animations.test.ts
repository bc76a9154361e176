import { visibleText } from '../../../shared/text/visible/visible-text.lazy';
import { expectCpuMsAtMost } from '../../support/cpu-time';

function read(html: string) {
  const { text, hasHiddenText, isConditional } = visibleText(html);
  return { isShown: text.includes('secret'), hasHiddenText, isConditional };
}

const shown = { isShown: true, hasHiddenText: false, isConditional: false };
const hidden = { isShown: false, hasHiddenText: true, isConditional: false };
const reported = { isShown: true, hasHiddenText: false, isConditional: true };

// Chromium shows each of these texts.
test.each([
  '<p style="position:sticky;top:-9999px">secret</p>',
  '<p style="position:sticky;left:-9999px">secret</p>',
  '<style>.1a{display:none}</style><p class=1a>secret</p>',
  '<style>p,.-1a{display:none}</style><p>secret</p>',
  '<style>#1a{display:none}</style><p id=1a>secret</p>',
  '<style>[title=1]{display:none}</style><p title=1>secret</p>',
  '<p style="display:contents;opacity:0">secret</p>',
  '<p style="display:contents;position:absolute;left:-9999px">secret</p>',
  '<p style="display:contents;height:0;overflow:hidden">secret</p>',
  '<p style="font-size:1px;transform:scale(16);transform-origin:0 0">secret</p>',
  '<p style="font-size:1px;scale:16;transform-origin:0 0"><b>secret</b></p>',
  '<p style="font-size:1px;zoom:16">secret</p>',
  '<p style="font-size:200px;zoom:.1">secret</p>',
  '<p dir=rtl style="text-indent:-9999px">secret</p>',
  '<p style="direction:rtl;text-indent:-9999px">secret</p>',
])('%s shows its text as in browsers', (html) => {
  expect(read(html)).toEqual(shown);
});

// Chromium shows none of these texts.
test.each([
  '<style>.\\31 a{display:none}</style><p class=1a>secret</p>',
  '<style>.w-0\\.5{display:none}</style><p class=w-0.5>secret</p>',
  '<style>[title="1"]{display:none}</style><p title=1>secret</p>',
  '<p style="display:contents;background:#000;color:#fff">secret</p>',
  '<p style="display:contents;font-size:0">secret</p>',
  '<p style="transform:scale(.1)">secret</p>',
  '<p style="transform:scale(.3)"><b style="display:block;transform:scale(.3)">secret</b></p>',
  '<p style="font-size:1px;transform:scale(16,1)">secret</p>',
  '<p dir=rtl style="text-indent:9999px">secret</p>',
  '<style>@property --d{syntax:"*";inherits:true;initial-value:none}p{display:var(--d)}</style><p>secret</p>',
])('%s hides its text as in browsers', (html) => {
  expect(read(html)).toEqual(hidden);
});

const fadeIn = '@keyframes f{from{opacity:0}to{opacity:1}}';
const fadeOut = '@keyframes f{to{opacity:0}}';

test.each([
  ['shows the text at its end', `${fadeIn}p{opacity:0;animation:f .1s forwards}`],
  ['has a prefix', '@-webkit-keyframes f{100%{opacity:1}}p{opacity:0;animation:f 1s both}'],
  ['shows the text as longhands tell', `${fadeIn}p{opacity:0;animation-name:f;animation-fill-mode:both}`],
  ['is the second of two', `${fadeIn}p{opacity:0;animation:g 1s,f 1s 2s forwards}`],
  ['hides the text at its end', `${fadeOut}p{animation:f 0s forwards}`],
  ['makes the text invisible', '@keyframes f{to{visibility:hidden}}p{animation:f 0s forwards}'],
  ['paints the text like its background', '@keyframes f{to{color:#fff}}p{animation:f 1s both}'],
  ['removes the text', '@keyframes f{99%,to{display:none}}p{animation:1s f forwards}'],
  ['hides all but the start', '@keyframes f{0%{opacity:1}1%,99%{opacity:0}}p{animation:f 9s infinite}'],
  ['stands still', '@keyframes f{from{opacity:0}}p{animation:f 1s paused}'],
  ['starts after hours', '@keyframes f{from{opacity:0}}p{animation:f 1s 9999s backwards}'],
  ['takes hours', '@keyframes f{from{opacity:0}20%{opacity:0}}p{animation:f 9999s}'],
  ['ends at its start', '@keyframes f{from{opacity:0}}p{animation:f 1s 2 alternate forwards}'],
  ['has variables', '@keyframes f{to{opacity:var(--o)}}p{--o:0;animation:f 1s forwards}'],
  ['has a name with quotes', '@keyframes "f"{to{opacity:0}}p{animation:f 1s forwards}'],
  ['is in a query for every screen', `@media (min-width:1px){${fadeOut}}p{animation:f 1s forwards}`],
])('the text of an animation that %s remains and is reported', (_what, css) => {
  expect(read(`<style>${css}</style><p>secret</p>`)).toEqual(reported);
});

test.each([
  ['ends', `${fadeIn}p{animation:f 1s}`],
  ['keeps the text', `${fadeIn}p{animation:f 1s forwards}`],
  ['does not last', `${fadeOut}p{animation:f 1s}`],
  ['is not used', fadeOut],
  ['is overridden', `${fadeOut}p{animation:f 1s forwards;opacity:1!important}`],
  ['pulses', '@keyframes f{50%{opacity:.5;transform:scale(1.1)}}p{animation:f 1s infinite}'],
  ['is removed', `${fadeOut}p{animation:f 1s forwards;animation:none}`],
])('an animation that %s is not reported', (_what, css) => {
  expect(read(`<style>${css}</style><p>secret</p>`)).toEqual(shown);
});

test.each([
  ['a rule for all media but paper', false, '@media not print{p{display:none}}'],
  [
    'a rule for all media but paper and sizes',
    false,
    '@media not print and (min-width:1px){p{display:none}}',
  ],
  ['a rule in a scope', false, '@scope (div){p{display:none}}'],
  ['a rule for a scope', false, '@scope (p){:scope{display:none}}'],
  ['a rule for children of a scope', false, '@scope (div){> p{display:none}}'],
  ['a rule for a language', true, 'p:lang(en){display:none}'],
  ['a rule for some of the children', true, 'p:nth-child(1 of .a){display:none}'],
])('words of %s are reported', (_what, isShown, css) => {
  expect(read(`<style>${css}</style><div lang=en><p class=a>secret</p></div>`)).toEqual({
    ...reported,
    isShown,
  });
});

test.each([
  '@scope (.b){p{display:none}}',
  '@scope (div) to (.a){p{display:none}}',
  'p:nth-child(1 of .b){display:none}',
  '@media not screen{p{display:none}}',
])('the rule %s does not apply to other elements', (css) => {
  expect(read(`<style>${css}</style><div lang=en><p class=a>secret</p></div>`)).toEqual(shown);
});

const clamp = 'display:-webkit-box;-webkit-box-orient:vertical;overflow:hidden;-webkit-line-clamp:';
const slides = (style: string): string => `<div style="${style}">One</div><div style="${style}">secret</div>`;

// Chromium shows none of these texts.
test.each([
  `<div style="${clamp}2">One<br>Two<br>secret</div>`,
  `<div style="${clamp}1">One<br>secret</div>`,
  `<div style="${clamp}1"><p>One</p><p>secret</p></div>`,
  `<div style="${clamp}2"><p>One</p><div><p>Two</p><p>secret</p></div></div>`,
  `<div style="${clamp}3;line-height:1">a<br>b<br>c<br>secret</div>`,
  '<div style="display:grid;grid-template-rows:0fr"><div style="overflow:hidden;min-height:0">secret</div></div>',
  '<div style="display:grid;grid-template-rows:0px"><div style="overflow:hidden">secret</div></div>',
  `<div style="display:flex;overflow:hidden;width:300px">${slides('flex:0 0 100%')}</div>`,
  `<div style="display:flex;overflow:hidden;width:300px">${slides('flex-shrink:0;width:300px')}</div>`,
  `<div style="display:flex;overflow:hidden;width:300px">${slides('min-width:100%')}</div>`,
])('%s hides its text as in browsers', (html) => {
  expect(read(html)).toEqual(hidden);
});

// Chromium shows each of these texts.
test.each([
  `<div style="${clamp}3">One<br>Two<br>secret</div>`,
  `<div style="${clamp}2"><p>One</p><p>secret</p></div>`,
  `<div style="${clamp}2"><h1>A title in large letters</h1><p style="margin:0">secret</p></div>`,
  `<div style="${clamp}1;font-size:10px"><span style="font-size:60px"><b>A</b> secret</span></div>`,
  `<div style="${clamp}1;overflow:visible">One<br>secret</div>`,
  '<div style="-webkit-line-clamp:1;overflow:hidden">One<br>secret</div>',
  `<div style="${clamp}1">One</div><p>secret</p>`,
  '<div style="display:grid;grid-template-rows:0fr"><div>secret</div></div>',
  '<div style="display:grid;grid-template-rows:0fr"><div style="overflow:hidden;min-height:20px">secret</div></div>',
  '<div style="display:grid;grid-template-rows:1fr"><div style="overflow:hidden;min-height:0">secret</div></div>',
  '<div style="grid-template-rows:0fr"><div style="overflow:hidden;min-height:0">secret</div></div>',
  `<div style="display:flex;overflow:hidden;width:300px">${slides('width:100%')}</div>`,
  `<div style="display:flex;overflow:hidden;width:300px">${slides('flex:1')}</div>`,
  `<div style="display:flex;flex-wrap:wrap;overflow:hidden;width:300px">${slides('flex:0 0 100%')}</div>`,
  `<div style="display:flex;overflow:auto;width:300px">${slides('flex:0 0 100%')}</div>`,
  `<div style="display:flex;overflow:hidden;width:300px">${slides('flex:0 0 50%')}</div>`,
  `<div style="display:flex;width:300px">${slides('flex:0 0 100%')}</div>`,
])('%s shows its text as in browsers', (html) => {
  expect(read(html)).toEqual(shown);
});

const over = (style: string, text = 'secret'): string =>
  `<div style="position:relative">${text}<div style="${style}"></div></div>`;

// Chromium shows none of these texts. Webmail, which removes positions, shows all.
test.each([
  '<div style="background:#fff"><p style="position:relative;z-index:-1">secret</p></div>',
  '<div style="background:url(x.png);height:90px"><div><p style="position:absolute;z-index:-1">secret</p></div></div>',
  '<table bgcolor=white><tr><td><p style="position:relative;z-index:-1">secret</table>',
  over('position:absolute;inset:0;background:#fff'),
  over('position:absolute;top:0;left:0;width:100%;height:100%;background:url(x.png)'),
  over('position:absolute;top:0;left:0;width:600px;height:100px;background:#eee'),
  '<p>secret</p><div style="position:absolute;top:0;left:0;width:100%;height:500px;background:#fff"></div>',
  '<p>secret</p><div style="position:fixed;inset:0;background:#fff"></div>',
  '<p>secret</p><div style="position:relative;margin-top:-60px;height:100px;background:#fff"></div>',
  '<p>secret</p><div style="position:relative;top:-60px;height:100px;background:#fff">cover</div>',
  '<p>secret</p><img src=x width=600 height=100 style="margin-top:-80px">',
  '<p>secret</p><img src=x width=600 height=100 style="position:absolute;top:0;left:0">',
  '<p>secret</p><div style="transform:translateY(-60px);height:100px;background:#fff">cover</div>',
  '<div style="height:0">secret</div><img src=x width=600 height=100>',
  '<div><div style="height:5px">secret</div></div><div><img src=x width=600 height=100></div>',
  '<p style="margin-bottom:-60px">secret</p><img src=x width=600 height=100>',
  '<div style="margin-bottom:-20px;height:20px">secret</div><div style="display:inline-block;width:100%;height:30px;background:#fff">',
  '<table><tr><td>secret</table><img src=x width=600 height=100 style="margin-top:-80px">',
  '<p>secret</p><div style="position:relative"><p style="position:absolute;top:-60px;left:0;width:100%;height:99px;background:#fff">',
  '<style>p+div{--p:absolute;position:var(--p);inset:0;background:#fff}</style><p>secret</p><div></div>',
  '<p style="margin-top:-500px">secret</p>',
  '<div style="margin-top:-500px"><p>secret</p></div>',
])('the text in %s is reported, because only some clients show it', (html) => {
  expect(read(html)).toEqual(reported);
});

// Chromium shows each of these texts.
test.each([
  '<div style="background:#fff;position:relative;z-index:0"><p style="position:relative;z-index:-1">secret</p></div>',
  '<body bgcolor=white><p style="position:relative;z-index:-1">secret</p>',
  '<div style="background:#fff"><p style="z-index:-1">secret</p></div>',
  '<div style="background:#fff"><p style="position:relative;z-index:1">secret</p></div>',
  over('position:absolute;inset:0'),
  over('position:absolute;inset:0;background:rgba(0,0,0,.3)'),
  over('position:absolute;inset:0;background:#fff;z-index:-1'),
  over('position:absolute;top:-8px;right:-8px;width:20px;height:20px;background:red'),
  over('position:absolute;top:200px;left:0;width:100%;height:100px;background:#eee'),
  over('position:absolute;inset:0;background:#fff;opacity:.3'),
  over('position:absolute;inset:0;background:#fff', '<p style="position:relative;z-index:2">secret</p>'),
  '<div style="position:relative"><img src=x width=600 height=200><p style="position:absolute;top:0;left:0;background:#fff">secret</p></div>',
  '<p>secret</p><div style="position:relative"><div style="position:absolute;inset:0;background:#fff"></div></div>',
  '<p>secret</p><div style="position:relative;height:100px;background:#fff">next</div>',
  '<p>secret</p><div style="margin-top:-60px;height:100px;background:#fff">next</div>',
  '<p style="padding-bottom:60px">secret</p><div style="position:relative;margin-top:-40px;background:#fff">card</div>',
  '<table><tr><td>secret<td style="position:relative;top:-5px;background:red">next</table>',
  '<table><tr><td>secret<td style="position:relative"><b style="position:absolute;top:0;left:0;width:100%;height:60px;background:red">New</b></table>',
  '<div style="max-height:0;position:relative"><p>secret</p></div><img src=x width=600 height=300>',
  '<div style="height:10px;line-height:10px">&nbsp;</div><p>secret</p><img src=x width=600 height=100>',
  '<p>secret</p><img src=x width=9 height=9 style="margin-top:-20px">',
  '<img src=x style="position:absolute;top:0;left:0;z-index:-1" width=600 height=400><p>secret</p>',
  '<p>secret</p><img src=x style="position:absolute;top:0;left:0;z-index:-1" width=600 height=400>',
  '<img src=x><div style="margin-top:-120px"><p>secret</p></div>',
  '<img src=x width=600><p style="margin-top:-500px">secret</p>',
  '<p style="margin-top:-20px">secret</p>',
  '<p>secret</p><img src=x width=600 height=100>',
])('%s shows its text as in browsers', (html) => {
  expect(read(html)).toEqual(shown);
});

test.each([
  [
    'keyframes',
    `<style>@keyframes f{${Array.from({ length: 2_000 }, (_value, index) => `${index / 20}%{opacity:0}`).join('')}}p{animation:f 1s infinite}</style>${'<p>x'.repeat(5_000)}`,
  ],
  ['boxes over text', '<p>x<img style="position:absolute;top:0;left:0">'.repeat(3_000)],
  [
    'boxes in boxes',
    '<div style="position:relative;top:-1px;background:red">x'.repeat(200) + '<p>x'.repeat(5_000),
  ],
  [
    'cells in cells',
    '<table><tr><td>x<td style="margin-top:-9px">'.repeat(40) +
      '<p style="position:relative;background:red">x'.repeat(3_000),
  ],
  ['lines in a box', `<div style="${clamp}2">${'a<br>'.repeat(9_000)}</div>`],
  [
    'animations',
    `<style>@keyframes f{to{opacity:0}}p{animation:${'f,'.repeat(9_000)}f}</style>${'<p>x'.repeat(9_000)}`,
  ],
])('hostile HTML with many %s is read within two seconds', (_what, html) => {
  expectCpuMsAtMost(() => void visibleText(html), 2_000);
});
