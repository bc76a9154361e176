/**
 * Phrases that mail programs put before the subject of the email that they answer. Before the comparison, `foldPhrase`
 * reduces the subject and the phrases to letters without accents. In each language, the phrases of Outlook and Exchange
 * come first.
 */
export const replyPhrases: readonly string[] = [
  'Automatic reply, Automated reply, Automatic response, Automated response, Auto reply, Auto response',
  'Auto responder, Auto answer, Yahoo! Auto Response, Vacation reply, Vacation autoreply, Vacation message, Out of office reply',
  'Automatische Antwort, Automatische Rückantwort, Autoantwort, Automatische Abwesenheitsnotiz',
  'Abwesenheitsnotiz, Abwesenheitsnachricht, Abwesenheitsmeldung, Abwesenheitsbenachrichtigung, Abwesenheitsassistent',
  'Réponse automatique, Message automatique, Réponse automatisée, Notification d’absence, Message d’absence',
  'Respuesta automática, Autorespuesta, Respuesta automatizada, Contestación automática',
  'Risposta automatica, Autorisposta, Messaggio automatico, Risponditore automatico',
  'Resposta automática, Resposta automàtica, Autorresposta, Resposta automatizada, Erantzun automatikoa',
  'Automatisch antwoord, Automatische reactie, Automatische beantwoording, Afwezigheidsbericht, Afwezigheidsmelding',
  'Automatiskt svar, Automatisk svar, Autosvar, Frånvaromeddelande, Fraværsmeddelelse, Fraværsbesked, Fraværsmelding',
  'Fraværsassistent, Frånvaroassistent, Sjálfvirkt svar, Sjálfkrafa svar',
  'Automaattinen vastaus, Automaattivastaus, Poissaoloilmoitus, Poissaoloviesti, Automaattinen poissaolovastaus',
  'Automaatvastus, Automaatne vastus, Automātiskā atbilde, Automātiska atbilde, Automatinis atsakymas',
  'Odpowiedź automatyczna, Automatyczna odpowiedź, Autoodpowiedź, Autoresponder',
  'Automatická odpověď, Automatická odpoveď, Automatikus válasz, Automata válasz, Răspuns automat',
  'Samodejni odgovor, Automatski odgovor, Automatický odgovor, Përgjigje automatike, Автоматски одговор',
  'Аутоматски одговор, Автоматичен отговор, Автоматический ответ, Автоматическое сообщение, Автоответ',
  'Автоответчик, Автоматична відповідь, Автовідповідь, Автоматты жауап, Аўтаматычны адказ',
  'Αυτόματη απάντηση, Otomatik yanıt, Otomatik cevap, Avtomatik cavab',
  'תשובה אוטומטית, מענה אוטומטי, הודעה אוטומטית, رد تلقائي, الرد التلقائي, پاسخ خودکار, پاسخ اتوماتیک',
  'स्वचालित उत्तर, स्वतः उत्तर, ตอบกลับอัตโนมัติ, การตอบกลับอัตโนมัติ, ข้อความตอบกลับอัตโนมัติ',
  'Trả lời tự động, Thư trả lời tự động, Balasan otomatis, Balasan automatik, Jawaban otomatis, Awtomatikong tugon',
  '自動応答, 自動返信, 自动答复, 自动回复, 自動回覆, 自動回復, 自動答覆, 자동 회신, 자동 응답, 자동응답메일, 부재 중 자동 회신',
  '不在通知, 外出中自動応答, 休暇応答',
];

