import { isAutomated } from '../../shared/text/automated';

/** The headers, which are folded as in SMTP, and the return path that the server received. */
type MailCase = [description: string, returnPath: string | null, lines: string];

function isMailAutomated(returnPath: string | null, lines: string): boolean {
  const unfolded = lines
    .trim()
    .replace(/\n {4}/g, '\n')
    .replace(/\n\s+/g, ' ');
  const headers = unfolded.split('\n').map((line) => {
    const colon = line.indexOf(':');
    return { name: line.slice(0, colon).toLowerCase(), value: line.slice(colon + 1).trim() };
  });
  return isAutomated(headers, returnPath);
}

const autoReplies: MailCase[] = [
  [
    'on-premises Exchange, external OOF',
    'bo.lind@fabrik.test',
    `
    From: Bo Lind <bo.lind@fabrik.test>
    To: Desk <desk@mail.acme.test>
    Subject: Automatic reply: Parcel
    Thread-Topic: Parcel
    X-MS-Has-Attach:
    X-Auto-Response-Suppress: All
    X-MS-Exchange-Inbox-Rules-Loop: bo.lind@fabrik.test
    X-MS-TNEF-Correlator:
    MIME-Version: 1.0`,
  ],
  [
    'Microsoft 365, German',
    '',
    `
    From: Anna Vogt <anna.vogt@werk.test>
    To: desk@mail.acme.test
    Subject: =?iso-8859-1?Q?Automatische_Antwort:_Paket?=
    X-MS-Exchange-Generated-Message-Source: Mailbox Rules Agent
    X-Auto-Response-Suppress: DR, OOF, AutoReply
    auto-submitted: auto-generated`,
  ],
  [
    'Exchange 2003, English prefix only',
    'joe@old.test',
    `
    From: "Joe Park" <joe@old.test>
    Subject: Out of Office AutoReply: Your parcel
    X-MimeOLE: Produced By Microsoft Exchange V6.5
    Content-class: urn:content-classes:message`,
  ],
  [
    'Exchange, French prefix only',
    'l.roy@usine.test',
    `
    From: Luc Roy <l.roy@usine.test>
    Subject: =?utf-8?B?${Buffer.from('Réponse automatique : Votre colis').toString('base64')}?=
    Thread-Index: AdkQ`,
  ],
  [
    'Exchange, old French prefix',
    'l.roy@usine.test',
    `
    From: Luc Roy <l.roy@usine.test>
    Subject: =?iso-8859-1?Q?R=E9ponse_automatique_d'absence_du_bureau_:_Colis?=`,
  ],
  [
    'Exchange, Spanish',
    'ana@obra.test',
    `
    From: Ana Gil <ana@obra.test>
    Subject: =?utf-8?Q?Respuesta_autom=C3=A1tica:_Paquete?=`,
  ],
  [
    'Exchange, Japanese',
    'sato@kaisha.test',
    `
    From: sato@kaisha.test
    Subject: =?utf-8?B?${Buffer.from('自動応答: 荷物').toString('base64')}?=`,
  ],
  [
    'Exchange, Dutch',
    'piet@werk.test',
    `
    From: Piet <piet@werk.test>
    Subject: Automatisch antwoord: Pakket`,
  ],
  [
    'Exchange, Russian',
    'o@zavod.test',
    `
    From: Olga <o@zavod.test>
    Subject: =?utf-8?B?${Buffer.from('Автоматический ответ: Посылка').toString('base64')}?=`,
  ],
  [
    'Exchange, Turkish',
    'o@zavod.test',
    `
    From: Olga <o@zavod.test>
    Subject: =?utf-8?B?${Buffer.from('Otomatik yanıt: Paket').toString('base64')}?=`,
  ],
  [
    'Exchange, Swedish',
    'o@zavod.test',
    `
    From: Olga <o@zavod.test>
    Subject: Autosvar: Paket`,
  ],
  [
    'Exchange, old Polish prefix',
    'o@zavod.test',
    `
    From: Olga <o@zavod.test>
    Subject: Autoodpowied=?utf-8?Q?=C5=BA?=: Paczka`,
  ],
  [
    'Gmail vacation',
    '',
    `
    Return-Path: <>
    From: Kim Li <kim@mail.test>
    Subject: Away until Monday Re: Parcel
    Precedence: bulk
    X-Autoreply: yes
    Auto-Submitted: auto-replied`,
  ],
  [
    'Gmail vacation without its marker, which a relay removed',
    'kim@mail.test',
    `
    From: Kim Li <kim@mail.test>
    Subject: Out of office Re: Parcel
    Precedence: bulk
    X-Autoreply: yes`,
  ],
  [
    'vacation(1) of BSD',
    'li@unix.test',
    `
    From: li@unix.test (Li)
    Subject: away from my mail
    Precedence: bulk
    Auto-Submitted: auto-replied (vacation)`,
  ],
  [
    'Sieve vacation of Dovecot',
    '',
    `
    From: <li@unix.test>
    Subject: Auto: Parcel
    X-Sieve: Pigeonhole Sieve 0.5.19
    Auto-Submitted: auto-replied (vacation)
    Precedence: bulk
    X-Auto-Response-Suppress: All`,
  ],
  [
    'Cyrus Sieve',
    '',
    `
    From: li@unix.test
    Subject: Auto: Parcel
    X-Sieve: CMU Sieve 2.4
    Auto-Submitted: auto-replied; owner-email="li@unix.test"`,
  ],
  [
    'Exim autoreply',
    'li@unix.test',
    `
    From: li@unix.test
    Subject: I am on holiday
    Auto-Submitted: auto-replied
    X-Vacation: true`,
  ],
  [
    'cPanel autoresponder',
    'info@shop.test',
    `
    From: "Shop" <info@shop.test>
    Subject: Thank you
    X-Autorespond: Parcel
    X-Precedence: auto_reply
    X-Auto-Response-Suppress: All
    X-Loop: "Shop" <info@shop.test>
    Precedence: auto_reply`,
  ],
  [
    'qmail-autoresponder',
    'info@shop.test',
    `
    From: info@shop.test
    Subject: Your mail
    Delivered-To: Autoresponder
    Precedence: junk`,
  ],
  [
    'qmail vacation of Plesk',
    'li@shop.test',
    `
    From: li@shop.test
    Subject: Re: Parcel
    Precedence: bulk
    X-Mailer: qmail-vacation
    X-Autoreply: yes`,
  ],
  [
    'Zimbra',
    'li@zim.test',
    `
    From: Li <li@zim.test>
    Subject: Out of Office: Parcel
    Auto-Submitted: auto-replied (zimbra; vacation)
    Precedence: bulk`,
  ],
  [
    'GroupWise rule',
    'li@gw.test',
    `
    From: "Li Kim" <li@gw.test>
    Subject: Re: Parcel (Out of the office)
    X-Mailer: Novell GroupWise Internet Agent 8.0.2
    Auto-Submitted: auto-replied`,
  ],
  [
    'Domino agent',
    'li@notes.test',
    `
    From: Li Kim <li@notes.test>
    Subject: Li Kim is out of the office.
    Auto-Submitted: auto-generated
    X-MIMETrack: Serialize by Router on Hub/Notes`,
  ],
  [
    'Domino, only the subject',
    'li@notes.test',
    `
    From: Li Kim <li@notes.test>
    Subject: AUTO: Li Kim is out of the office (returning 01/12/2026)
    X-Mailer: Lotus Domino Release 8.5`,
  ],
  [
    'Domino, German, only the subject',
    'li@notes.test',
    `
    From: Li Kim <li@notes.test>
    Subject: =?utf-8?Q?Li_Kim_ist_au=C3=9Fer_Haus=2E?=
    X-Mailer: Lotus Domino Release 8.5`,
  ],
  [
    'Domino, French, only the subject',
    'li@notes.test',
    `
    From: Li Kim <li@notes.test>
    Subject: Li Kim est absent(e).
    X-MIMETrack: Serialize by Router on Hub/Notes`,
  ],
  [
    'iCloud',
    'li@icl.test',
    `
    From: Li <li@icl.test>
    Subject: Re: Parcel
    Auto-Submitted: auto-replied
    X-Auto-Response-Suppress: All
    Precedence: bulk`,
  ],
  [
    'Yahoo vacation',
    '',
    `
    From: Li <li@yah.test>
    Subject: Out of office: Parcel
    X-Auto-Response-Suppress: All
    Auto-Submitted: auto-replied`,
  ],
  [
    'old Yahoo vacation',
    'li@yah.test',
    `
    From: li@yah.test
    Subject: Yahoo! Auto Response
    X-Rocket-Spam: 1`,
  ],
  [
    'GMX',
    'li@gm.test',
    `
    From: Li <li@gm.test>
    Subject: Abwesenheitsnotiz: Re: Paket
    X-Flags: 0001`,
  ],
  [
    'T-Online',
    'li@to.test',
    `
    From: Li <li@to.test>
    Subject: Automatische Abwesenheitsnotiz
    X-Mailer: TOI Vacation`,
  ],
  [
    'web mail with its own header',
    'li@web.test',
    `
    From: Li <li@web.test>
    Subject: Vacation
    X-Mail-Autoreply: true`,
  ],
  [
    'Kerio',
    'li@ker.test',
    `
    From: Li <li@ker.test>
    Subject: Auto-Reply: Parcel
    X-Mailer: Kerio Connect
    Precedence: auto_reply`,
  ],
  [
    'MDaemon',
    'li@md.test',
    `
    From: Li <li@md.test>
    Subject: Re: Parcel
    X-MDAutoresponder: yes
    Precedence: bulk`,
  ],
  [
    'IceWarp',
    'li@ice.test',
    `
    From: Li <li@ice.test>
    Subject: Autorespond: Parcel
    X-Mailer: IceWarp Mailer Daemon
    Precedence: junk`,
  ],
  [
    'Communigate',
    'li@cgp.test',
    `
    From: Li <li@cgp.test>
    Subject: Re: Parcel
    X-Autogenerated: Reply
    Precedence: junk`,
  ],
  [
    'FirstClass',
    'li@fc.test',
    `
    From: Li <li@fc.test>
    Subject: Re: Parcel
    X-FC-MachineGenerated: true`,
  ],
  [
    'Postfix admin',
    'li@pfa.test',
    `
    From: Li <li@pfa.test>
    Subject: Out of Office
    Precedence: junk
    X-Loop: Postfix Admin Virtual Vacation`,
  ],
  [
    'a ticket system with a marker header',
    'help@tickets.test',
    `
    From: "Help" <help@tickets.test>
    Subject: [#123] Parcel
    Auto-Submitted: auto-replied
    X-Auto-Response-Suppress: All
    X-Mailer: Zendesk Mailer`,
  ],
  [
    'OTRS',
    'help@tickets.test',
    `
    From: "Help" <help@tickets.test>
    Subject: [Ticket#2026112110000012] RE: Parcel
    X-Powered-By: OTRS
    Precedence: bulk
    Auto-Submitted: auto-replied`,
  ],
  [
    'RT',
    'rt@tickets.test',
    `
    From: "Help via RT" <rt@tickets.test>
    Subject: [shop.test #17] AutoReply: Parcel
    Precedence: bulk
    X-RT-Loop-Prevention: shop.test
    RT-Ticket: shop.test #17
    X-RT-Originator: desk@mail.acme.test`,
  ],
  [
    'ServiceNow',
    'it@service.test',
    `
    From: IT <it@service.test>
    Subject: Incident INC001 opened
    X-ServiceNow-Generated: true
    X-ServiceNow-Source: Notification`,
  ],
  [
    'Salesforce',
    'it@service.test',
    `
    From: Help <it@service.test>
    Subject: Case 001 opened
    X-SFDC-Binding: 1
    X-mail_abuse_inquiries: http://x.test
    Auto-Submitted: auto-replied`,
  ],
  [
    'TMDA challenge',
    'li@chal.test',
    `
    From: li@chal.test
    Subject: Please confirm your message
    Reply-To: li-confirm-12@chal.test
    Auto-Submitted: auto-replied (TMDA)
    Precedence: bulk`,
  ],
  [
    'Boxbe challenge',
    'noreply@wait.test',
    `
    From: "Waiting list" <noreply@wait.test>
    Subject: Re: Parcel (Action Required)
    Auto-Submitted: auto-replied`,
  ],
  [
    'EarthLink challenge',
    'automailer@earth.test',
    `
    From: li@earth.test
    Subject: Re: Parcel
    X-ELNK-AV: 0
    Precedence: junk
    Auto-Submitted: auto-replied`,
  ],
  [
    'Mailman replybot',
    'talk-bounces@lists.test',
    `
    From: talk-bounces@lists.test
    Subject: Auto-response for your message to the "talk" mailing list
    X-Mailer: The Mailman Replybot
    X-Ack: no
    Precedence: bulk
    X-List-Administrivia: yes`,
  ],
  [
    'a Mailman notice about a held message',
    'talk-bounces@lists.test',
    `
    From: talk-owner@lists.test
    Subject: Your message to talk awaits moderator approval
    Precedence: bulk
    X-BeenThere: talk@lists.test
    X-List-Administrivia: yes
    List-Id: <talk.lists.test>`,
  ],
];

