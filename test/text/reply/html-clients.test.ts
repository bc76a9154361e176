import { readReply } from '../../../shared/text/reply/read-reply';

const replyIn = (html: string) => readReply({ text: null, html }).text;

/** An attribution in an unsupported language, so that only the markup of the client identifies the quote. */
const attribution = 'Kim Li &lt;kim@example.com&gt; xyz 5.10.2020 10:10:';

const clients: readonly [string, string][] = [
  [
    'Gmail',
    `<div dir="ltr">Yes.</div><br><div class="gmail_quote gmail_quote_container"><div dir="ltr" class="gmail_attr">Kim xyz<br></div><blockquote class="gmail_quote" style="margin:0 0 0 .8ex;border-left:1px solid #ccc">Free?<div>Kim</div></blockquote></div>`,
  ],
  [
    'Gmail with a signature',
    `<div dir="ltr">Yes.<br clear="all"><div><br></div><span class="gmail_signature_prefix">-- </span><br><div dir="ltr" class="gmail_signature" data-smartmail="gmail_signature">Ada<br>Example Ltd</div></div><br><div class="gmail_quote"><div class="gmail_attr">Kim xyz</div><blockquote class="gmail_quote">Free?</blockquote></div>`,
  ],
  [
    'old Gmail',
    `<div dir="ltr">Yes.</div><div class="gmail_extra"><br><div class="gmail_quote">${attribution}<br><blockquote class="gmail_quote">Free?</blockquote></div><br></div>`,
  ],
  [
    'Apple Mail',
    `<html><body style="word-wrap: break-word;">Yes.<br><div><br><blockquote type="cite"><div>${attribution}</div><br class="Apple-interchange-newline"><div>Free?</div></blockquote></div><br></body></html>`,
  ],
  [
    'Apple Mail on a phone',
    `<html><body dir="auto">Yes.<br><br><div id="AppleMailSignature" dir="ltr">Ada’s phone</div><div dir="ltr"><br>${attribution}<br><br></div><blockquote type="cite"><div dir="ltr">Free?</div></blockquote></body></html>`,
  ],
  [
    'Thunderbird',
    `<html><body><div class="moz-cite-prefix">Kim xyz<br></div><blockquote type="cite" cite="mid:1@example.com"><p>Free?</p></blockquote><p>Yes.</p><pre class="moz-signature" cols="72">-- \nAda</pre></body></html>`,
  ],
  [
    'Outlook',
    `<html xmlns:o="urn:schemas-microsoft-com:office:office"><head><style><!-- p.MsoNormal {margin:0cm} --></style></head><body><div class="WordSection1"><p class="MsoNormal">Yes.<o:p></o:p></p><p class="MsoNormal"><o:p>&nbsp;</o:p></p><div><div style='border:none;border-top:solid #E1E1E1 1.0pt;padding:3.0pt 0cm 0cm 0cm'><p class="MsoNormal"><b>Xyz:</b> Kim Li &lt;kim@example.com&gt; <br><b>Abc:</b> 5. X 2020 10:10<br><b>Def:</b> Ada<br><b>Ghi:</b> Dates<o:p></o:p></p></div></div><p class="MsoNormal">Free?<o:p></o:p></p></div></body></html>`,
  ],
  [
    'Outlook on the web',
    `<html><head><style type="text/css" style="display:none;"> P {margin-top:0;} </style></head><body dir="ltr"><div class="elementToProof">Yes.</div><div id="appendonsend"></div><hr style="display:inline-block;width:98%" tabindex="-1"><div id="divRplyFwdMsg" dir="ltr"><b>Xyz:</b> Kim<br><b>Abc:</b> Monday</div><div>Free?</div></body></html>`,
  ],
  [
    'Outlook on the web with a signature',
    `<body><div>Yes.</div><div id="Signature"><p>Ada Roe</p><p>Example Ltd</p></div><hr><div id="divRplyFwdMsg"><b>Xyz:</b> Kim</div><div>Free?</div></body>`,
  ],
  [
    'Outlook on a phone',
    `<body><div dir="auto">Yes.</div><div id="ms-outlook-mobile-signature"><div>Xyz Outlook</div></div><div id="mail-editor-reference-message-container" class="ms-outlook-mobile-reference-message"><hr><div id="divRplyFwdMsg"><strong>Xyz:</strong> Kim</div>Free?</div></body>`,
  ],
  [
    'Outlook Express',
    `<body><div>Yes.</div><blockquote style="border-left:#000 2px solid"><div>----- Original Message ----- </div><div><b>From:</b> Kim</div><div>Free?</div></blockquote></body>`,
  ],
  [
    'Yahoo',
    `<div class="ydp1yahoo-style-wrap"><div dir="ltr">Yes.</div><div><br></div></div><div id="yahoo_quoted_123" class="yahoo_quoted"><div><div>Kim xyz</div><div>Free?</div></div></div>`,
  ],
  [
    'Proton',
    `<div style="font-family: Arial">Yes.</div><div class="protonmail_signature_block"><div class="protonmail_signature_block-user">Ada</div></div><div class="protonmail_quote">${attribution}<br><blockquote class="protonmail_quote" type="cite">Free?</blockquote></div>`,
  ],
  [
    'Tuta',
    `<div>Yes.</div><br><div class="tutanota_quote_attribution">${attribution}</div><blockquote class="tutanota_quote"><div>Free?</div></blockquote>`,
  ],
  [
    'Zoho',
    `<div>Yes.</div><div class="zmail_extra"><div id="Zm-_Id">---- Kim xyz ---</div><blockquote>Free?</blockquote></div>`,
  ],
  [
    'Zimbra',
    `<div>Yes.</div><hr id="zwchr" data-marker="__DIVIDER__"><div data-marker="__HEADERS__"><b>Xyz: </b>Kim<br></div><div>Free?</div>`,
  ],
  [
    'mail.ru',
    `<HTML><BODY>Yes.<br><br><blockquote style="border-left:1px solid #0857A6;">${attribution}<br>Free?</blockquote></BODY></HTML>`,
  ],
  [
    'Yandex',
    `<div>Yes.</div><div>05.10.2020, 10:10, "Kim Li" &lt;kim@example.com&gt;:</div><blockquote><p>Free?</p></blockquote>`,
  ],
  [
    'GMX',
    `<html><body><div>Yes.<div name="quote" style="margin:10px 5px 5px 10px; border-left:2px solid #C3D9E5;"><div><b>Gesendet:</b> Montag<br><b>Von:</b> Kim</div><div name="quoted-content">Free?</div></div></div></body></html>`,
  ],
  [
    'QQ',
    `<div>Yes.</div><div><br></div><div style="font-size: 12px;font-family: Arial Narrow;">------------------&nbsp;原始邮件&nbsp;------------------</div><div><b>发件人:</b>&nbsp;"Kim"&lt;kim@example.com&gt;;</div><div>Free?</div>`,
  ],
  [
    '163',
    `<div>Yes.</div><div id="isReplyContent"><p>在 2020-10-05 10:10:10，"Kim" &lt;kim@example.com&gt; 写道：</p><blockquote>Free?</blockquote></div>`,
  ],
  [
    'Spark',
    `<div name="messageBodySection">Yes.</div><div name="messageSignatureSection">Ada</div><div name="messageReplySection">${attribution}<br><blockquote type="cite">Free?</blockquote></div>`,
  ],
  [
    'Airmail',
    `<div>Yes.</div><div class="bloop_sign">Ada</div><p class="airmail_on">Kim xyz</p><blockquote type="cite" class="clean_bq">Free?</blockquote>`,
  ],
  [
    'Superhuman',
    `<div>Yes.</div><div class="sh-signature">Ada</div><div class="gmail_quote"><div class="gmail_attr">Kim xyz</div><blockquote class="gmail_quote sh-quoted">Free?</blockquote></div>`,
  ],
  [
    'Hotmail',
    `<body class="hmmessage"><div dir="ltr">Yes.<br><br><div><hr id="stopSpelling">Date: Mon, 5 Oct 2020<br>Subject: Dates<br>From: kim@example.com<br><br>Free?</div></div></body>`,
  ],
  [
    'a client without markup for quotes',
    `<div>Yes.</div><div><br></div><div>On Mon, 5 Oct 2020 at 10:10, Kim &lt;kim@example.com&gt; wrote:</div><div>Free?</div>`,
  ],
];

