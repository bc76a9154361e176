import { phrases } from '../reply/words/phrases';

/** Words of links that end a subscription, by language. */
export const unsubscribeWords = phrases({
  germanicRomance: `
    unsubscrib* | opt out | opt-out | stop receiving | email preferences | abbestell* | abmelde* | austragen | newsletter abmelden | désabonn* | désinscri* | se désinscrire |
    darse de baja | date de baja | cancelar suscripción | cancelar la suscripción | anular suscripción | desuscri* | cancelar inscrição | cancelar a inscrição |
    cancelar subscrição | cancelar assinatura | descadastr* | deixar de receber | annulla iscrizione | annulla l'iscrizione | disiscri* | cancella iscrizione |
    cancellati | uitschrijv* | afmelden | dona't de baixa | avprenumerera* | avregistrera* | avsluta prenumeration* | afmeld* | avmeld* | meld deg av
  `,
  slavic:
    'wypisz* | zrezygnuj z subskrypcji | rezygnacja z subskrypcji | anuluj subskrypcję | odhlásit* | odhlásiť* | zrušit odběr | отписат* | отказаться от рассылки | відписат* | скасувати підписку | отпиш* | odjav*',
  others: `
    peruuta tilaus | peru tilaus | lopeta tilaus | leiratkoz* | dezabon* | abonelikten çık* | abonelikten ayrıl* | aboneliği iptal* | listeden çık* | διαγραφ* | κατάργηση εγγραφής | إلغاء الاشتراك | لغو اشتراک |
    הסר* מרשימת | ביטול הרשמה | להסרה | सदस्यता समाप्त | अनसब्सक्राइब | 退订 | 退訂 | 取消订阅 | 取消訂閱 | 配信停止 | 配信解除 | 購読解除 | 登録解除 | 수신거부 | 수신 거부 | 구독 취소 | hủy đăng ký | ngừng nhận |
    berhenti berlangganan | berhenti melanggan | ยกเลิกการสมัคร | ยกเลิกรับ
  `,
});

/** Words of links that set a new password, by language. */
export const resetWords = phrases({
  germanicRomance: `
    reset* | forgot password | new password | change password | change your password | recover* | set a password | set your password | passwort zurücksetzen | passwort ändern | kennwort zurücksetzen |
    neues passwort | neues kennwort | zurücksetz* | réinitialis* | nouveau mot de passe | changer le mot de passe | changer mon mot de passe | restablec* | cambiar contraseña | nueva contraseña | recuperar |
    redefin* | repor palavra-passe | repor a palavra-passe | nova senha | alterar senha | reimposta* | reimpostare | nuova password | cambia password | ripristina | herstel* | wachtwoord wijzigen | nieuw wachtwoord |
    återställ* | nytt lösenord | nulstil* | ny adgangskode | tilbakestill* | nytt passord | restableix
  `,
  slavic:
    'zresetuj | resetuj | ustaw nowe hasło | zmień hasło | nowe hasło | obnov* | resetovat* | nové heslo | změnit heslo | сброс* | восстанов* | новый пароль | сменить пароль | скин* пароль | скинути | відновити пароль | новий пароль | ponastav*',
  others: `
    nollaa | palauta salasana | vaihda salasana | uusi salasana | visszaállít* | új jelszó | resetează | resetați | parolă nouă | sıfırla* | yeni şifre | yeni parola | επαναφορ* | νέος κωδικός | إعادة تعيين | تغيير كلمة |
    بازنشانی | איפוס | אפס סיסמה | סיסמה חדשה | रीसेट | पासवर्ड बदलें | 重置 | 重設 | 修改密码 | 再設定 | リセット | パスワード変更 | 재설정 | 초기화 | 비밀번호 변경 | đặt lại | đổi mật khẩu | atur ulang | setel ulang | tetapkan semula |
    รีเซ็ต | ตั้งรหัสผ่านใหม่
  `,
});

