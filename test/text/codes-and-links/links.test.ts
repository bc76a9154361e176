import { extractCodesAndLinks } from '../../../shared/text/extract-codes.lazy';
import { readReply } from '../../../shared/text/reply/read-reply';
import { expectCpuMsAtMost } from '../../support/cpu-time';

function linksIn({ text: plain = null, html = null }: { text?: string | null; html?: string | null }) {
  const body = { subject: 'Hello', text: plain, html };
  const { text, rawText } = readReply(body);
  return extractCodesAndLinks({ ...body, text, rawText }).links;
}

const anchor = (href: string, text: string) => `<p>Hello</p><p><a href="${href}">${text}</a></p>`;

const link = (url: string, text: string) => ({
  url,
  text,
  host: new URL(url).hostname,
  kind: 'other',
  suspicious: null,
});

// IN-38
test('links are listed in order with URL, text and host', () => {
  const html =
    '<a href="https://Kite.example/docs?a=1&amp;b=2#c">Read  the\n<b>docs</b></a><p>or</p>' +
    '<a href="//kite.example/news"><img src="x.png" alt="News"></a>' +
    '<a href="mailto:kim@kite.example">Mail</a><a href="#top">Top</a><a href="javascript:alert(1)">Run</a>';

  expect(linksIn({ html })).toEqual([
    { ...link('https://Kite.example/docs?a=1&b=2#c', 'Read the docs') },
    { ...link('https://kite.example/news', 'News') },
  ]);
});

// IN-38
test('the links of plain text have the URL as text, without the punctuation behind it', () => {
  const text =
    'See https://kite.example/a. Or (https://kite.example/b), <https://kite.example/c_(d)> and www.kite.example/e!';

  expect(linksIn({ text })).toEqual([
    link('https://kite.example/a', 'https://kite.example/a'),
    link('https://kite.example/b', 'https://kite.example/b'),
    link('https://kite.example/c_(d)', 'https://kite.example/c_(d)'),
    link('https://www.kite.example/e', 'www.kite.example/e'),
  ]);
});

// IN-38
test('a target counts once, with the text and the kind of the link that says more', () => {
  const text = 'Confirm your address: https://kite.example/c/1';
  const html =
    '<a href="https://kite.example/c/1"><img src="x.png"></a><a href="https://kite.example/c/1">Confirm</a>';

  expect(linksIn({ text, html })).toEqual([
    { ...link('https://kite.example/c/1', 'Confirm'), kind: 'verify' },
  ]);
});

// IN-38
test('links in hidden text and in quoted history do not count', () => {
  const html =
    '<p>Thanks!</p><p style="display:none"><a href="https://kite.example/hidden">Hidden</a></p>' +
    '<div class="gmail_quote"><div class="gmail_attr">On Monday, Kite wrote:</div>' +
    '<blockquote class="gmail_quote"><a href="https://kite.example/quoted">Quoted</a></blockquote></div>';

  expect(linksIn({ html })).toEqual([]);
});

// IN-38
test('a link in the footer of a mailing list counts', () => {
  const text = 'News!\n\n-- \nTo unsubscribe from this list: https://kite.example/u/1';

  expect(linksIn({ text })).toMatchObject([{ kind: 'unsubscribe' }]);
});

// IN-38
test('a message has at most 50 links', () => {
  const text = Array.from({ length: 60 }, (_, index) => `https://kite.example/${index}`).join('\n');

  expect(linksIn({ text })).toHaveLength(50);
});

// IN-38
test.each([
  ['https://bank.example:pass@evil.example/', 'bank.example', 'credentials'],
  ['https://bank.example@203.0.113.7/', 'Bank', 'credentials'],
  ['http://203.0.113.7/login', 'https://bank.example', 'ip_host'],
  ['http://3405803783/', 'Log in', 'ip_host'],
  ['http://[2001:db8::1]/', 'Log in', 'ip_host'],
  ['https://bаnk.example/', 'bank.example', 'punycode'],
  ['https://xn--bnk-5cd.example/', 'Log in', 'punycode'],
  ['https://evil.example/', 'https://bank.example/login', 'text_mismatch'],
  ['https://evil.example/', 'Log in to www.bank.com', 'text_mismatch'],
  ['https://bank.example.evil.example/', 'bank.example', 'text_mismatch'],
  ['https://login.bank.com/', 'www.bank.com', null],
  ['https://bank.example/a', 'https://bank.example', null],
  ['https://files.example/1', 'README.md', null],
  ['https://bank.example/', 'kim@other.example', null],
  ['https://bank.example/', 'Version 2.0.1', null],
])('%s with the text %s is suspicious: %s', (url, text, suspicious) => {
  expect(linksIn({ html: anchor(url, text) })).toMatchObject([{ suspicious }]);
});

