import { readReply } from '../../../shared/text/reply/read-reply';

const replyIn = (html: string) => readReply({ text: null, html }).text;

describe('the history below a reply is removed', () => {
  test.each([
    [
      'an attribution that is wrapped inside the address',
      '<div>Yes.</div><div><br></div><div>On Mon, Jan 12, 2015 at 2:02 PM Milan Horvat &lt;<a href="mailto:m@h.example">m@h.example</a><br>&gt; wrote:<br></div><div>q</div>',
    ],
    [
      'an attribution in several spans',
      '<p>Yes.</p><p><span>On Mon, Jan 12, 2015</span><br><span>Milan Horvat</span><br>&lt;m@h.example&gt;<br>wrote:</p><p>q</p>',
    ],
    [
      'a header block with one paragraph per line',
      '<p>Yes.</p><p>&nbsp;</p><p><b>From:</b> Milan &lt;m@h.example&gt;</p><p><b>Sent:</b> Monday, January 12, 2015 2:02 PM</p><p><b>To:</b> Ada</p><p><b>Subject:</b> x</p><p>q</p>',
    ],
    [
      'a header block in a table',
      '<p>Yes.</p><table><tr><td><b>From:</b></td><td>Milan &lt;m@h.example&gt;</td></tr><tr><td><b>Sent:</b></td><td>Monday, January 12, 2015 2:02 PM</td></tr><tr><td><b>To:</b></td><td>Ada</td></tr><tr><td><b>Subject:</b></td><td>x</td></tr></table><p>q</p>',
    ],
    [
      'a div with a left border',
      '<div>Yes.</div><div>On Jan 12, 2015, Milan &lt;m@h.example&gt; wrote:</div><div style="border-left:2px solid #ccc;padding-left:10px">q<br>q2</div>',
    ],
    [
      'tags in capitals',
      '<HTML><BODY><P>Yes.</P><HR><P><B>From:</B> Milan &lt;m@h.example&gt;<BR><B>To:</B> Ada<BR><B>Date:</B> Mon, 12 Jan 2015<BR><B>Subject:</B> x</P><P>q</P></BODY></HTML>',
    ],
    [
      'a horizontal line from Outlook 2003',
      '<div><font>Yes.</font></div><div>&nbsp;</div><div dir=ltr align=left><hr tabIndex=-1><font face=Tahoma size=2><b>From:</b> Milan Horvat [mailto:m@h.example] <br><b>Sent:</b> Monday, January 12, 2015 2:02 PM<br><b>To:</b> a@x.example<br><b>Subject:</b> x<br></font><br></div><div>q</div>',
    ],
    [
      'a quote from Outlook Express',
      '<DIV>Yes.</DIV><BLOCKQUOTE style="PADDING-LEFT: 5px; BORDER-LEFT: #000000 2px solid"><DIV>----- Original Message ----- </DIV><DIV><B>From:</B> <A href="mailto:m@h.example">Milan</A> </DIV><DIV><B>To:</B> Ada</DIV><DIV><B>Sent:</B> Monday, January 12, 2015 2:02 PM</DIV><DIV><B>Subject:</B> x</DIV><DIV><BR></DIV>q</BLOCKQUOTE>',
    ],
    [
      'the source body of Outlook for Mac',
      '<html><body><div><div>Yes.</div></div><span id="OLK_SRC_BODY_SECTION"><div style="border-top:#b5c4df 1pt solid"><span style="font-weight:bold">From: </span> Milan &lt;m@h.example&gt;<br><span style="font-weight:bold">Date: </span> Monday<br><span style="font-weight:bold">To: </span> Ada<br><span style="font-weight:bold">Subject: </span> x<br></div><div>q</div></span></body></html>',
    ],
    ['a hidden preheader', '<div style="display:none">preview</div><p>Yes.</p>'],
    [
      'styles and scripts in the body',
      '<p>Yes.</p><style>.a{color:red}</style><script>var a = "On Monday x wrote:";</script>',
    ],
    [
      'a signature table from Outlook',
      '<div>Yes.</div><div id="Signature"><table><tr><td>Ada Lang</td><td>020 7946 0000</td></tr></table></div><div id="appendonsend"></div><hr><div id="divRplyFwdMsg"><b>From:</b> Milan<br><b>Sent:</b> Monday</div><div>q</div>',
    ],
    [
      'the signature of Apple Mail on iOS',
      '<div>Yes.<br><br><div id="AppleMailSignature" dir="ltr">Sent from my iPhone</div><div dir="ltr"><br>On 12 Jan 2015, at 14:02, Milan &lt;m@h.example&gt; wrote:<br><br></div><blockquote type="cite"><div dir="ltr">q</div></blockquote></div>',
    ],
    [
      'the line break above the signature of iOS',
      '<div dir="ltr">Yes.</div><br id="lineBreakAtBeginningOfSignature"><div dir="ltr">Ada</div><div dir="ltr"><br><blockquote type="cite">On 12 Jan 2015, at 14:02, Milan &lt;m@h.example&gt; wrote:<br><br></blockquote></div><blockquote type="cite"><div dir="ltr">q</div></blockquote>',
    ],
    [
      'K-9 Mail',
      `<!DOCTYPE html><html><body>Yes.<br><br><div class="gmail_quote">On 12 January 2015 14:02:11 CET, Milan &lt;m@h.example&gt; wrote:<blockquote class="gmail_quote">q</blockquote></div><div class='k9mail-signature'>-- <br>Sent from my Android device with K-9 Mail. Please excuse my brevity.</div></body></html>`,
    ],
    [
      'Samsung',
      '<html><body><div dir="auto">Yes.</div><div dir="auto"><br></div><div id="composer_signature"><div style="font-size:85%;color:#575757">Sent from my Galaxy</div></div><div><br></div><div style="font-size:100%;color:#000000"><!-- originalMessage --><div>-------- Original message --------</div><div>From: Milan &lt;m@h.example&gt; </div><div>Date: 12/01/2015  14:02  (GMT+01:00) </div><div>To: Ada </div><div>Subject: x </div></div><div>q</div></body></html>',
    ],
    [
      'Spark',
      '<html><body><div name="messageBodySection"><div>Yes.</div></div><div name="messageSignatureSection"><br><div>Ada Lang</div></div><div name="messageReplySection">On Jan 12, 2015, 2:02 PM +0100, Milan &lt;m@h.example&gt;, wrote:<br><blockquote type="cite">q</blockquote></div></body></html>',
    ],
    [
      'a signature with Gmail markup',
      '<div>Yes.<br clear="all"><div><div class="gmail_signature" data-smartmail="gmail_signature">Ada</div></div><br></div>',
    ],
    [
      'a top border from Outlook',
      '<p class="MsoNormal">Yes.</p><div><div style="border:none;border-top:solid #E1E1E1 1.0pt;padding:3.0pt 0in 0in 0in"><p class="MsoNormal"><strong>From:</strong> Milan &lt;m@h.example&gt; <br/><strong>Sent:</strong> Monday, January 12, 2015 2:02 PM<br/><strong>To:</strong> Ada<br/><strong>Cc:</strong> Olga<br/><strong>Subject:</strong> x</p></div></div><p>q</p>',
    ],
    [
      'the reply inside the quote markup of Gmail',
      '<div class="gmail_quote"><div>Yes.</div><div>On Mon, Jan 12, 2015 Milan &lt;m@h.example&gt; wrote:</div><blockquote class="gmail_quote">q</blockquote></div>',
    ],
    [
      'an attribution in italics',
      '<p>Yes.</p><p><i>On Monday, January 12, 2015, Milan &lt;<a href="mailto:m@h.example">m@h.example</a>&gt; wrote:</i></p><p>q</p>',
    ],
    [
      'an attribution with no-break spaces',
      '<p>Yes.</p><div>On&nbsp;Monday,&nbsp;January&nbsp;12,&nbsp;2015&nbsp;2:02&nbsp;PM,&nbsp;Milan&nbsp;&lt;m@h.example&gt;&nbsp;wrote:</div><div>q</div>',
    ],
    ['unclosed divs', '<div>Yes.<div><br><div class="gmail_quote">On Monday Milan wrote:<blockquote>q'],
    [
      'Missive',
      '<div>Yes.</div><div class="missive_quote">On Jan 12, Milan wrote:<blockquote>q</blockquote></div>',
    ],
    ['Help Scout', '<div>Yes.</div><div class="hs_reply"><blockquote>q</blockquote></div>'],
    [
      'line breaks with quote marks',
      'Yes.<br><br>On 12/01/15 14:02, Milan wrote:<br>&gt; q<br>&gt; q<br><br>-- <br>Ada<br>',
    ],
    [
      'the separator line of Outlook',
      '<p>Yes.</p><p>-----Original Message-----<br>From: Milan<br>Sent: Monday<br>To: Ada<br>Subject: x<br><br>q</p>',
    ],
  ])('%s', (_, html) => {
    expect(replyIn(html)).toBe('Yes.');
  });
});