const deliveryReports: MailCase[] = [
  [
    'Exchange NDR',
    '',
    `
    From: Microsoft Outlook <MicrosoftExchange329e71ec88ae4615bbc36ab6ce41109e@fabrik.test>
    Subject: Undeliverable: Parcel
    Content-Type: multipart/report; report-type=delivery-status;
        boundary="_000_x"
    X-MS-Exchange-Message-Is-Ndr:`,
  ],
  [
    'forwarded Exchange NDR with a return path',
    'li@fabrik.test',
    `
    From: Microsoft Outlook <MicrosoftExchange329e71ec88ae4615bbc36ab6ce41109e@fabrik.test>
    Subject: Undeliverable: Parcel
    Content-Type: multipart/mixed; boundary=x`,
  ],
  [
    'Exchange 5.5 with a return path',
    'postmaster@old.test',
    `
    From: System Administrator <postmaster@old.test>
    Subject: Undeliverable: Parcel
    X-Mailer: Internet Mail Service (5.5.2653.19)
    X-MS-Embedded-Report:`,
  ],
  [
    'Exchange 5.5 with a personal return path',
    'x@old.test',
    `
    From: System Administrator <sysadmin@old.test>
    Subject: Undeliverable: Parcel
    X-MS-Embedded-Report:`,
  ],
  [
    'Postfix',
    '',
    `
    From: MAILER-DAEMON@mx.test (Mail Delivery System)
    Subject: Undelivered Mail Returned to Sender
    Auto-Submitted: auto-replied
    Content-Type: multipart/report; report-type=delivery-status; boundary="A/mx"`,
  ],
  [
    'Postfix delay',
    '',
    `
    From: Mail Delivery System <MAILER-DAEMON@mx.test>
    Subject: Delayed Mail (still being retried)
    Content-Type: multipart/report; report-type=delivery-status; boundary="A/mx"`,
  ],
  [
    'Exim',
    '',
    `
    X-Failed-Recipients: kim@shop.test
    Auto-Submitted: auto-replied
    From: Mail Delivery System <Mailer-Daemon@exim.test>
    Subject: Mail delivery failed: returning message to sender`,
  ],
  [
    'old Exim, without a return path',
    null,
    `
    X-Failed-Recipients: kim@shop.test
    From: Delivery <delivery@exim.test>
    Subject: Mail delivery failed: returning message to sender`,
  ],
  [
    'qmail',
    '',
    `
    From: MAILER-DAEMON@qm.test
    Subject: failure notice`,
  ],
  [
    'qmail, without a return path and with a rewritten From',
    null,
    `
    From: "MAILER-DAEMON@qm.test" <MAILER-DAEMON>
    Subject: failure notice`,
  ],
  [
    'sendmail',
    null,
    `
    From: Mail Delivery Subsystem <MAILER-DAEMON>
    Subject: Returned mail: see transcript for details
    Auto-Submitted: auto-generated (failure)
    Content-Type: multipart/report; report-type=delivery-status; boundary="x.1/mx"`,
  ],
  [
    'sendmail warning',
    null,
    `
    From: Mail Delivery Subsystem <MAILER-DAEMON@mx.test>
    Subject: Warning: could not send message for past 4 hours
    Auto-Submitted: auto-generated (warning-timeout)`,
  ],
  [
    'Gmail',
    '',
    `
    From: Mail Delivery Subsystem <mailer-daemon@googlemail.test>
    Subject: Delivery Status Notification (Failure)
    X-Failed-Recipients: kim@shop.test
    Auto-Submitted: auto-replied`,
  ],
  [
    'Domino',
    null,
    `
    From: postmaster@notes.test
    Subject: DELIVERY FAILURE: User kim not listed in Domino Directory
    Content-Type: MULTIPART/REPORT; REPORT-TYPE=DELIVERY-STATUS; BOUNDARY="x"`,
  ],
  [
    'GroupWise',
    null,
    `
    From: Mailer-Daemon@gw.test
    Subject: Message status - undeliverable
    Content-Type: Multipart/Report; Report-Type=delivery-status; Boundary=__x__`,
  ],
  [
    'Yahoo',
    null,
    `
    From: MAILER-DAEMON@yahoo.test
    Subject: Failure Notice`,
  ],
  [
    'iPlanet',
    '',
    `
    From: Internet Mail Delivery <postmaster@ims.test>
    Subject: Delivery Notification: Delivery has failed
    Content-Type: multipart/report; boundary="x"; report-type=delivery-status`,
  ],
  [
    'X.400 gateway',
    null,
    `
    From: "Post Master" <postmaster@x400.test>
    Subject: Non-Delivery Notification`,
  ],
  [
    'mail.ru',
    null,
    `
    From: mailer-daemon@corp.ru.test
    Subject: Mail failure.`,
  ],
  [
    'a bounce from a filter instead of the daemon',
    'filter@gate.test',
    `
    From: Gate <filter@gate.test>
    Subject: Undeliverable mail: Parcel
    Auto-Submitted: auto-generated`,
  ],
  [
    'a nonstandard bounce',
    'bounce-service@carrier.test',
    `
    From: Mail System <noreply@carrier.test>
    Subject: Undelivered Mail Returned to Sender`,
  ],
  [
    'Outlook read receipt',
    'li@fabrik.test',
    `
    From: Li <li@fabrik.test>
    Subject: Read: Parcel
    Content-Type: multipart/report; report-type=disposition-notification; boundary="x"`,
  ],
  [
    'Outlook read receipt as TNEF',
    'li@fabrik.test',
    `
    From: Li <li@fabrik.test>
    Subject: Read: Parcel
    X-MS-TNEF-Correlator: <x@fabrik.test>
    Content-Type: multipart/report; boundary="x"`,
  ],
  [
    'Thunderbird receipt',
    'li@moz.test',
    `
    From: Li <li@moz.test>
    Subject: Return Receipt (displayed) - Parcel
    Content-Type: multipart/report; report-type=disposition-notification;
      boundary="mdn"
    References: <1@mail.acme.test>`,
  ],
  [
    'Apple receipt in one part',
    'li@apple.test',
    `
    From: Li <li@apple.test>
    Subject: Read: Parcel
    Content-Type: message/disposition-notification`,
  ],
  [
    'abuse report',
    'fbl@isp.test',
    `
    From: <fbl@isp.test>
    Subject: FW: Parcel
    Content-Type: multipart/report; report-type="feedback-report"; boundary=x`,
  ],
  [
    'abuse report without structure',
    'staff@fbl.test',
    `
    From: staff@fbl.test
    Subject: complaint about message from 192.0.2.1
    X-HmXmrOriginalRecipient: kim@fbl.test`,
  ],
  [
    'DMARC report',
    'noreply-dmarc-support@big.test',
    `
    From: noreply-dmarc-support@big.test
    Subject: Report Domain: acme.test Submitter: big.test Report-ID: 12
    Auto-Submitted: auto-generated
    Content-Type: application/zip; name="big.zip"`,
  ],
  [
    'TLS report',
    'noreply-smtp-tls-reporting@big.test',
    `
    From: noreply-smtp-tls-reporting@big.test
    Subject: Report Domain: acme.test Submitter: big.test Report-ID: <1>
    Content-Type: multipart/report; report-type="tlsrpt"; boundary=x
    TLS-Report-Domain: acme.test`,
  ],
  [
    'a notice marked as generated',
    'jira@work.test',
    `
    From: "Bo (Jira)" <jira@work.test>
    Subject: [JIRA] (ACM-12) Parcel
    Precedence: bulk
    Auto-Submitted: auto-generated
    X-JIRA-FingerPrint: 1`,
  ],
  [
    'cron',
    'root@box.test',
    `
    From: "(Cron Daemon)" <root@box.test>
    Subject: Cron <root@box> /usr/bin/backup
    Auto-Submitted: auto-generated
    X-Cron-Env: <SHELL=/bin/sh>`,
  ],
  [
    'old cron',
    'root@box.test',
    `
    From: root@box.test (Cron Daemon)
    Subject: Cron <root@box> /usr/bin/backup
    X-Cron-Env: <SHELL=/bin/sh>`,
  ],
];

