import { visibleText } from '../../../shared/text/visible/visible-text.lazy';

const unreported = { hasHiddenText: false, isConditional: false };

test.each([
  [
    'columns',
    '<!doctype html><html><head><style>#outlook a{padding:0}body{margin:0;padding:0}table,td{border-collapse:collapse}img{border:0;height:auto;line-height:100%}p{display:block;margin:13px 0}</style><style>@media only screen and (min-width:480px){.mj-column-per-50{width:50%!important;max-width:50%}}</style></head><body style="background-color:#f4f4f4"><div style="background-color:#f4f4f4"><div style="background:#fff;margin:0 auto;max-width:600px"><table align=center border=0 cellpadding=0 cellspacing=0 style="background:#fff;width:100%"><tbody><tr><td style="direction:ltr;font-size:0px;padding:20px 0;text-align:center"><div class="mj-column-per-50 mj-outlook-group-fix" style="font-size:0px;text-align:left;direction:ltr;display:inline-block;vertical-align:top;width:100%"><table><tr><td align=left style="font-size:0px;padding:10px 25px"><div style="font-family:Arial;font-size:13px;line-height:1;text-align:left;color:#000">Hello left column</div></td></tr></table></div><div class="mj-column-per-50" style="font-size:0px;display:inline-block;width:100%"><table><tr><td style="font-size:0px;padding:10px 25px"><img height=auto src=x style="border:0;display:block;height:auto;width:100%;font-size:13px" width=250><div style="font-size:13px;color:#000">Right column text</div></td></tr></table></div></td></tr></tbody></table></div></div></body></html>',
  ],
  [
    'a hero below a card',
    '<table width=600><tr><td style="background:url(hero.jpg);padding:60px 20px 80px"><h1 style="color:#fff">Big sale</h1><p style="color:#fff">Only today</p></td></tr></table><div style="margin-top:-40px;position:relative;z-index:2;background:#fff;padding:20px;width:500px"><p>Card text</p><table><tr><td style="position:relative"><img src=a width=100 height=100><span style="position:absolute;top:8px;left:8px;background:red;color:#fff;padding:2px 6px">-20%</span><p>Shoes</p></td><td style="position:relative"><img src=a width=100 height=100><span style="position:absolute;top:8px;left:8px;background:red;color:#fff;padding:2px 6px">-30%</span><p>Hats</p></td></tr></table></div>',
  ],
  [
    'text over a picture',
    '<div style="max-height:0;max-width:0;overflow:visible;position:relative;opacity:.999"><div style="width:600px;margin-top:100px;margin-left:50px;display:inline-block;text-align:center"><h2 style="color:#fff;background:#000">Over the image</h2></div></div><img src=x width=600 height=300><p>Below</p>',
  ],
  [
    'animations of its parts',
    '<style>@keyframes pulse{0%{transform:scale(1)}50%{transform:scale(1.05)}100%{transform:scale(1)}}@keyframes fade{from{opacity:0}to{opacity:1}}.b{animation:pulse 2s infinite}.h{animation:fade 1s ease-in}</style><h1 class=h>Hi there</h1><a class=b href=x style="background:#06c;color:#fff;display:inline-block;padding:10px">Shop now</a>',
  ],
  [
    'a fixed menu',
    '<style>@keyframes spin{to{transform:rotate(360deg)}}</style><i style="animation:spin 1s linear infinite">o</i><p>Text</p><div style="position:sticky;top:0;background:#fff">Menu</div><div style="display:flex;gap:8px;overflow:hidden"><div style="flex:1">A</div><div style="flex:1">B</div></div>',
  ],
  [
    'a picture of a person',
    '<div style="background:#eee;height:120px"></div><div style="margin-top:-40px;text-align:center"><img src=a width=80 height=80 style="border-radius:50%;margin-top:-20px;position:relative"><h2>Kim Berg</h2><p>wrote to you</p></div><div style="position:relative"><div style="position:absolute;left:0;top:4px;width:8px;height:100%;background:#06c"></div><p style="margin-left:20px">Timeline entry</p></div>',
  ],
  [
    'lists and buttons',
    '<ul style="position:relative"><li style="position:relative;padding-left:20px"><span style="position:absolute;left:0;top:6px;width:8px;height:8px;background:green"></span>First</li><li style="position:relative;padding-left:20px"><span style="position:absolute;left:0;top:6px;width:8px;height:8px;background:green"></span>Second</li></ul><p>x<a style="position:relative;top:-1px;display:inline-block;background:#06c;color:#fff">Button</a></p><p style="margin-bottom:-10px">Tight</p><p style="position:relative;background:#fff">Next</p>',
  ],
  [
    'a tall hero below a card',
    '<table><tr><td height=300 valign=middle><h1>Sale</h1></table><div style="margin-top:-40px;position:relative;background:#fff"><p>Card</p></div>',
  ],
  [
    'a card over a picture',
    '<p>Hello</p><img src=x width=600 style="height:auto"><div style="margin-top:-40px;position:relative;background:#fff"><p>Card</p></div>',
  ],
])('a newsletter with %s is not reported', (_what, html) => {
  expect(visibleText(html)).toMatchObject(unreported);
});

const hero = (style: string, content: string, marginTop = '-40px'): string =>
  `<div style="background:#06c;color:#fff;${style}">${content}</div>` +
  `<div style="position:relative;margin-top:${marginTop};background:#fff"><p>Card</p></div>`;

// How far the card is from the text depends on the client, which shows both.
test.each([
  ['padding in percent', hero('padding-bottom:15%', '<div>Sale</div>')],
  ['a border', hero('border-bottom:60px solid #06c', '<div>Sale</div>')],
  ['a ratio', hero('aspect-ratio:2/1', '<div>Sale</div>')],
  ['gaps', hero('display:flex;flex-direction:column;gap:60px', '<div>Sale</div><div></div>')],
  ['columns', hero('display:flex', '<div>Sale</div><div><img src=x width=290 height=250></div>', '-60px')],
  ['a picture', hero('', '<h1>Sale</h1><img src=x style="width:100%;display:block">', '-120px')],
  [
    'a floating picture',
    hero(
      'overflow:hidden',
      '<img src=x width=200 height=200 align=right style="float:right"><p>Sale</p>',
      '-60px',
    ),
  ],
  ['a drawing', hero('', '<h1>Sale</h1><svg width=600 height=120></svg>', '-60px')],
  ['a video', hero('', '<h1>Sale</h1><video width=600 height=300></video>', '-60px')],
  ['a cell with padding', hero('', '<table cellpadding=40><tr><td><h1>Sale</h1></table>')],
  ['space between cells', hero('', '<table style="border-spacing:0 60px"><tr><td><h1>Sale</h1></table>')],
  ['a cell of two rows', hero('', '<table><tr><td rowspan=2 height=200>Sale<td>a<tr><td>b</table>')],
  [
    'a cell with a picture',
    hero('', '<table><tr><td valign=top>Sale<td><img src=x width=300></table>', '-60px'),
  ],
  [
    'a caption over a picture',
    '<div>Hello</div><div><img src=x width=600></div><div style="position:relative;top:-110px;background:#000;color:#fff">Caption</div>',
  ],
])('a card over a hero with %s is not reported', (_what, html) => {
  expect(visibleText(html)).toMatchObject(unreported);
});