/** Words of links that accept an invitation, by language. */
export const inviteWords = phrases({
  germanicRomance: `
    invit* | join* | einladung* | beitreten | rejoindre | rejoignez | accepter l'invitation | invitación | únete | unirse | unirme | convite | participar | junte-se | aceitar convite | invito | unisciti | partecipa | uitnodiging* |
    deelnemen | word lid | inbjud* | gå med | invitation* | bliv medlem | deltag | bli med
  `,
  slavic:
    'zaproszeni* | dołącz* | pozván* | připojit se | приглашен* | присоедин* | принять приглашение | запрошен* | приєдна* | pozivnic* | pridruži*',
  others: `
    kutsu* | liity | meghív* | csatlakoz* | invitați* | alătură-te | davet* | katıl* | πρόσκλησ* | συμμετοχή | دعوة | الدعوة | انضم | الانضمام | دعوت | הזמנה להצטרף | הצטרפ* | קבל את ההזמנה | आमंत्रण | निमंत्रण | शामिल हों | 邀请 | 邀請 | 加入 | 招待 | 参加 | 초대 |
    참여 | lời mời | tham gia | undangan | bergabung | gabung | jemputan | sertai | คำเชิญ | เข้าร่วม
  `,
});

/** Words of links that prove an address or an action, by language. */
export const verifyWords = phrases({
  germanicRomance: `
    verif* | confirm* | activat* | validate* | bestätig* | verifizier* | aktivier* | freischalten | confirmer | confirmez | vérifi* | valider | activer | activez | confirmar | confirma* | verifica* | activar | activa tu | validar |
    ativar | ative | conferma* | verifica* | attiva* | convalida | bevestig* | verifieer | activeer | bekräfta | verifiera | aktivera | bekræft* | aktivér | bekreft* | verifiser | aktiver
  `,
  slavic:
    'potwierdź | potwierdzam | zweryfikuj | aktywuj | potvrdit | potvrďte | potvrdiť | ověřit | ověřte | overiť | aktivovat | подтверд* | активир* | верифиц* | підтверд* | активув* | потвърд* | potvrdi* | potrdi*',
  others: `
    vahvista* | aktivoi | megerősít* | aktivál* | confirmă* | confirmați | verifică | activează | doğrula* | onayla* | etkinleştir* | επιβεβαί* | επαλήθευσ* | ενεργοποί* | تأكيد | تحقق | تفعيل | تأیید | فعال‌سازی | אימות | אשר | אמת | הפעל | सत्यापित | पुष्टि | सक्रिय |
    验证 | 驗證 | 确认 | 確認 | 激活 | 啟用 | 認証 | 検証 | 有効化 | 인증 | 확인 | 활성화 | xác minh | xác nhận | kích hoạt | verifikasi | konfirmasi | aktifkan | sahkan | ยืนยัน | เปิดใช้งาน
  `,
});

/** Words of links that sign in, by language. */
export const signInWords = phrases({
  germanicRomance: `
    sign in | sign-in | signin | log in | log-in | login* | logon | magic link | anmelden | einloggen | jetzt anmelden | connexion | se connecter | connectez-vous | me connecter | iniciar sesión | inicia sesión | iniciar sessão | entrar | acceder |
    acessar | fazer login | accedi | accedere | inloggen | aanmelden | logga in | log ind | logg inn | logg på
  `,
  slavic:
    'zaloguj* | przihlásit* | přihlásit* | prihlásiť* | войти | вход | увійти | вхід | влез | prijavi se | prijava',
  others: `
    kirjaudu* | bejelentkez* | belép* | conectează-te | autentifică-te | giriş yap* | oturum aç* | σύνδεση | συνδεθ* | تسجيل الدخول | ورود | התחבר* | כניסה | להתחברות | साइन इन | लॉग इन | लॉगिन | 登录 | 登入 | 登錄 | ログイン | サインイン | 로그인 | đăng nhập |
    masuk | log masuk | เข้าสู่ระบบ
  `,
});