const personalMails: MailCase[] = [
  [
    'a person through a Mailman list',
    'talk-bounces@lists.test',
    `
    From: Kim Li <kim@shop.test>
    Sender: talk-bounces@lists.test
    Subject: [talk] Parcel
    Precedence: list
    Errors-To: talk-bounces@lists.test
    X-BeenThere: talk@lists.test
    X-Mailman-Version: 2.1.29
    List-Id: Talk <talk.lists.test>
    List-Post: <mailto:talk@lists.test>`,
  ],
  [
    'a person through ezmlm',
    'talk-return-1-desk=acme.test@lists.test',
    `
    Mailing-List: contact talk-help@lists.test; run by ezmlm
    Precedence: bulk
    Delivered-To: mailing list talk@lists.test
    From: Kim <kim@shop.test>
    Subject: Re: Out of office parcels`,
  ],
  [
    'a person through majordomo',
    'owner-talk@lists.test',
    `
    From: Kim <kim@shop.test>
    Sender: owner-talk@lists.test
    Precedence: junk
    List-Unsubscribe: <mailto:majordomo@lists.test>
    X-Mailing-List: talk@lists.test
    Subject: Re: parcel`,
  ],
  [
    'a person through Google Groups',
    'talk+bncX@groups.test',
    `
    From: Kim <kim@shop.test>
    Subject: Re: Parcel
    Precedence: list
    Mailing-list: list talk@groups.test; contact talk+owners@groups.test
    X-Google-Group-Id: 12
    List-ID: <talk.groups.test>`,
  ],
  [
    'a GitHub comment',
    'noreply@hub.test',
    `
    From: Kim <notifications@hub.test>
    Reply-To: acme/parcel <reply+A@reply.hub.test>
    Subject: Re: [acme/parcel] Lost (Issue #1)
    Precedence: list
    X-GitHub-Sender: kim
    X-GitHub-Reason: mention
    List-ID: acme/parcel <parcel.acme.hub.test>
    X-Auto-Response-Suppress: All`,
  ],
  [
    'a newsletter',
    'bounces+1@news.test',
    `
    From: Shop <news@shop.test>
    Subject: New parcels
    Precedence: bulk
    List-Unsubscribe: <https://shop.test/u>
    List-Unsubscribe-Post: List-Unsubscribe=One-Click
    Feedback-ID: 1:2:shop
    X-Mailer: Mailchimp Mailer
    X-CampaignID: 12`,
  ],
  [
    'an order confirmation',
    '0102-x@amazonses.test',
    `
    From: Shop <no-reply@shop.test>
    Subject: Your order
    Feedback-ID: 1.eu-west-1.x:AmazonSES`,
  ],
  [
    'a reply to an auto-reply',
    'kim@shop.test',
    `
    From: Kim <kim@shop.test>
    Subject: Re: Automatic reply: Parcel
    In-Reply-To: <1@mail.acme.test>`,
  ],
  [
    'a reply to a German auto-reply',
    'kim@shop.test',
    `
    From: Kim <kim@shop.test>
    Subject: AW: Automatische Antwort: Paket`,
  ],
  [
    'a forwarded bounce',
    'kim@shop.test',
    `
    From: Kim <kim@shop.test>
    Subject: Fwd: Undelivered Mail Returned to Sender
    Content-Type: multipart/mixed; boundary=x`,
  ],
  [
    'a bounce forwarded by Outlook',
    'kim@shop.test',
    `
    From: Kim <kim@shop.test>
    Subject: WG: Unzustellbar: Paket`,
  ],
  [
    'a reply to a bounce',
    'kim@shop.test',
    `
    From: Kim <kim@shop.test>
    Subject: Re: Mail delivery failed: returning message to sender`,
  ],
  [
    'a question about absence',
    'kim@shop.test',
    `
    From: Kim <kim@shop.test>
    Subject: Out of office next week - who takes the parcel?`,
  ],
  [
    'a question about auto-replies',
    'kim@shop.test',
    `
    From: Kim <kim@shop.test>
    Subject: Auto reply settings do not work`,
  ],
  [
    'a holiday notice',
    'kim@shop.test',
    `
    From: Kim <kim@shop.test>
    Subject: Vacation plans: parcel`,
  ],
  [
    'a request for leave',
    'kim@shop.test',
    `
    From: Kim <kim@shop.test>
    Subject: Urlaub im Dezember`,
  ],
  [
    'Outlook through Exchange with its headers',
    'kim@shop.test',
    `
    From: Kim Li <kim@shop.test>
    Subject: RE: Parcel
    Thread-Topic: Parcel
    X-MS-Has-Attach: yes
    X-MS-TNEF-Correlator:
    X-MS-Exchange-Organization-AuthAs: Internal
    X-Auto-Response-Suppress: DR, OOF, AutoReply`,
  ],
  [
    'an accepted meeting',
    'kim@shop.test',
    `
    From: Kim Li <kim@shop.test>
    Subject: Accepted: Parcel talk
    Content-Type: text/calendar; charset=utf-8; method=REPLY`,
  ],
  [
    'a resent message',
    'li@shop.test',
    `
    Resent-From: li@shop.test
    Resent-To: desk@mail.acme.test
    From: Kim <kim@shop.test>
    Subject: Parcel`,
  ],
  [
    'a message forwarded by a rule',
    'li+caf_=desk=mail.acme.test@mail.test',
    `
    X-Forwarded-For: li@mail.test desk@mail.acme.test
    X-Forwarded-To: desk@mail.acme.test
    From: Kim <kim@shop.test>
    Subject: Parcel`,
  ],
  [
    'a message rewritten by SRS',
    'SRS0=x=YZ=shop.test=kim@relay.test',
    `
    From: Kim <kim@shop.test>
    Subject: Parcel`,
  ],
  [
    'a message with the loop guard header of procmail',
    'kim@shop.test',
    `
    X-Loop: li@shop.test
    From: Kim <kim@shop.test>
    Subject: Parcel`,
  ],
  [
    'a person whose name resembles a machine',
    'auto@shop.test',
    `
    From: Otto Mation <auto@shop.test>
    Subject: Parcel`,
  ],
  [
    'a person who asks for a receipt',
    'kim@shop.test',
    `
    From: Kim <kim@shop.test>
    Disposition-Notification-To: Kim <kim@shop.test>
    Return-Receipt-To: <kim@shop.test>
    X-Confirm-Reading-To: <kim@shop.test>
    Subject: Parcel`,
  ],
  [
    'an agent in a ticket system',
    'help@tickets.test',
    `
    From: Kim (Help) <help@tickets.test>
    Subject: Re: [#12] Parcel
    X-Mailer: Zendesk Mailer
    X-Zendesk-From-Account-Id: 12`,
  ],
  [
    'a signed message',
    'kim@shop.test',
    `
    From: Kim <kim@shop.test>
    Content-Type: multipart/signed; micalg=pgp-sha256; protocol="application/pgp-signature"; boundary=x
    Subject: Parcel`,
  ],
  [
    'a message with a spam report',
    'kim@shop.test',
    `
    From: Kim <kim@shop.test>
    X-Spam-Report: * 1.0 BOUNCE_MESSAGE MTA bounce message
    X-Spam-Status: No, score=-1 tests=ANY_BOUNCE_MESSAGE,AUTOREPLY
    Subject: Parcel`,
  ],
  [
    'a message whose Errors-To header names a daemon',
    'kim@shop.test',
    `
    From: Kim <kim@shop.test>
    Errors-To: mailer-daemon@shop.test
    Reply-To: postmaster@shop.test
    Subject: Parcel`,
  ],
  [
    'a message whose sender name resembles that of a daemon',
    'kim@shop.test',
    `
    From: "postmaster" <kim@shop.test>
    Subject: Parcel`,
  ],
  [
    'a message with a read receipt phrase in the subject',
    'kim@shop.test',
    `
    From: Kim <kim@shop.test>
    Subject: Read: the parcel story`,
  ],
];

test.each([...autoReplies, ...deliveryReports])(
  'a message is classified as automated: %s',
  (_description, returnPath, lines) => {
    expect(isMailAutomated(returnPath, lines)).toBe(true);
  },
);

test.each(personalMails)(
  'a message is not classified as automated: %s',
  (_description, returnPath, lines) => {
    expect(isMailAutomated(returnPath, lines)).toBe(false);
  },
);