describe('a horizontal line', () => {
  test('marks a header block in which the sender has no address', () => {
    const header =
      '<div style="border:none;border-top:solid #E1E1E1 1.0pt"><p><b>من:</b> Milan<br><b>تاريخ الإرسال:</b> الاثنين<br><b>إلى:</b> Ada<br><b>الموضوع:</b> x</p></div>';

    expect(replyIn(`<div dir="rtl"><p>نعم</p>${header}<p>q</p></div>`)).toBe('نعم');
  });

  test('without a header block does not remove the text below the line', () => {
    expect(replyIn('<p>Yes.</p><div style="border-top:1px solid #ccc">And bring the plan.</div>')).toBe(
      'Yes.\n\nAnd bring the plan.',
    );
  });

  test('at the start of a forwarded message does not remove the header block', () => {
    const header =
      '<div style="border-top:solid #E1E1E1 1.0pt"><p><b>From:</b> Milan &lt;m@h.example&gt;<br><b>To:</b> Ada<br><b>Subject:</b> x</p></div>';

    expect(replyIn(`${header}<p>The plan.</p>`)).toBe(
      'From: Milan <m@h.example>\nTo: Ada\nSubject: x\n\nThe plan.',
    );
  });
});

describe('a quote that the author inserted is kept', () => {
  const quotedHistory =
    '<div class="gmail_quote"><div class="gmail_attr">On Mon, Jan 12, 2015 Milan wrote:</div><blockquote class="gmail_quote">q</blockquote></div>';

  test.each([
    ['a quote in the middle', '<p>The manual:</p><blockquote>Count twice.</blockquote><p>So I did.</p>'],
    ['a quote at the end', '<p>So says the manual.</p><blockquote>Count twice.</blockquote>'],
  ])('%s, above the history that the client quotes', (_, html) => {
    const reply = replyIn(html + quotedHistory);

    expect(reply).toContain('> Count twice.');
    expect(reply).toContain('manual');
    expect(reply).not.toMatch(/wrote|q$/);
  });

  test('above history without quote marks', () => {
    const html =
      '<p>So says the manual.</p><blockquote>Count twice.</blockquote><p>On Mon, Jan 12, 2015, Milan &lt;m@h.example&gt; wrote:</p><p>q</p>';

    expect(replyIn(html)).toBe('So says the manual.\n\n> Count twice.');
  });

  test('a paragraph that an editor indented is not treated as a quote', () => {
    const html =
      '<div>Two things:</div><blockquote style="margin:0 0 0 40px;border:none;padding:0px"><div>the roof and the door</div></blockquote>';

    expect(replyIn(html + quotedHistory)).toBe('Two things:\nthe roof and the door');
    expect(replyIn(html)).toBe('Two things:\nthe roof and the door');
  });
});
