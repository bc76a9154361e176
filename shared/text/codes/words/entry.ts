import { phrases } from '../../reply/words/phrases';

/** Verbs that ask to enter a code, by language. */
export const entryWords = phrases({
  english:
    'enter | entering | type | type in | typing | input | key in | paste | punch in | fill in | copy | use | using | submit',
  german:
    'gib | gebe | geben sie | eingeben | eingibst | einzugeben | eingabe | tippe | tippen sie | tippst | eintippen | trage | tragen sie | kopiere | kopieren sie | verwende | verwenden sie | nutze | nutzen sie | benutzen sie',
  french:
    'saisissez | saisir | saisis | entrez | entrer | entre | tapez | taper | renseignez | recopiez | copiez | copie | indiquez | utilisez | composez | insérez',
  spanish:
    'introduce | introduzca | introducir | introduciendo | ingresa | ingrese | ingresar | ingresá | copia | copie | copiar | escribe | escriba | escribir | teclea | teclee | digita | digite | usa | use | utiliza | utilice',
  portuguese:
    'digite | digitar | insira | inserir | introduza | introduzir | informe | use | utilize | escreva | copie | coloque | preencha',
  italian:
    'inserisci | inserire | inserisca | inserendo | copia | copiare | digita | digitare | digiti | scrivi | usa | utilizza | immetti | immettere',
  catalan: 'introdueix | introduïu | escriu | utilitza',
  dutch: 'vul | vult | voer | invoeren | typ | kopieer | toets | tik | gebruik | invullen | intypen',
  polish: 'wpisz | wprowadź | podaj | przepisz | skopiuj | użyj | wpisać | wprowadzić | podać',
  czechSlovak:
    'zkopírujte | skopírujte | zadejte | zadej | zadajte | zadaj | opište | opíšte | vložte | napište | napíšte | použijte | použite | zadat | zadať',
  nordic:
    'ange | skriv in | fyll i | mata in | knappa in | slå in | använd | kopiera | kopier | indtast | tast | angiv | brug | tast inn | skriv inn | oppgi | bruk | sláðu inn',
  finnishEstonianBaltic:
    'syötä | kopioi | kirjoita | näppäile | anna | käytä | sisesta* | kasuta | ievadi* | įvesk* | naudok*',
  hungarianRomanian:
    'írja be | írd be | írja | gépelje be | gépeld be | adja meg | add meg | használja | használd | introdu* | tastează | tastați | scrie | folosește | folosiți | utilizați',
  turkish:
    'girin | giriniz | girerek | yazın | yazınız | yazarak | kullanın | kullanarak | tuşlayın | kopyalayın',
  slavicCyrillic:
    'введите | введи | ввести | укажите | наберите | впишите | скопируйте | скопіюйте | используйте | вставьте | введіть | наберіть | вкажіть | впишіть | використайте | увядзіце | въведете | унесите | внесете',
  southSlavicLatin: 'unesite | unesi | upišite | upiši | vnesite | vpišite',
  greek: 'εισαγάγετε | εισάγετε | πληκτρολογ* | γράψτε | χρησιμοποιήστε | βάλτε',
  arabicPersianUrdu: 'أدخل | ادخل | اكتب | استخدم | إدخال | أدخلي | وارد کنید | وارد نمایید | درج کریں',
  hebrew: 'הזן | הזיני | הזינו | הקלד | הקלידי | הקלידו | השתמשו',
  indian:
    'दर्ज करें | उपयोग करें | इस्तेमाल करें | प्रयोग करें | डालें | टाइप करें | लिखें | प्रविष्ट करें | লিখুন | உள்ளிடவும் | నమోదు | નાખો | ਦਰਜ ਕਰੋ',
  chinese: '复制 | 複製 | 输入 | 輸入 | 填写 | 填寫 | 填入',
  japanese: '入力 | 打ち込 | コピー',
  korean: '입력 | 복사',
  southEastAsian:
    'nhập | điền | gõ | masukkan | ketik | ketikkan | gunakan | isikan | guna | กรอก | ใส่ | พิมพ์ | ป้อน | ilagay | i-type | gamitin',
});

/** Words for a password, by language. A password that comes by email is often a one-time code. */
export const passwordWords = phrases(`
  password* | passwort* | kennwort* | mot de passe | contraseña* | clave | senha* | palavra-passe | contrasenya | wachtwoord* | hasło | hasła | heslo | hesla |
  lösenord* | adgangskode* | passord* | salasana* | parool* | parole | slaptažod* | jelszó* | jelszav* | parolă | parola | parolei | şifre* | пароль | пароля | паролем | парола |
  lozink* | geslo | συνθηματικ* | κωδικός πρόσβασης | كلمة المرور | كلمة السر | كلمة مرور | گذرواژه | رمز عبور | סיסמה | סיסמא | הסיסמה | पासवर्ड | পাসওয়ার্ড | 密码 | 密碼 | パスワード | 비밀번호 |
  mật khẩu | kata sandi | kata laluan | รหัสผ่าน
`);
