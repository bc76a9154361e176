import { phrases } from './phrases';

/** The beginnings of footers of mailing lists and notifications. The sender did not write the text below them. */
export const listFooterStarts = phrases(`
  you received this message because you are subscribed | you are receiving this because |
  to unsubscribe from this group | to unsubscribe from this list | to unsubscribe, e-mail |
  to unsubscribe send | to unsubscribe, send | to post to this group |
  to view this discussion on the web | for more options, visit this group | reply to this email directly |
  unsubscribe from this list | list archives: | sie haben diese nachricht erhalten, weil sie |
  sie erhalten diese nachricht, weil sie | vous recevez ce message, car vous êtes |
  vous recevez ce message car vous êtes | has recibido este mensaje porque estás |
  você recebeu essa mensagem porque está | você está recebendo esta mensagem porque |
  hai ricevuto questo messaggio perché | вы получили это сообщение, поскольку |
  u hebt dit bericht ontvangen omdat u | otrzymujesz tę wiadomość, ponieważ | 您收到此邮件是因为 |
  このメールは google グループ | yahoo! groups links | ._,_.___ | visit topic | [visit topic] |
  visit message | to respond, reply to this email | to unsubscribe from these emails |
  to stop receiving notifications | reply to this message directly | view it on github |
  um sich von der liste | pour vous désabonner de la liste | pour se désabonner de la liste |
  para darse de baja de la lista | para cancelar a inscrição | per annullare l'iscrizione | om je af te melden |
  чтобы отписаться | чтобы отменить подписку
`);

/**
 * Words of legal notices, by language. A paragraph at the end of an email with three of these words is a legal notice.
 */
export const noticeWords = phrases({
  english: `
    confidential | privileged | intended recipient | intended solely | intended only | legally protected |
    in error | unauthorized | unauthorised | disclosure | dissemination | notify the sender |
    please delete | strictly prohibited | destroy all copies | this e-mail and any | this email and any |
    this message and any | the addressee | named addressee | contained in this |
    the use of the individual | addressed to | disclaimer | virus
  `,
  german: `
    vertrauliche | vertraulich | rechtlich geschützte | nicht der richtige adressat |
    irrtümlich erhalten | informieren sie bitte | vernichten sie | unerlaubte | nicht gestattet |
    unbefugte | diese e-mail
  `,
  french: `
    confidentiel | confidentielle | confidentielles | destinataire | par erreur | ce message |
    pièces jointes | toute utilisation | interdite | détruire | l'expéditeur | exclusivement
  `,
  spanishPortugueseCatalan: `
    confidencial | este mensaje | destinatario | por error | prohibida | esta mensagem | destinatário |
    por engano | proibida | privilegiada | elimine | este correo | notifique | aquest missatge
  `,
  italian: `
    riservate | riservato | confidenziale | uso esclusivo | questo messaggio | per errore | privacy
  `,
  dutchDanishNorwegianSwedishFinnish: `
    vertrouwelijk | geadresseerde | dit bericht | deze e-mail | fortrolig | fortrolige | denne e-mail |
    denne mail | ved en fejl | konfidentiellt | detta meddelande | av misstag | luottamuksellinen |
    konfidensiell
  `,
  polishCzechHungarianRussianTurkish: `
    poufne | adresata | ta wiadomość | niniejsza wiadomość | důvěrné | tato zpráva | bizalmas | címzett |
    конфиденциальн | адресат | данное сообщение | по ошибке | конфіденційн | gizli | bu e-posta |
    bu mesaj
  `,
  asia: `
    机密 | 保密 | 收件人 | 機密 | 秘密情報 | 誤って | 기밀 | 비밀
  `,
});

/** The beginnings of lines that scanners and providers add at the end. */
export const scannerStarts = phrases(`
  virus-free | virenfrei | sans virus | libre de virus | livre de vírus | privo di virus | virusvrij |
  this email has been checked for viruses | this email has been scanned | this message has been scanned |
  diese e-mail wurde von avast | cet e-mail a été vérifié | l'absence de virus |
  este correo electrónico ha sido | checked by avg | scanned by | questo messaggio e |
  questa e-mail è stata controllata | dit e-mailbericht is | please consider the environment |
  think before you print | consider the environment | bitte denken sie an die umwelt |
  pensez à l'environnement | pensez à l’environnement | antes de imprimir | denk aan het milieu |
  tänk på miljön
`);