/** Phrases about an absence that programs use with or instead of a reply phrase. People also write these phrases. */
export const absencePhrases: readonly string[] = [
  'Out of office, Out of the office, On vacation, Vacation, On holiday, On leave, Away from the office, Away from my mail',
  'Abwesend, Abwesenheit, Nicht im Büro, Außer Haus, Bei Abwesenheit, Im Urlaub',
  'Absent, Absence, Absent(e), Absent du bureau, Absente du bureau, Absent(e) du bureau, Absence du bureau',
  'D’absence, D’absence du bureau, En congé, En vacances',
  'Fuera de oficina, De fuera de oficina, Fuera de la oficina, De fuera de la oficina, Ausente, Ausencia, De vacaciones',
  'Fuori sede, Fuori ufficio, Assente, Assenza, In ferie',
  'Fora do escritório, Ausência temporária, De ausência temporária, De ausência, Ausente do escritório, De férias',
  'Fora de l’oficina, Bulegotik kanpo, Fóra da oficina',
  'Niet aanwezig, Afwezig, Bij afwezigheid, Buiten kantoor',
  'Frånvaro, Vid frånvaro, Ej på kontoret, Fravær, Ved fravær, Ikke til stede, Ikke på kontoret, Fraværende, Fjarverandi',
  'Poissa, Poissa toimistosta, Kontorist väljas, Kontorist eemal, Ārpus biroja, Ārpus biroja atrašanās, Ne biure',
  'Poza biurem, Nieobecność, Nieobecność w biurze, O nieobecności, Mimo kancelář, V nepřítomnosti, Mimo kancelárie',
  'Házon kívül, Távollét, În afara biroului, Absent de la birou, Izvan ureda, Izvan kancelarije, Odsoten, Zunaj pisarne',
  'Вне офиса, Нет на месте, Отсутствие, Об отсутствии, Поза офісом, Не в офісі, Извън офиса, Ван канцеларије',
  'Εκτός γραφείου, Απουσία, Ofis dışında, Ofis dışı, İşyeri dışında',
  'מחוץ למשרד, خارج المكتب, خارج از دفتر, कार्यालय से बाहर, ไม่อยู่ที่สำนักงาน, Ngoài văn phòng, Vắng mặt, Di luar kantor',
  'Di luar pejabat, 外出中, 不在, 不在中, 不在のお知らせ, 外出, 不在办公室, 不在辦公室, 休假, 부재 중, 부재중, 외출 중',
];

/** Complete subjects of delivery failure reports. */
export const bouncePhrases: readonly string[] = [
  'Undelivered Mail Returned to Sender, Mail delivery failed: returning message to sender, Mail could not be delivered',
  'Mail System Error - Returned Mail, Returned mail: see transcript for details, Returned mail: User unknown',
  'Returned mail: Host unknown, Message delivery has failed, Delayed Mail (still being retried)',
  'Delivery Status Notification, Delivery Status Notification (Failure), Delivery Status Notification (Delay)',
  'Delivery Notification: Delivery has failed, Warning: could not send message for past hours',
  'Warning: message delayed hours, Warning: message delayed, メールエラー通知, メッセージを配信できません, 系统退信',
];

/** Beginnings of subjects of delivery failure reports. People also write these beginnings. */
export const bounceOpenings: readonly string[] = [
  'Undeliver, Non-deliver, Nondeliver, Delivery status, Delivery fail, Delivery delay, Delivery has, Delivery notification',
  'Mail fail, Mail delivery fail, Message delivery fail, Mail undeliverable, Message undeliverable, Mail system error',
  'Returned mail, Failure notice, Warning: message, Warning: could not, Complaint about message from',
  'Unzustellbar, Nicht zustellbar, Non remis, Courrier non remis, No se puede entregar, No se ha podido entregar',
  'Non recapitabile, Mancato recapito, Onbestelbaar, Não é possível entregar, Não entregue, Kan inte levereras',
  'Olevererbar, Kan ikke leveres, Ikke leveret, Toimittamaton, Nie można dostarczyć, Niedostarczaln, Nelze doručit',
  'Nedoručiteln, Kézbesíthetetlen, Недоставлен, Teslim edilemedi, 配信不能, 配信エラー, 送信エラー, 送信失敗',
  '배달되지 않음, 배달할 수 없음, 未送达, 无法送达, 無法傳遞, 退信',
];

/** Reduces the text to letters, so that case, accents, hyphens and spaces make no difference. */
export const foldPhrase = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/[^\p{L}]/gu, '')
    .toLowerCase()
    .replace(/\p{M}/gu, '');

export const foldAll = (lines: readonly string[]): string[] =>
  lines.flatMap((line) => line.split(',')).map(foldPhrase);