describe('the HTML of a mail client', () => {
  test.each(clients)('(%s) is reduced to the reply', (_, html) => {
    expect(replyIn(html)).toBe('Yes.');
  });

  test('with replies between Gmail quotes is reduced to the replies and the quotes that they answer', () => {
    const html = `<div class="gmail_quote"><div class="gmail_attr">Kim xyz</div><blockquote class="gmail_quote">Monday?</blockquote><div>No.</div><blockquote class="gmail_quote">Tuesday?</blockquote><div>Yes.</div><blockquote class="gmail_quote">Kim</blockquote></div>`;

    expect(replyIn(html)).toBe('> Monday?\n\nNo.\n\n> Tuesday?\n\nYes.');
  });

  test('is read together with a message that Gmail forwarded', () => {
    const html = `<div dir="ltr">See below.<br><div class="gmail_quote"><div dir="ltr" class="gmail_attr">---------- Forwarded message ---------<br>From: <strong>Kim</strong> <span>&lt;kim@example.com&gt;</span><br>Subject: Dates<br></div><br>Free?</div></div>`;

    expect(replyIn(html)).toBe(
      'See below.\n---------- Forwarded message ---------\nFrom: Kim <kim@example.com>\nSubject: Dates\n\nFree?',
    );
  });

  test('is read together with a message that Apple Mail forwarded', () => {
    const html = `<div>See below.</div><div><br><blockquote type="cite"><div>Begin forwarded message:</div><br><div><b>From: </b>Kim &lt;kim@example.com&gt;</div><div>Free?</div></blockquote></div>`;

    expect(replyIn(html)).toContain('Free?');
  });

  test('may contain an unescaped address, which is read as text', () => {
    const html =
      '<div>Yes.</div><div>On 5 Oct 2020, at 10:10, Kim <kim@example.com> wrote:</div><blockquote>Free?</blockquote>';

    expect(replyIn(html)).toBe('Yes.');
  });
});

