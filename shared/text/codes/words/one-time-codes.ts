import { phrases } from '../../reply/words/phrases';

/** Names of a one-time code, by language. An asterisk stands for any letters of the same word. */
export const oneTimeWords = phrases({
  english: `
    otp | otps | one-time pass* | one time pass* | onetime pass* | one-time pin | one time pin | one-time code* |
    one time code* | single-use code* | single use code* | single-use pass* | passcode* | pass code* | pin | 2fa |
    mfa | totp | security key code | magic code* | temporary password | authenticator code* | backup code* |
    recovery code* | verification number | login token | security token | access token | auth token | one-time token
  `,
  german: `
    einmalpasswort | einmal-passwort | einmalcode* | einmal-code* | einmalkennwort | einmalpin | einmal-pin | tan |
    mtan | smstan | sms-tan | transaktionsnummer | pin-code | passcode | wiederherstellungscode*
  `,
  french: `
    mot de passe à usage unique | mot de passe unique | mot de passe temporaire | code à usage unique |
    code unique | code éphémère | code confidentiel
  `,
  spanish: `
    contraseña de un solo uso | clave de un solo uso | clave dinámica | clave temporal | contraseña temporal |
    código de un solo uso | código de un único uso | clave de acceso | token de seguridad | clave de seguridad |
    clave única
  `,
  portuguese: `
    senha de uso único | senha temporária | palavra-passe de uso único | palavra-passe temporária |
    senha descartável | código de uso único | token | código único | chave de segurança
  `,
  italian: `
    password monouso | password usa e getta | password temporanea | codice monouso | codice usa e getta |
    codice temporaneo | codice otp
  `,
  catalan: "contrasenya d’un sol ús | contrasenya d'un sol ús | codi d'un sol ús",
  dutch: `
    eenmalig wachtwoord | eenmalige code | eenmalige inlogcode | eenmalige pincode | pincode | wegwerpcode |
    tancode | tan-code | tijdelijk wachtwoord
  `,
  polish:
    'hasło jednorazowe | hasła jednorazowego | jednorazowe hasło | kod jednorazowy | jednorazowy kod | hasło sms',
  czechSlovak: `
    jednorázové heslo | jednorázový kód | jednorázový kod | jednorazové heslo | jednorazový kód | sms kód | sms-kód |
    autorizační sms
  `,
  nordic: `
    engångskod* | engångslösenord* | engangskode* | engangskoden | engangspassord* | engangsadgangskode* |
    engangskodeord* | engangs-kode | engangs-pin | tilfældig kode | einnota kóði | einskiptiskóði
  `,
  finnishEstonianBaltic: `
    kertakäyttökoodi* | kertakäyttöinen koodi | kertakäyttösalasana* | kertakäyttöinen salasana | kertakood* |
    ühekordne kood | ühekordne parool | vienreizēj* | vienkartin*
  `,
  hungarianRomanian: `
    egyszer használatos kód* | egyszer használatos jelszó* | egyszeri kód* | egyszeri jelszó* | parolă unică |
    parola de unică folosință | parolă de unică folosință | cod de unică folosință | parola unică
  `,
  turkish: `
    tek kullanımlık | tek seferlik | geçici şifre* | sms şifre* | doğrulama şifre* | onay kodu* | güvenlik şifre*
  `,
  slavicCyrillic: `
    одноразов* | временный пароль | тимчасовий пароль | пароль для входа | еднократн* | једнократн* | пин-код | пін-код |
    смс-код | sms-код | код-пароль
  `,
  southSlavicLatin: 'jednokratn* | jednorazov* | enkratn* | jednokratna lozinka',
  greek:
    'κωδικός μίας χρήσης | κωδικό μίας χρήσης | κωδικός μιας χρήσης | κωδικό μιας χρήσης | μίας χρήσης | μιας χρήσης',
  arabicPersianUrdu: `
    لمرة واحدة | رمز المرور لمرة | كلمة مرور مؤقتة | كلمة السر المؤقتة | رمز otp | یکبار مصرف | یک‌بار مصرف | رمز پویا |
    رمز یکبار | او ٹی پی
  `,
  hebrew: 'חד פעמי | חד-פעמי | חד פעמית | חד-פעמית | סיסמה זמנית',
  indian: `
    ओटीपी | एक बार का पासवर्ड | वन-टाइम पासवर्ड | वन टाइम पासवर्ड | ओ.टी.पी | ওটিপি | একবারের পাসওয়ার্ড | ஓடிபி | ఓటీపీ | ಒಟಿಪಿ | ઓટીપી | ਓਟੀਪੀ
  `,
  chinese: `
    验证码 | 驗證碼 | 校验码 | 校驗碼 | 动态码 | 動態碼 | 动态密码 | 動態密碼 | 确认码 | 確認碼 | 认证码 | 認證碼 | 一次性密码 | 一次性密碼 |
    一次性代码 | 一次性代碼 | 安全码 | 安全碼 | 随机码 | 授权码 | 登录码 | 登入碼 | 识别码 | 短信密码 | 临时密码 | 臨時密碼 | 激活码 | 提取码 | 取件码 | 動態驗證
  `,
  japanese: `
    認証コード | 確認コード | 認証番号 | 確認番号 | 暗証番号 | ワンタイムパスワード | ワンタイムコード | セキュリティコード | ログインコード | 検証コード |
    パスコード | 認証キー | 照合番号 | 本人確認コード | 仮パスワード | 一時パスワード | 使い捨てパスワード | アクセスコード
  `,
  korean: `
    인증번호 | 인증 번호 | 인증코드 | 인증 코드 | 확인 코드 | 확인코드 | 보안 코드 | 보안코드 | 일회용 비밀번호 | 일회용비밀번호 | 일회용 코드 | 임시 비밀번호 |
    임시비밀번호 | 로그인 코드 | 승인 코드 | 인증키
  `,
  vietnamese:
    'mã xác minh | mã xác nhận | mã xác thực | mã otp | mật khẩu một lần | mật khẩu dùng một lần | mã bảo mật | mã đăng nhập | mã kích hoạt',
  indonesianMalayFilipino: `
    kode otp | kod otp | kata sandi sekali pakai | sandi sekali pakai | kode sekali pakai | kata laluan sekali guna |
    kod sekali guna | tac | isang beses na code
  `,
  thai: 'รหัสยืนยัน | รหัส otp | รหัสผ่านครั้งเดียว | รหัสผ่านแบบใช้ครั้งเดียว | รหัสแบบใช้ครั้งเดียว | โอทีพี | รหัสความปลอดภัย | รหัสใช้ครั้งเดียว',
  others:
    'ერთჯერად* | միանգամյա* | бір реттік | birdəfəlik | bir martalik | msimbo wa uthibitishaji | nambari ya uthibitishaji',
});