// IN-38
test('the host is in ASCII', () => {
  const [link] = linksIn({ text: 'https://bücher.example/' });

  expect(link).toMatchObject({ url: 'https://bücher.example/', host: 'xn--bcher-kva.example' });
});

// IN-38
test.each([
  [
    'verify',
    [
      'Verify email',
      'E-Mail-Adresse bestätigen',
      'Confirmer mon adresse',
      'Confirmar correo',
      '验证邮箱',
      'メールアドレスを確認',
      '이메일 인증',
      'Подтвердить адрес',
      'تأكيد البريد',
      'E-postanı doğrula',
    ],
  ],
  [
    'sign_in',
    [
      'Sign in to Kite',
      'Jetzt anmelden',
      'Se connecter',
      'Iniciar sesión',
      '登录',
      'ログイン',
      '로그인',
      'Войти',
      'تسجيل الدخول',
      'Giriş yap',
    ],
  ],
  [
    'reset',
    [
      'Reset password',
      'Passwort zurücksetzen',
      'Réinitialiser le mot de passe',
      'Restablecer contraseña',
      '重置密码',
      'パスワードを再設定',
      '비밀번호 재설정',
      'Сбросить пароль',
      'إعادة تعيين كلمة المرور',
      'Şifreyi sıfırla',
    ],
  ],
  [
    'invite',
    [
      'Accept invitation',
      'Einladung annehmen',
      "Accepter l'invitation",
      'Aceptar invitación',
      '接受邀请',
      '招待を受ける',
      '초대 수락',
      'Принять приглашение',
      'قبول الدعوة',
      'Daveti kabul et',
    ],
  ],
  [
    'unsubscribe',
    [
      'Unsubscribe',
      'Newsletter abbestellen',
      'Se désabonner',
      'Darse de baja',
      '退订',
      '配信停止',
      '수신거부',
      'Отписаться',
      'إلغاء الاشتراك',
      'Abonelikten çık',
    ],
  ],
  [
    'other',
    [
      'Read more',
      'Mehr erfahren',
      'En savoir plus',
      'Leer más',
      '了解更多',
      '詳しくはこちら',
      '자세히 보기',
      'Подробнее',
      'اقرأ المزيد',
      'Daha fazla',
    ],
  ],
])('a link of the kind %s is recognized by its words', (kind, texts) => {
  const kinds = texts.map((text) => linksIn({ html: anchor('https://kite.example/1', text) })[0]?.kind);

  expect(kinds).toEqual(texts.map(() => kind));
});

// IN-38
test.each([
  ['https://kite.example/verify-email?t=1', 'Click here', 'verify'],
  ['https://kite.example/magic-link?t=1', 'Click here', 'sign_in'],
  ['https://kite.example/password/reset', 'Click here', 'reset'],
  ['https://kite.example/invites/1', 'Click here', 'invite'],
  ['https://kite.example/unsubscribe?u=1', 'Click here', 'unsubscribe'],
  ['https://kite.example/confirm', 'Reset password', 'reset'],
  ['https://kite.example/blog/logins', 'Click here', 'other'],
])('%s with the text %s is of the kind %s', (url, text, kind) => {
  expect(linksIn({ html: anchor(url, text) })).toMatchObject([{ kind }]);
});

// IN-38
test('a link without words of its own gets its kind from the words around it', () => {
  const text = 'Tap the link to sign in:\n\nhttps://kite.example/l/8kd7\n\nBye';

  expect(linksIn({ text })).toMatchObject([{ kind: 'sign_in' }]);
});

test.each(['https://a.example/ ', 'https://a.example/\n', 'www.', 'a-a.', 'https://a.example/)))'])(
  'a megabyte of %j is read in a few seconds',
  (piece) => {
    const text = piece.repeat(1_000_000 / piece.length);

    expectCpuMsAtMost(() => extractCodesAndLinks({ subject: '', text, rawText: text, html: null }), 3_000);
  },
);

test('a megabyte of links in HTML is read in a few seconds', () => {
  const html = '<a href="https://a.example/x">reset</a>'.repeat(25_000);

  expectCpuMsAtMost(() => extractCodesAndLinks({ subject: '', text: '', rawText: null, html }), 5_000);
});
