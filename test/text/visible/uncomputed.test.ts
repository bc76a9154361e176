import { visibleText } from '../../../shared/text/visible/visible-text.lazy';

const warningsOf = (html: string): boolean[] => {
  const { hasHiddenText, isConditional, isReordered } = visibleText(html);
  return [hasHiddenText || isConditional, isReordered];
};

// IN-25, A-28: the styles are not computed, and Chromium hides or changes the words of some of these emails.
test.each([
  '<p style="mix-blend-mode:screen">secret</p>',
  '<p style="font-size-adjust:0">secret</p>',
  '<p style="transform:rotateY(180deg);backface-visibility:hidden">secret</p>',
  '<p style="transform:perspective(1px) translateZ(2px)">secret</p>',
  '<p style="clip-path:inset(100px 0 0 0)">secret</p>',
  '<p style="clip-path:circle(50px at -500px -500px)">secret</p>',
  '<div style="display:grid;grid-template-columns:0px;overflow:hidden"><p>secret</p></div>',
  '<p style="display:attr(data-d type(*))" data-d="none">secret</p>',
  `<p style="offset-path:path('m9 9')">secret</p>`,
  '<p style="-webkit-mask-image:linear-gradient(#000,#000);-webkit-mask-size:0">secret</p>',
  '<p style="contain:paint;height:0">secret</p>',
  '<p style="max-height:1lh;overflow:hidden">Hello<br>secret</p>',
  '<p style="writing-mode:vertical-rl;height:0;overflow:hidden">secret</p>',
  '<p style="height:20px;overflow:hidden"><b style="vertical-align:-500px">secret</b></p>',
  '<p style="color-scheme:dark;color:#121212">secret</p>',
  '<style>:root{--blend:screen}p{mix-blend-mode:var(--blend)}</style><p>secret</p>',
  '<p style="mix-blend-mode:screen;perspective:none;clip-path:initial">secret</p>',
  '<style>@counter-style n{system:cyclic;symbols:"Do not"}ul{list-style:n}</style><ul><li>pay</ul>',
  '<link rel="stylesheet" href="data:text/css,b%7Bdisplay:none%7D"><p>Pay <b>secret</b></p>',
  '<style>@import url("data:text/css,b%7Bdisplay:none%7D");</style><p>Pay <b>secret</b></p>',
  '<body link="#ffffff"><p>Pay <a href="https://a.test">secret</a></p>',
  `<p>Please <q style='quotes:"do not " ""'>pay</q></p>`,
  '<textarea placeholder="Wire 9000"></textarea>',
  '<select><option>Kim</option><p>secret</p></select>',
  '<div style="display:flex"><p style="flex:0 0 0;overflow:hidden">secret</p></div>',
  '<div style="overflow:hidden;width:300px"><p style="width:900px;text-align:right">secret</p></div>',
  '<div style="overflow:hidden;max-width:300px"><p style="width:400%">Hello</p></div>',
  '<p style="box-sizing:border-box;height:20px;border-top:20px solid #fff;overflow:hidden">secret</p>',
  '<p style="box-sizing:border-box;height:20px;border:10px solid #fff;overflow:hidden">secret</p>',
  '<table><col><col style="visibility:collapse"><tr><td>Hello<td>secret</table>',
  '<table style="table-layout:fixed"><colgroup><col><col style="width:0"></colgroup><tr><td>Hello<td>secret</table>',
])('the effect of %s is reported', (html) => {
  expect(warningsOf(html)).toEqual([true, false]);
});

// IN-25
test.each([
  '<p style="mix-blend-mode:normal;clip-path:none;columns:auto;perspective:none;mask-size:auto">Hello</p>',
  '<p style="vertical-align:middle">Hello <sup style="vertical-align:-2px">1</sup></p>',
  '<style>:root{color-scheme:light dark;supported-color-schemes:light dark}</style><p>Hello</p>',
  '<link rel="stylesheet" href="https://fonts.example/css?family=Inter"><p>Hello</p>',
  '<style>@import url("https://fonts.example/css?family=Inter");</style><p>Hello</p>',
  '<img src="https://a.test/a.png" style="mix-blend-mode:multiply;clip-path:circle(50%)"><p>Hello</p>',
  '<body link="#0563C1"><p>Pay <a href="https://a.test">now</a></p>',
  '<p>Say <q>Hello</q></p>',
  '<select><option>Kim</option></select>',
  '<div style="display:flex"><p style="flex:1 1 0;overflow:hidden">Hello</p></div>',
  '<div style="overflow:hidden;width:300px"><p style="width:100%;text-align:right">Hello</p></div>',
  '<p style="box-sizing:border-box;height:42px;border:10px solid #fff;overflow:hidden">Hello</p>',
  '<table><col style="width:1%"><col width="50"><tr><td>Hello<td>you</table>',
  '<p>Hi</p><marquee bgcolor="#000"><font color="#fff">Hello</font></marquee>',
])('%s is not reported', (html) => {
  expect(warningsOf(html)).toEqual([false, false]);
});

//
test('words that browsers move out of a table are shown in another order', () => {
  expect(warningsOf('<table><tr><td>pays Sam</td></tr>Kim </table>')).toEqual([false, true]);
});

//
test('an element with the old name of images is an image', () => {
  expect(visibleText('<p>Hi <image alt="Wire 9000 EUR"></p>').text).toBe('Hi Wire 9000 EUR');
});
