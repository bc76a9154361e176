import { phrases } from './phrases';

/** Words between dashes above the original email, by language. Clients use different words. */
export const originalMessageWords = phrases(`
  original message | original | original email | original mail | reply message | original appointment |
  message original | replied message | quoted message | previous message | ursprüngliche nachricht |
  original nachricht | original-nachricht | antwort nachricht | originalnachricht | ursprüngliche mail |
  ursprüngliche e-mail | ursprünglicher termin | originalmail | message d'origine | message d’origine |
  message initial | mensaje original | mensaje de origen | messaggio originale | messaggio originario |
  mensagem original | oorspronkelijk bericht | originele bericht | origineel bericht |
  oorspronkelijke bericht | oprindelig meddelelse | oprindelig besked | original meddelelse |
  original besked | oprindelig mail | ursprungligt meddelande | originalmeddelande | ursprungligt mail |
  original meddelande | opprinnelig melding | original melding | original meldning | opprinnelig e-post |
  alkuperäinen viesti | alkuperäinen sähköposti | upprunaleg skilaboð | algne kiri | algsõnum |
  wiadomość oryginalna | oryginalna wiadomość | treść oryginalnej wiadomości | wiadomość pierwotna |
  původní zpráva | původní e-mail | pôvodná správa | pôvodný e-mail | originálna správa | eredeti üzenet |
  eredeti levél | mesaj original | mesajul original | mesaj inițial | izvorna poruka | originalna poruka |
  izvirno sporočilo | prvotno sporočilo | оригинална порука | sākotnējais ziņojums |
  oriģinālais ziņojums | pradinis pranešimas | originalus laiškas | оригинално съобщение |
  първоначално съобщение | исходное сообщение | оригинальное сообщение | первоначальное сообщение |
  исходное письмо | оригінальне повідомлення | вихідне повідомлення | початкове повідомлення |
  αρχικό μήνυμα | orijinal mesaj | orjinal mesaj | özgün ileti | asıl ileti | missatge original |
  mezua jatorrizkoa | pesan asli | pesan awal | tin nhắn gốc | thư gốc | mesej asal | ข้อความต้นฉบับ |
  ข้อความเดิม | הודעה מקורית | ההודעה המקורית | الرسالة الأصلية | رسالة أصلية | پیام اصلی | मूल संदेश |
  原始邮件 | 原始郵件 | 原邮件 | 邮件原件 | 郵件原件 | 回复的原邮件 | 回复邮件 | 原始信件 | 原始訊息 | 原始消息 | 元のメッセージ | オリジナルメッセージ | 元のメール | 원본 메시지 | 원본메시지 | 원본 메일 |
  원래 메시지
`);

/** Lines that help desks add above their emails to separate the reply from the original text. */
export const replyAboveWords = phrases(`
  reply above this line | please reply above this line | please type your reply above this line |
  type your reply above this line | write your reply above this line | write above this line |
  enter your reply above this line | add your reply above this line | to reply, type above this line |
  reply above this line to add a comment | reply above this line to respond |
  bitte antworten sie oberhalb dieser linie | antworten sie oberhalb dieser linie |
  bitte geben sie ihre antwort oberhalb dieser zeile ein | répondez au-dessus de cette ligne |
  veuillez répondre au-dessus de cette ligne | responda por encima de esta línea |
  escriba su respuesta por encima de esta línea | por favor, escriba su respuesta por encima de esta línea |
  responda acima desta linha | rispondi sopra questa riga | typ uw antwoord boven deze regel |
  svar over denne linje | svara ovanför den här raden | пожалуйста, введите свой ответ выше этой строки |
  proszę wpisać odpowiedź powyżej tej linii | 请在此行上方回复 | この行より上に返信してください
`);

