import { phrases } from '../../reply/words/phrases';

/**
 * Words of sign-in, verification and payment approval, by language. Next to a word for a code, they make it a one-time
 * code.
 */
export const accessWords = phrases({
  english: `
    verif* | authenticat* | authoriz* | authoris* | sign in | sign-in | signing in | sign up | signing up | sign-up | log in |
    log-in | login* | logging in | logon | two-step | two-factor | 2-step | 2-factor | multi-factor | two step | two factor |
    security | access | reset* | activat* | identity |
    don't share | do not share | never share | never give | expires in | expire in | expires | valid for | one-time |
    single-use | temporary | recover* | unlock | pickup | pick-up | collection | delivery pin | proceed | continue | email change |
    did not request | didn't request | new login | device*
  `,
  german: `
    verifizier* | authentifizier* | freigabe* | anmelde* | anmeldung* | einlogg* | login* | zugang* | zugriff* |
    sicherheits* | zurücksetz* | aktivier* |
    einmal* | abhol* | nicht weiter | gültig | läuft | minuten | prüfcode* | registrier* | zwei-faktor* | identität*
  `,
  french: `
    vérif* | authentif* | connexion* | connecter | connectez | identifi* | sécurité | accès | réinitialis* |
    activation | activer | usage unique | retrait | expire |
    ne le communiquez | ne le partagez | valable | valider | validation | double authentification | inscription
  `,
  spanish: `
    verific* | autentic* | iniciar sesión | inicio de sesión | inicia sesión | acceso | acceder | seguridad |
    restablec* | activa* | recogida | caduca | vence | expira |
    no lo compartas | no compartas | no lo comparta | un solo uso | autoriza* | identidad | registro
  `,
  portuguese: `
    verifica* | autentica* | acess* | login | entrar | iniciar sessão | início de sessão | segurança |
    redefin* | repor | ativa* | uso único | levantamento | retirada | expira |
    não compartilhe | não partilhe | válido | válida | autoriza* | identidade
  `,
  italian: `
    verific* | autentica* | accesso | accedere | accedi | login | sicurezza | reimposta* | ripristin* | attiva* | monouso | temporane* | ritiro | scade | non condivid* | valido | autorizza* |
    identità | registrazione
  `,
  catalan: 'verifica* | inici de sessió | iniciar sessió | caduca | accés | seguretat',
  dutch: `
    verific* | verifieer* | authentic* | inlog* | in te loggen | aanmeld* | toegang* | beveiligings* | herstel* | activ* | eenmalig* | ophaal* | afhaal* | verloopt | geldig | deel hem | deel deze | controlecode* | identiteit
  `,
  polish: `
    weryfik* | uwierzytelni* | autoryz* | logowan* | zalogow* | zaloguj | dostęp* | bezpieczeństw* | hasł* | zresetow* | aktyw* | jednorazow* | odbioru | wygaśnie | wygasa | ważny | nie udostępniaj | nie podawaj | rejestrac*
  `,
  czechSlovak: `
    ověř* | ověřovací | overov* | overen* | autentiz* | autoriz* | přihlá* | prihlá* | přístup* | prístup* | bezpečnost* | hesl* | obnov* | aktiv* | jednorázov* | jednorazov* | vyzvednutí | výdejní | platí | vyprší
  `,
  nordic: `
    verifier* | verifiser* | verificer* | autentis* | autentic* | godkend* | logga in | log ind | logg inn | inloggning* | innlogging* | login* |
    säkerhet* | sikkerhed* | sikkerhet* | återställ* | nulstil* | tilbakestill* | aktiver* | visa | bruk koden | hämta | hent* | afhent* | giltig | gyldig | gäller |
    udløber | utløper | dela inte | del den ikke | ikke del | staðfest* | innskrán*
  `,
  finnishEstonianBaltic: `
    vahvist* | todenn* | tunnist* | varmenn* | kirjaudu* | kirjautumi* | turva* | aktivoi* | nouto* | voimassa | älä jaa |
    kinnit* | sisselog* | apstiprin* | pieteik* | patvirtin* | prisijung* `,
  hungarianRomanian: `
    hitelesít* | ellenőrz* | megerősít* | azonosít* | bejelentkez* | belép* | biztonsági | visszaállít* | aktivál* | érvényes | lejár | átvétel* | verific* | autentific* | conect* | securit* | parol* | resetar* | activ* | expiră |
    valabil | acces* | ridicare
  `,
  turkish: `
    doğrula* | onay* | giriş* | oturum aç* | güvenlik* | şifre sıfırla* | parola sıfırla* | aktivasyon* | etkinleştir* | girin* | geçerli* |
    paylaşmay* | teslim kodu | teslimat kodu
  `,
  slavicCyrillic: `
    подтвер* | подтвержд* | підтвер* | верифик* | верифік* | аутентиф* | автентиф* | авториз* | авторизац* | вход* | входа | войти | вхід | увійти | входу |
    безопасн* | безпек* | парол* | восстановл* | відновл* | сброс* | скидан* | актив* | получени* | никому | нікому |
    действ* | дійсн* | потвърд* | потврд* | влез* | пријав* | сигурност* | регистрац* | реєстрац* | проверочн* | перевірк*
  `,
  southSlavicLatin:
    'potvrd* | potvrđ* | verifika* | provjer* | prijav* | sigurnos* | potrdi* | preverj* | geslo* | vrijedi | velja | istječe',
  greek:
    'επαλήθευσ* | επιβεβαίωσ* | ταυτοποίησ* | σύνδεσ* | συνδεθ* | πρόσβασ* | ασφαλεί* | επαναφορ* | ενεργοποίησ* | λήγει | ισχύει',
  arabicPersianUrdu: `
    التحقق | تحقق | للتحقق | تأكيد | التأكيد | تفعيل | التفعيل | المصادقة | مصادقة | تسجيل الدخول | الدخول | دخول | الأمان | أمان | المرور | تنتهي صلاحية | صالح | لا تشارك | تأیید | تایید | ورود | احراز هویت | امنیتی | معتبر | تصدیق | لاگ ان `,
  hebrew: 'אימות | לאימות | התחבר* | כניסה | לכניסה | אבטחה | איפוס | הפעלה | תקף | בתוקף | גישה',
  indian:
    'सत्यापन | सत्यापित | पुष्टि | प्रमाणीकरण | लॉगिन | लॉग इन | साइन इन | सुरक्षा | मान्य | साझा न करें | যাচাই | লগইন | சரிபார்ப்பு | உள்நுழை | ధృవీకరణ | ಪರಿಶೀಲನೆ | ચકાસણી | ਤਸਦੀਕ',
  chinese:
    '验证 | 驗證 | 校验 | 认证 | 認證 | 登录 | 登入 | 登錄 | 安全 | 重置 | 重設 | 激活 | 启用 | 啟用 | 请输入 | 請輸入 | 有效 | 泄露 | 洩露 | 注册 | 註冊 | 动态 | 動態 | 取件 | 身份',
  japanese:
    '認証 | 検証 | ログイン | サインイン | 本人確認 | セキュリティ | 再設定 | リセット | 有効化 | 有効期限 | ワンタイム | 一時 | 他人に教えない | 新規登録',
  korean: '인증 | 확인 코드 | 로그인 | 보안 | 재설정 | 활성화 | 유효 | 일회용 | 본인 확인 | 본인확인 | 가입',
  vietnamese:
    'xác minh | xác nhận | xác thực | đăng nhập | bảo mật | đặt lại | kích hoạt | nhập mã | hiệu lực | không chia sẻ | hết hạn | đăng ký',
  indonesianMalayFilipino:
    'verifikasi | pengesahan | otentikasi | masuk ke | log masuk | login | keamanan | keselamatan | reset | aktivasi | berlaku | jangan | rahasia | mag-log in | beripikasyon',
  thai: 'ยืนยัน | เข้าสู่ระบบ | ความปลอดภัย | รีเซ็ต | เปิดใช้งาน | หมดอายุ | ใช้ครั้งเดียว | อย่าเปิดเผย',
  devices: `
    gerät* | endgerät* | appareil* | dispositivo* | dispositiu | apparaat* | toestel | urządzen* | zařízení | zariaden* | enhet* | enhed* | laite* | laitte* | seade | ierīc* | įrengin* | eszköz* | dispozitiv* |
    cihaz* | устройств* | пристр* | уређај* | uređaj* | naprav* | συσκευή* | جهاز | الجهاز | دستگاه | מכשיר | डिवाइस | 设备 | 裝置 | 端末 | デバイス | 기기 | thiết bị | perangkat | peranti | อุปกรณ์
  `,
  others: 'დადასტურებ* | հաստատ* | растау* | təsdiq* | tasdiq* | uthibitish*',
});

/** Words that go with one-time codes as well as with the codes of bookings and orders. */
export const confirmationWords = phrases(`
  confirm* | bestätig* | confirmation | confirmer | confirmez | confirmación | confirmar | confirma* | conferm* | bevestig* |
  potwierdz* | potwierdź | potvrzen* | potvrdit | bekräft* | bekreft* | bekræft* | megerősít* | конфирм* | उपर्युक्त | konfirmasi | onayla* | 确认 | 確認
`);