/** Words for a code of any kind, by language. The words around them tell the kind. */
export const codeWords = phrases({
  germanicRomance: `
    *code | *codes | *kode | *koden | *koder | *kodene | *kod | *koden | *kóði | *kóðinn | código | códigos | codice | codici | codi |
    cod | codul | coduri | codurile | codului | clave | claves
  `,
  slavicLatin:
    'kod | kodu | kodem | kodzie | kody | kodów | kód | kódu | kódem | kódom | kódy | koda | kodo | kode | kodom | kodi | kodovi',
  finnishEstonianBaltic:
    '*koodi | *koodin | *koodia | *koodisi | *koodilla | *koodit | *kood | *koodi | kods | kodu | kodas | kodą',
  hungarian: '*kód | *kódot | *kódja | *kódját | *kódod | *kódodat | *kóddal | *kódok | *kódokat',
  turkish: 'kod | kodu | kodunu | kodunuz | kodunuzu | kodun | kodları | kodla',
  cyrillic: 'код | кода | коду | кодом | коде | коди | коды | кодове | кодът | кодот | кодов | кодті | коды',
  greek: 'κωδικός | κωδικό | κωδικού | κωδικοί | κωδικούς | κωδ. επαλήθευσης',
  arabicPersianUrdu: 'رمز | الرمز | رموز | رمزك | كود | الكود | کد | کوڈ | رقم سري | الرقم السري',
  hebrew: 'קוד | הקוד | קודים | קודי',
  indian: 'कोड | कूट | কোড | குறியீடு | కోడ్ | ಕೋಡ್ | કોડ | ਕੋਡ | കോഡ്',
  eastAsian: '代码 | 代碼 | コード | 코드',
  southEastAsian: 'mã | mã số | รหัส | โค้ด | កូដ',
  others: 'კოდი | կոդ | kóid | cód | msimbo',
});
