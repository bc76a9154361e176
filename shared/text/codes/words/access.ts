import { phrases } from '../../reply/words/phrases';

/**
 * Words of sign-in, verification and payment approval, by language. Next to a word for a code, they make it a one-time
 * code.
 */
export const accessWords = phrases({
  english: `
    verif* | authenticat* | authoriz* | authoris* | sign in | sign-in | signing in | sign up | signing up | sign-up | log in |
    log-in | login* | logging in | logon | two-step | two-factor | 2-step | 2-factor | multi-factor | two step | two factor |
    security | access | password* | reset* | activat* | enter | entering | type | input | identity |
    don't share | do not share | never share | never give | expires in | expire in | expires | valid for | one-time |
    single-use | temporary | unlock | pickup | pick-up | collection | delivery pin | proceed | continue | device | email change |
    did not request | didn't request | new login
  `,
  german: `
    verifizier* | authentifizier* | freigabe* | anmelde* | anmeldung* | einlogg* | login* | zugang* | zugriff* |
    sicherheits* | passwort* | kennwort* | zurücksetz* | aktivier* | gib | geben sie | eingeben | einzugeben | eingabe |
    einmal* | abhol* | nicht weiter | gültig | läuft | minuten | prüfcode* | registrier* | zwei-faktor* | konto* | identität*
  `,
  french: `
    vérif* | authentif* | connexion* | connecter | connectez | identifi* | sécurité | accès | mot de passe | réinitialis* |
    activation | activer | saisissez | saisir | entrez | entrer | renseignez | tapez | usage unique | retrait | expire |
    ne le communiquez | ne le partagez | valable | valider | validation | double authentification | inscription
  `,
  spanish: `
    verific* | autentic* | iniciar sesión | inicio de sesión | inicia sesión | acceso | acceder | seguridad | contraseña* |
    restablec* | activa* | introduce | introduzca | introducir | ingres* | escribe | recogida | caduca | vence | expira |
    no lo compartas | no compartas | no lo comparta | un solo uso | autoriza* | identidad | registro
  `,
  portuguese: `
    verifica* | autentica* | acess* | login | entrar | iniciar sessão | início de sessão | segurança | senha* | palavra-passe |
    redefin* | repor | ativa* | digite | insira | introduza | informe | utilize | uso único | levantamento | retirada | expira |
    não compartilhe | não partilhe | válido | válida | autoriza* | identidade
  `,
  italian: `
    verific* | autentica* | accesso | accedere | accedi | login | sicurezza | password | reimposta* | ripristin* | attiva* |
    inserisci | inserire | inserisca | digita | monouso | temporane* | ritiro | scade | non condivid* | valido | autorizza* |
    identità | registrazione
  `,
  catalan:
    'verifica* | inici de sessió | iniciar sessió | introdueix | contrasenya | caduca | accés | seguretat',
  dutch: `
    verific* | verifieer* | authentic* | inlog* | in te loggen | aanmeld* | toegang* | beveiligings* | wachtwoord* | herstel* | activ* |
    vul | voer | invoeren | eenmalig* | ophaal* | afhaal* | verloopt | geldig | deel hem | deel deze | controlecode* | identiteit
  `,
  polish: `
    weryfik* | uwierzytelni* | autoryz* | logowan* | zalogow* | zaloguj | dostęp* | bezpieczeństw* | hasł* | zresetow* | aktyw* | wpisz |
    wprowadź | podaj | jednorazow* | odbioru | wygaśnie | wygasa | ważny | nie udostępniaj | nie podawaj | rejestrac*
  `,
  czechSlovak: `
    ověř* | ověřovací | overov* | overen* | autentiz* | autoriz* | přihlá* | prihlá* | přístup* | prístup* | bezpečnost* | hesl* | obnov* | aktiv* |
    zadejte | zadajte | zadej | vložte | jednorázov* | jednorazov* | vyzvednutí | výdejní | platí | vyprší
  `,
  nordic: `
    verifier* | verifiser* | verificer* | autentis* | autentic* | godkend* | logga in | log ind | logg inn | inloggning* | innlogging* | login* |
    säkerhet* | sikkerhed* | sikkerhet* | lösenord* | adgangskode* | passord* | återställ* | nulstil* | tilbakestill* | aktiver* |
    ange | skriv in | fyll i | indtast | skriv inn | tast inn | visa | bruk koden | hämta | hent* | afhent* | giltig | gyldig | gäller |
    udløber | utløper | dela inte | del den ikke | ikke del | staðfest* | innskrán*
  `,
  finnishEstonianBaltic: `
    vahvist* | todenn* | tunnist* | varmenn* | kirjaudu* | kirjautumi* | turva* | salasana* | aktivoi* | syötä | anna | nouto* | voimassa | älä jaa |
    kinnit* | sisselog* | parool* | sisesta* | apstiprin* | pieteik* | ievadi* | patvirtin* | prisijung* | įvesk*
  `,
  hungarianRomanian: `
    hitelesít* | ellenőrz* | megerősít* | azonosít* | bejelentkez* | belép* | biztonsági | jelszó* | jelszav* | visszaállít* | aktivál* | írja be | írd be |
    adja meg | add meg | érvényes | lejár | átvétel* | verific* | autentific* | conect* | securit* | parol* | resetar* | activ* | introdu* | expiră |
    valabil | acces* | ridicare
  `,
  turkish: `
    doğrula* | onay* | giriş* | oturum aç* | güvenlik* | şifre sıfırla* | parola sıfırla* | aktivasyon* | etkinleştir* | girin* | giriniz | geçerli* |
    paylaşmay* | teslim kodu | teslimat kodu
  `,
  slavicCyrillic: `
    подтвер* | подтвержд* | підтвер* | верифик* | верифік* | аутентиф* | автентиф* | авториз* | авторизац* | вход* | входа | войти | вхід | увійти | входу |
    безопасн* | безпек* | парол* | восстановл* | відновл* | сброс* | скидан* | актив* | введите | введіть | укажите | вкажіть | получени* | никому | нікому |
    действ* | дійсн* | потвърд* | потврд* | влез* | въведете | пријав* | сигурност* | регистрац* | реєстрац* | проверочн* | перевірк*
  `,
  southSlavicLatin:
    'potvrd* | potvrđ* | verifika* | provjer* | prijav* | sigurnos* | lozink* | unesite | upišite | vnesite | potrdi* | preverj* | geslo* | vrijedi | velja | istječe',
  greek:
    'επαλήθευσ* | επιβεβαίωσ* | ταυτοποίησ* | σύνδεσ* | συνδεθ* | πρόσβασ* | ασφαλεί* | συνθηματικ* | επαναφορ* | ενεργοποίησ* | εισαγάγετε | εισάγετε | πληκτρολογ* | λήγει | ισχύει',
  arabicPersianUrdu: `
    التحقق | تحقق | للتحقق | تأكيد | التأكيد | تفعيل | التفعيل | المصادقة | مصادقة | تسجيل الدخول | الدخول | دخول | الأمان | أمان | المرور | كلمة السر | أدخل | ادخل |
    إدخال | استخدم | تنتهي صلاحية | صالح | لا تشارك | تأیید | تایید | ورود | احراز هویت | امنیتی | وارد کنید | معتبر | تصدیق | لاگ ان | درج کریں
  `,
  hebrew:
    'אימות | לאימות | התחבר* | כניסה | לכניסה | אבטחה | סיסמה | סיסמא | איפוס | הפעלה | הזן | הזינו | הקלד | הקלידו | תקף | בתוקף | גישה',
  indian:
    'सत्यापन | सत्यापित | पुष्टि | प्रमाणीकरण | लॉगिन | लॉग इन | साइन इन | सुरक्षा | पासवर्ड | दर्ज करें | मान्य | साझा न करें | যাচাই | লগইন | পাসওয়ার্ড | சரிபார்ப்பு | உள்நுழை | ధృవీకరణ | ಪರಿಶೀಲನೆ | ચકાસણી | ਤਸਦੀਕ',
  chinese:
    '验证 | 驗證 | 校验 | 认证 | 認證 | 登录 | 登入 | 登錄 | 安全 | 重置 | 重設 | 激活 | 启用 | 啟用 | 请输入 | 請輸入 | 填写 | 有效 | 泄露 | 洩露 | 注册 | 註冊 | 动态 | 動態 | 取件 | 身份',
  japanese:
    '認証 | 検証 | ログイン | サインイン | 本人確認 | セキュリティ | パスワード | 再設定 | リセット | 有効化 | 入力 | 有効期限 | ワンタイム | 一時 | 他人に教えない | 新規登録',
  korean:
    '인증 | 확인 코드 | 로그인 | 보안 | 비밀번호 | 재설정 | 활성화 | 입력 | 유효 | 일회용 | 본인 확인 | 본인확인 | 가입',
  vietnamese:
    'xác minh | xác nhận | xác thực | đăng nhập | bảo mật | mật khẩu | đặt lại | kích hoạt | nhập mã | hiệu lực | không chia sẻ | hết hạn | đăng ký',
  indonesianMalayFilipino:
    'verifikasi | pengesahan | otentikasi | masuk ke | log masuk | login | keamanan | keselamatan | kata sandi | kata laluan | reset | aktivasi | masukkan | berlaku | jangan | rahasia | ilagay | mag-log in | beripikasyon',
  thai: 'ยืนยัน | เข้าสู่ระบบ | ความปลอดภัย | รหัสผ่าน | รีเซ็ต | เปิดใช้งาน | กรอก | หมดอายุ | ใช้ครั้งเดียว | อย่าเปิดเผย',
  others: 'დადასტურებ* | հաստատ* | растау* | təsdiq* | tasdiq* | uthibitish*',
});

/** Words that go with one-time codes as well as with the codes of bookings and orders. */
export const confirmationWords = phrases(`
  confirm* | bestätig* | confirmation | confirmer | confirmez | confirmación | confirmar | confirma* | conferm* | bevestig* |
  potwierdz* | potwierdź | potvrzen* | potvrdit | bekräft* | bekreft* | bekræft* | megerősít* | конфирм* | उपर्युक्त | konfirmasi | onayla* | 确认 | 確認
`);