/** Words between dashes above a forwarded email. The text below them is content, not history. */
export const forwardedMessageWords = phrases(`
  forwarded message | forwarded email | forwarded mail | forwarded | message forwarded | forward message |
  weitergeleitete nachricht | weitergeleitete mail | weitergeleitete e-mail | weiterleitung |
  message transféré | message réexpédié | message suivi | courriel transféré | mensaje reenviado |
  mensaje transferido | missatge reenviat | messaggio inoltrato | inoltro messaggio |
  mensagem encaminhada | mensagem reencaminhada | doorgestuurd bericht | doorgestuurde bericht |
  videresendt meddelelse | videresendt besked | videresendt mail | videresendt melding |
  videresendt e-post | vidarebefordrat meddelande | vidarebefordrat brev | välitetty viesti |
  edelleen lähetetty viesti | áframsend skilaboð | edastatud kiri | edastatud sõnum | pārsūtīts ziņojums |
  persiųstas laiškas | wiadomość przekazana | wiadomość przekazana dalej | przekazana wiadomość |
  treść przekazanej wiadomości | přeposlaná zpráva | přeposlaný e-mail | preposlaná správa |
  preposlaný e-mail | továbbított üzenet | mesaj redirecționat | mesaj redirecţionat | mesaj forwardat |
  proslijeđena poruka | prosleđena poruka | posredovano sporočilo | прослеђена порука |
  препратено съобщение | пересылаемое сообщение | пересланное сообщение | пересылаемое письмо |
  пересланное письмо | начало переадресованного сообщения | переслане повідомлення | προωθημένο μήνυμα |
  iletilmiş mesaj | iletilen mesaj | yönlendirilmiş ileti | pesan terusan | pesan yang diteruskan |
  diteruskan | thư đã chuyển tiếp | tin nhắn đã chuyển tiếp | ข้อความที่ส่งต่อ | ส่งต่อข้อความ |
  הודעה שהועברה | הודעה מועברת | رسالة محولة | الرسالة المعاد توجيهها | پیام هدایت‌شده | پیام ارسال شده |
  转发邮件 | 轉寄郵件 | 转发的邮件 | 轉寄的郵件 | 转发邮件信息 | 转发信息 | 转发消息 | 轉寄訊息 | 転送メッセージ | 転送メール | 転送されたメッセージ | 전달된 메시지 |
  전달된 메일 | 전달 메시지
`);

/** Apple Mail's line above a forwarded email, without dashes. */
export const forwardedBeginnings = phrases(`
  begin forwarded message | start of forwarded message | anfang der weitergeleiteten nachricht |
  anfang der weitergeleiteten e-mail | début du message transféré | début du message réexpédié |
  inicio del mensaje reenviado | comienzo del mensaje reenviado | inizio messaggio inoltrato |
  início da mensagem reencaminhada | início da mensagem encaminhada | begin doorgestuurd bericht |
  begin van doorgestuurd bericht | start på videresendt besked | videresendt besked |
  start på videresendt melding | videresendt melding | vidarebefordrat brev |
  början på vidarebefordrat brev | vidarebefordrat mejl | välitetty viesti alkaa | välitetty viesti |
  początek przekazywanej wiadomości | rozpoczęcie przekazywanej wiadomości | začátek přeposílané zprávy |
  začátek přeposílaného e-mailu | začiatok preposlanej správy | továbbított levél kezdete |
  továbbított üzenet kezdete | începutul mesajului redirecționat | započni proslijeđenu poruku |
  začetek posredovanega sporočila | начало переадресованного сообщения | начало пересылаемого сообщения |
  початок листа, що пересилається | αρχή προωθημένου μηνύματος | iletilen iletinin başlangıcı |
  iletilmiş ileti başlangıcı | başlangıç iletilen mesaj | mulai pesan terusan |
  bắt đầu thư được chuyển tiếp | bắt đầu email được chuyển tiếp | เริ่มต้นข้อความที่ส่งต่อ |
  תחילת ההודעה שהועברה | بداية الرسالة المُعاد توجيهها | بداية رسالة أعيد توجيهها |
  inici del missatge reenviat | 下面是被转发的邮件 | 开始转发邮件 | 以下是轉寄的郵件 | 開始轉寄郵件 | 開始轉寄的郵件 | 転送されたメッセージ | 転送されたメール |
  전달된 메시지 시작 | 전달된 이메일 시작
`);