describe('HTML converted to text', () => {
  const readRawText = (html: string) => readReply({ text: null, html }).rawText;

  test.each([
    ['paragraphs', '<p>One\n  two</p><p>three</p>', 'One two\n\nthree'],
    ['breaks', 'One<br>two<br/><br/>three', 'One\ntwo\n\nthree'],
    ['divs', '<div>One<div>two</div>three</div>', 'One\ntwo\nthree'],
    ['inline elements', '<b>One</b>, <i>two</i> and <span>three</span>', 'One, two and three'],
    [
      'lists',
      '<ul><li>One<li>two</ul><ol start="3"><li>three</li><li>four</li></ol>',
      '* One\n* two\n\n3. three\n4. four',
    ],
    ['tables', '<table><tr><td>a</td><td>b</td></tr><tr><td>c</td><td>d</td></tr></table>', 'a b\nc d'],
    [
      'quotes',
      '<blockquote>One<blockquote>two</blockquote></blockquote>three',
      '> One\n> \n> > two\n\nthree',
    ],
    ['links', 'See <a href="https://example.com/a">the page</a>.', 'See the page <https://example.com/a>.'],
    [
      'links whose text is the URL',
      '<a href="https://example.com/a">https://example.com/a</a>',
      'https://example.com/a',
    ],
    ['preformatted text', '<pre>if a:\n  b\n</pre>', 'if a:\n  b'],
    ['entities', '&lt;a&gt; &amp; &eacute;&#233;&#xe9;&nbsp;b', '<a> & ééé b'],
    ['rules', 'One<hr>two', 'One\n---\ntwo'],
    ['headings', '<h1>Plan</h1>One', 'Plan\n\nOne'],
    ['no hidden text', 'One<div style="display:none">two</div><span hidden>three</span>', 'One'],
    [
      'no styles, scripts or comments',
      '<head><title>t</title><style>s</style></head><script>x</script><!-- c --><![if !mso]>One',
      'One',
    ],
    ['unclosed elements', '<div><b>One<p>two', 'One\n\ntwo'],
    ['end tags without start tags', 'One</div></b>two</p>', 'Onetwo'],
    ['no text for an empty body', '', ''],
  ])('has %s', (_, html, text) => {
    expect(readRawText(html)).toBe(text);
  });

  test('has no link targets in the reply', () => {
    expect(readReply({ text: null, html: 'See <a href="https://example.com/a">the page</a>.' }).text).toBe(
      'See the page.',
    );
  });
});

describe('a message with text and HTML', () => {
  const text = 'Yes.\n\nKim xyz\n\nFree?\n';

  test('is read from its HTML if the HTML marks the quote', () => {
    const html =
      '<div>Yes.</div><div class="gmail_attr">Kim xyz</div><blockquote class="gmail_quote">Free?</blockquote>';

    expect(readReply({ text, html })).toMatchObject({ text: 'Yes.', rawText: text });
  });

  test('is read from its plain text if the HTML marks no quote', () => {
    expect(readReply({ text: 'Yes,\n  both.', html: '<div>Yes, both.</div>' }).text).toBe('Yes,\n  both.');
  });

  test('is read from its HTML if the plain text is empty', () => {
    expect(readReply({ text: ' \r\n', html: '<p>Yes.</p>' })).toMatchObject({
      text: 'Yes.',
      rawText: 'Yes.',
    });
  });
});
