import { readReply } from '../../../shared/text/reply/read-reply';

const reply = 'Noon suits me.\n\nShall we meet at the gate?';

/** Greetings, business cards, notes of mail programs and footers of mailing lists. */
const endings: readonly [string, string][] = [
  [
    'Outlook and a header block',
    'Sent from Outlook\n\n________________________________\nFrom: Milan\nSent: Monday, January 12, 2015 2:02 PM\nTo: Ada\nSubject: x\n\nq',
  ],
  [
    'Windows Phone and a header block',
    'Sent from my Windows Phone\n________________________________\nFrom: Milan\nSent: 12/01/2015 14:02\nTo: Ada\nSubject: x\n\nq',
  ],
  ['Gmail Mobile below a delimiter', '-- \nSent from Gmail Mobile'],
  ['Nokia', 'Sent from my Nokia phone'],
  ['an apology for typos', 'Sent from my phone. Please excuse any typos.'],
  ['an apology for brevity', 'Sent from a mobile device - please pardon brevity and typos'],
  [
    'Mail for Windows with a link',
    'Sent from Mail<https://go.microsoft.example/fwlink/?LinkId=550986> for Windows',
  ],
  [
    'a signature with a phone number above a quote',
    '--\nAda Lang | Head of Drawings\nT 020 7946 0000\n\nOn Mon, Jan 12, 2015 at 2:02 PM, Milan <m@h.example> wrote:\n\n> q',
  ],
  [
    'a short signature above a quote',
    'Cheers\nAda\n\nOn Mon, Jan 12, 2015 at 2:02 PM, Milan <m@h.example> wrote:\n\n> q',
  ],
  ['a Spanish signature', 'Un saludo,\nAda Lang\nDepartamento de cuentas\nTel. 911 234 567'],
  ['an Italian signature', 'Cordiali saluti\nAda Lang'],
  ['a French signature', 'Bien cordialement,\n\nAda Lang\nResponsable des comptes\n06 12 34 56 78'],
  ['a Polish signature', 'Pozdrawiam,\nAda'],
  ['a Dutch signature', 'Met vriendelijke groet,\n\nAda Lang'],
  ['a Danish signature', 'Med venlig hilsen / Best regards\n\nAda Lang\nTegner\n+45 12 34 56 78'],
  ['a Swedish signature', 'Mvh\nAda'],
  ['a Finnish signature', 'Ystävällisin terveisin\nAda Lang'],
  ['a Portuguese signature', 'Atenciosamente,\nAda'],
  ['a Russian signature', 'С уважением,\nАда Ланг'],
  [
    'a Japanese card between dashes',
    '--------------------------\n株式会社 数屋\n阿田 花子\nTEL: 03-1234-5678\n--------------------------',
  ],
  [
    'a Japanese card between slashes',
    '/////////////////////////\n阿田 花子\nmail: a@x.example\n/////////////////////////',
  ],
  [
    'a card between asterisks',
    '****************************\nAda Lang\nCounting House\nPhone 020 7946 0000\n****************************',
  ],
  ['a German signature above a quote', 'Gruß\nAda\n\nAm 12.01.2015 14:02 schrieb Milan Horvat:\n> Text'],
  ['Yahoo Groups', '__._,_.___\nPosted by: Ada <a@x.example>\nReply via web post | Reply to sender'],
  [
    'the footer of a virus scanner',
    '---\nThis email has been checked for viruses by Avast antivirus software.\nhttps://www.avast.example/antivirus',
  ],
  [
    'an unsubscribe footer below a delimiter',
    '-- \nTo unsubscribe from this list: send the line "unsubscribe linux-count" in\nthe body of a message to majordomo@lists.example',
  ],
  [
    'the footer of Discourse',
    '---\n[Visit Topic](https://talk.example/t/1) or reply to this email to respond.',
  ],
  [
    'BlackBerry in two languages',
    'Sent wirelessly from my BlackBerry device on the North network.\nEnvoyé sans fil par mon terminal mobile BlackBerry sur le réseau de North.',
  ],
  ['a closing formula below a delimiter', '--\nBest regards,\n\nAda'],
  ['HTC below a name', '-Lev.\n\nSent from my HTC smartphone!'],
  ['thanks below a delimiter', '--\nThanks!\nAda'],
  ['a name below a delimiter', '--\nAda Lang'],
  ['thanks above a name and a phone number', 'Thanks!\nAda Lang\n(020) 7946-0000 x12'],
  ['a card without a closing formula', 'Ada Lang\nCounting House Ltd.\nada@counting.example\n020 7946 0000'],
  ['a sentence below underscores', '_______________________\nAnd here is who I am.'],
  ['a name below equals signs', '=====\nAda Lang'],
  ['a name below tildes', '~~~\nAda Lang\nhttp://ada.example'],
  ['a name below plus signs', '++++++++++\nAda Lang, Leeds'],
  ['a name below alternating signs', '-=-=-=-=-=-\nAda Lang'],
  ['a name after an en dash', '– Ada'],
  ['iPhone in lower case', 'sent from my iphone'],
  ['iPad between underscores', '_Sent from my iPad_'],
  ['iPad above a quote', 'Sent from my iPad\nOn Jan 12, 2015, at 2:02 PM, Milan <m@h.example> wrote:\n> q'],
  [
    'iPad below a quote',
    'On Jan 12, 2015, at 2:02 PM, Milan <m@h.example> wrote:\n\n> q\n\nSent from my iPad',
  ],
  ['a signature below a quote', 'On 5 Oct 2020, Milan wrote:\n> q\n\n-- \nAda'],
  ['the GMX app in German', 'Gesendet mit der GMX Mail App'],
  ['WEB.DE on Android', 'Diese Nachricht wurde von meinem Android Mobiltelefon mit WEB.DE Mail gesendet.'],
  ['a Samsung tablet in German', 'Von Samsung-Tablet gesendet'],
  [
    'Huawei in German',
    'Von meinem Huawei-Mobiltelefon gesendet\n\n-------- Originalnachricht --------\nVon: Milan Horvat <m@h.example>\nDatum: Mo., 12. Jan. 2015, 14:02\nAn: Ada <a@x.example>\nBetreff: Re: x\n\nText',
  ],
  ['Orange in French', 'Envoyé de mon mobile Orange'],
  [
    'Outlook for Android in French',
    'Télécharger Outlook pour Android\n________________________________\nDe : Milan <m@h.example>\nEnvoyé : lundi 12 janvier 2015 14:02:11\nÀ : Ada\nObjet : x\n\ntexte',
  ],
  [
    'Mail for Windows in Dutch',
    'Verzonden vanuit Mail voor Windows 10\n\nVan: Milan Horvat\nVerzonden: maandag 12 januari 2015 14:02\nAan: Ada Lang\nOnderwerp: x\n\ntekst',
  ],
  [
    'Mail for Windows in German',
    'Gesendet von Mail für Windows\n\nVon: Milan Horvat\nGesendet: Montag, 12. Januar 2015 14:02\nAn: Ada Lang\nBetreff: x\n\nText',
  ],
  [
    'Mail for Windows in Portuguese',
    'Enviado do Email para Windows 10\n\nDe: Milan Horvat\nEnviado: segunda-feira, 12 de janeiro de 2015 14:02\nPara: Ada Lang\nAssunto: x\n\ntexto',
  ],
  [
    'Mail for Windows in Spanish',
    'Enviado desde Correo para Windows\n\nDe: Milan Horvat\nEnviado: lunes, 12 de enero de 2015 14:02\nPara: Ada Lang\nAsunto: x\n\ntexto',
  ],
  [
    'Mail for Windows in Swedish',
    'Skickades från E-post för Windows\n\nFrån: Milan Horvat\nSkickat: den 12 januari 2015 14:02\nTill: Ada Lang\nÄmne: x\n\ntext',
  ],
  [
    'Mail for Windows in Danish',
    'Sendt fra Mail til Windows 10\n\nFra: Milan Horvat\nSendt: 12. januar 2015 14:02\nTil: Ada Lang\nEmne: x\n\ntekst',
  ],
  [
    'Outlook mobile in Dutch',
    'Outlook voor Android downloaden\n________________________________\nVan: Milan Horvat <m@h.example>\nVerzonden: maandag 12 januari 2015 14:02\nAan: Ada Lang\nOnderwerp: x\n\ntekst',
  ],
  [
    'Outlook mobile in Italian',
    'Scarica Outlook per Android\n________________________________\nDa: Milan Horvat <m@h.example>\nInviato: lunedì 12 gennaio 2015 14:02\nA: Ada Lang\nOggetto: x\n\ntesto',
  ],
  [
    'Outlook mobile in Polish',
    'Pobierz aplikację Outlook dla systemu iOS\n________________________________\nOd: Milan Horvat <m@h.example>\nWysłane: poniedziałek, 12 stycznia 2015 14:02\nDo: Ada Lang\nTemat: x\n\ntekst',
  ],
  ['Y!mobile in Japanese', 'Y!mobileのスマートフォンから送信'],
  [
    'Huawei in Chinese',
    '发自我的华为手机\n\n\n-------- 原始邮件 --------\n发件人： Milan <m@h.example>\n日期： 2015年1月12日周一 下午2:02\n收件人： Ada <a@x.example>\n主 题： x\n\n文',
  ],
  [
    'Samsung in Korean',
    '나의 Samsung Galaxy 스마트폰에서 보냄.\n\n-------- 원본 이메일 --------\n발신: Milan <m@h.example>\n날짜: 2015/1/12 14:02 (GMT+09:00)\n받은 사람: Ada <a@x.example>\n제목: x\n\n글',
  ],
  ['Yahoo in Japanese', '--- On Mon, 2015/1/12, Milan <m@h.example> wrote:\n\n文'],
  [
    'Google Groups',
    'On Monday, January 12, 2015 at 2:02:31 PM UTC+1, Milan Horvat wrote:\n>\n> q\n>\n\n-- \n-- \nYou received this message because you are subscribed to the Google\nGroups "count" group.\nTo post to this group, send email to count@googlegroups.com',
  ],
  [
    'a GitHub notification',
    '—\nYou are receiving this because you authored the thread.\nReply to this email directly, view it on GitHub',
  ],
  ['the footer of Jira', '--\nThis message was sent by Atlassian Jira\n(v8.3.4#803005)'],
  [
    'a German mailing list',
    '--\nUm sich von der Liste abzumelden, senden Sie eine E-Mail an liste-leave@x.example',
  ],
  ['a Python mailing list', '-- \nhttps://mail.python.example/mailman/listinfo/python-list'],
  [
    'a Debian mailing list',
    '-- \nTo UNSUBSCRIBE, email to count-request@lists.example\nwith a subject of "unsubscribe". Trouble? Contact listmaster@lists.example',
  ],
  [
    'a German confidentiality notice',
    'Diese E-Mail enthält vertrauliche und/oder rechtlich geschützte Informationen. Wenn Sie nicht der richtige\nAdressat sind oder diese E-Mail irrtümlich erhalten haben, informieren Sie bitte sofort den Absender.',
  ],
];

describe('an ending that a mail client, mailing list or author adds is removed', () => {
  test.each(endings)('%s', (_, ending) => {
    expect(readReply({ text: `${reply}\n\n${ending}\n`, html: null }).text).toBe(reply);
  });
});
