import { readReply } from '../../../shared/text/reply/read-reply';

const reply = 'Noon suits me.\n\nShall we meet at the gate?';

/** Greetings, business cards, notes of mail programs and footers of mailing lists. */
const endings: readonly [string, string][] = [
  [
    'outlook sent',
    'Sent from Outlook\n\n________________________________\nFrom: Milan\nSent: Monday, January 12, 2015 2:02 PM\nTo: Ada\nSubject: x\n\nq',
  ],
  [
    'windows phone',
    'Sent from my Windows Phone\n________________________________\nFrom: Milan\nSent: 12/01/2015 14:02\nTo: Ada\nSubject: x\n\nq',
  ],
  ['gmail mobile', '-- \nSent from Gmail Mobile'],
  ['nokia', 'Sent from my Nokia phone'],
  ['excuse', 'Sent from my phone. Please excuse any typos.'],
  ['typed', 'Sent from a mobile device - please pardon brevity and typos'],
  [
    'sent from mail for windows',
    'Sent from Mail<https://go.microsoft.example/fwlink/?LinkId=550986> for Windows',
  ],
  [
    'sig dashes w/ phone',
    '--\nAda Lang | Head of Drawings\nT 020 7946 0000\n\nOn Mon, Jan 12, 2015 at 2:02 PM, Milan <m@h.example> wrote:\n\n> q',
  ],
  ['cheers in short', 'Cheers\nAda\n\nOn Mon, Jan 12, 2015 at 2:02 PM, Milan <m@h.example> wrote:\n\n> q'],
  ['es saludos', 'Un saludo,\nAda Lang\nDepartamento de cuentas\nTel. 911 234 567'],
  ['it cordiali', 'Cordiali saluti\nAda Lang'],
  ['fr cordialement', 'Bien cordialement,\n\nAda Lang\nResponsable des comptes\n06 12 34 56 78'],
  ['pl pozdrawiam', 'Pozdrawiam,\nAda'],
  ['nl groet', 'Met vriendelijke groet,\n\nAda Lang'],
  ['da venlig hilsen', 'Med venlig hilsen / Best regards\n\nAda Lang\nTegner\n+45 12 34 56 78'],
  ['sv mvh', 'Mvh\nAda'],
  ['fi terveisin', 'Ystävällisin terveisin\nAda Lang'],
  ['pt att', 'Atenciosamente,\nAda'],
  ['ru uvazhenie', 'С уважением,\nАда Ланг'],
  [
    'ja',
    '--------------------------\n株式会社 数屋\n阿田 花子\nTEL: 03-1234-5678\n--------------------------',
  ],
  ['ja box', '/////////////////////////\n阿田 花子\nmail: a@x.example\n/////////////////////////'],
  [
    'star card',
    '****************************\nAda Lang\nCounting House\nPhone 020 7946 0000\n****************************',
  ],
  ['de "Gruß"', 'Gruß\nAda\n\nAm 12.01.2015 14:02 schrieb Milan Horvat:\n> Text'],
  ['yahoo groups', '__._,_.___\nPosted by: Ada <a@x.example>\nReply via web post | Reply to sender'],
  [
    'virus footer',
    '---\nThis email has been checked for viruses by Avast antivirus software.\nhttps://www.avast.example/antivirus',
  ],
  [
    'unsubscribe w/ dashes',
    '-- \nTo unsubscribe from this list: send the line "unsubscribe linux-count" in\nthe body of a message to majordomo@lists.example',
  ],
  ['visit topic', '---\n[Visit Topic](https://talk.example/t/1) or reply to this email to respond.'],
  [
    'bilingual blackberry',
    'Sent wirelessly from my BlackBerry device on the North network.\nEnvoyé sans fil par mon terminal mobile BlackBerry sur le réseau de North.',
  ],
  ['best regards under dashes', '--\nBest regards,\n\nAda'],
  ['htc', '-Lev.\n\nSent from my HTC smartphone!'],
  ['thanks sentence + delimiter', '--\nThanks!\nAda'],
  ['two dashes then long', '--\nAda Lang'],
  ['thanks name phone', 'Thanks!\nAda Lang\n(020) 7946-0000 x12'],
  ['card no signoff', 'Ada Lang\nCounting House Ltd.\nada@counting.example\n020 7946 0000'],
  ['underscore and sentence', '_______________________\nAnd here is who I am.'],
  ['equals', '=====\nAda Lang'],
  ['tilde', '~~~\nAda Lang\nhttp://ada.example'],
  ['plus', '++++++++++\nAda Lang, Leeds'],
  ['mixed rule', '-=-=-=-=-=-\nAda Lang'],
  ['gmail em dash name', '– Ada'],
  ['sent from iphone lower, wrong case', 'sent from my iphone'],
  ['sent from my x in html-ish', '_Sent from my iPad_'],
  [
    'sent from my iPhone, text after attribution',
    'Sent from my iPad\nOn Jan 12, 2015, at 2:02 PM, Milan <m@h.example> wrote:\n> q',
  ],
  [
    'sent from iPhone below quote',
    'On Jan 12, 2015, at 2:02 PM, Milan <m@h.example> wrote:\n\n> q\n\nSent from my iPad',
  ],
  ['below quote name dash sig', '> q\n\n-- \nAda'],
  ['von unterwegs', 'Gesendet mit der GMX Mail App'],
  ['diese nachricht', 'Diese Nachricht wurde von meinem Android Mobiltelefon mit WEB.DE Mail gesendet.'],
  ['telekom', 'Von Samsung-Tablet gesendet'],
  [
    'huawei',
    'Von meinem Huawei-Mobiltelefon gesendet\n\n-------- Originalnachricht --------\nVon: Milan Horvat <m@h.example>\nDatum: Mo., 12. Jan. 2015, 14:02\nAn: Ada <a@x.example>\nBetreff: Re: x\n\nText',
  ],
  ['orange fr', 'Envoyé de mon mobile Orange'],
  [
    'sfr',
    'Télécharger Outlook pour Android\n________________________________\nDe : Milan <m@h.example>\nEnvoyé : lundi 12 janvier 2015 14:02:11\nÀ : Ada\nObjet : x\n\ntexte',
  ],
  [
    'windows mail nl',
    'Verzonden vanuit Mail voor Windows 10\n\nVan: Milan Horvat\nVerzonden: maandag 12 januari 2015 14:02\nAan: Ada Lang\nOnderwerp: x\n\ntekst',
  ],
  [
    'windows mail de',
    'Gesendet von Mail für Windows\n\nVon: Milan Horvat\nGesendet: Montag, 12. Januar 2015 14:02\nAn: Ada Lang\nBetreff: x\n\nText',
  ],
  [
    'pt windows',
    'Enviado do Email para Windows 10\n\nDe: Milan Horvat\nEnviado: segunda-feira, 12 de janeiro de 2015 14:02\nPara: Ada Lang\nAssunto: x\n\ntexto',
  ],
  [
    'es windows',
    'Enviado desde Correo para Windows\n\nDe: Milan Horvat\nEnviado: lunes, 12 de enero de 2015 14:02\nPara: Ada Lang\nAsunto: x\n\ntexto',
  ],
  [
    'sv windows',
    'Skickades från E-post för Windows\n\nFrån: Milan Horvat\nSkickat: den 12 januari 2015 14:02\nTill: Ada Lang\nÄmne: x\n\ntext',
  ],
  [
    'da windows',
    'Sendt fra Mail til Windows 10\n\nFra: Milan Horvat\nSendt: 12. januar 2015 14:02\nTil: Ada Lang\nEmne: x\n\ntekst',
  ],
  [
    'nl outlook mobile',
    'Outlook voor Android downloaden\n________________________________\nVan: Milan Horvat <m@h.example>\nVerzonden: maandag 12 januari 2015 14:02\nAan: Ada Lang\nOnderwerp: x\n\ntekst',
  ],
  [
    'it outlook mobile',
    'Scarica Outlook per Android\n________________________________\nDa: Milan Horvat <m@h.example>\nInviato: lunedì 12 gennaio 2015 14:02\nA: Ada Lang\nOggetto: x\n\ntesto',
  ],
  [
    'pl outlook mobile',
    'Pobierz aplikację Outlook dla systemu iOS\n________________________________\nOd: Milan Horvat <m@h.example>\nWysłane: poniedziałek, 12 stycznia 2015 14:02\nDo: Ada Lang\nTemat: x\n\ntekst',
  ],
  ['ja iphone docomo', 'Y!mobileのスマートフォンから送信'],
  [
    'zh huawei',
    '发自我的华为手机\n\n\n-------- 原始邮件 --------\n发件人： Milan <m@h.example>\n日期： 2015年1月12日周一 下午2:02\n收件人： Ada <a@x.example>\n主 题： x\n\n文',
  ],
  [
    'ko samsung',
    '나의 Samsung Galaxy 스마트폰에서 보냄.\n\n-------- 원본 이메일 --------\n발신: Milan <m@h.example>\n날짜: 2015/1/12 14:02 (GMT+09:00)\n받은 사람: Ada <a@x.example>\n제목: x\n\n글',
  ],
  ['yahoo ja', '--- On Mon, 2015/1/12, Milan <m@h.example> wrote:\n\n文'],
  [
    'google group mid',
    'On Monday, January 12, 2015 at 2:02:31 PM UTC+1, Milan Horvat wrote:\n>\n> q\n>\n\n-- \n-- \nYou received this message because you are subscribed to the Google\nGroups "count" group.\nTo post to this group, send email to count@googlegroups.com',
  ],
  [
    'github notification',
    '—\nYou are receiving this because you authored the thread.\nReply to this email directly, view it on GitHub',
  ],
  ['confluence/jira footer', '--\nThis message was sent by Atlassian Jira\n(v8.3.4#803005)'],
  ['de list', '--\nUm sich von der Liste abzumelden, senden Sie eine E-Mail an liste-leave@x.example'],
  ['python list', '-- \nhttps://mail.python.example/mailman/listinfo/python-list'],
  [
    'debian',
    '-- \nTo UNSUBSCRIBE, email to count-request@lists.example\nwith a subject of "unsubscribe". Trouble? Contact listmaster@lists.example',
  ],
  [
    'notice de',
    'Diese E-Mail enthält vertrauliche und/oder rechtlich geschützte Informationen. Wenn Sie nicht der richtige\nAdressat sind oder diese E-Mail irrtümlich erhalten haben, informieren Sie bitte sofort den Absender.',
  ],
];

describe('an ending that a mail client, mailing list or author adds is removed', () => {
  test.each(endings)('%s', (_, ending) => {
    expect(readReply({ text: `${reply}\n\n${ending}\n`, html: null }).text).toBe(reply);
  });
});
