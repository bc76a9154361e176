import { phrases } from './phrases';

/** Phrases that stand alone on the line above a name, by language, in order of formality. */
export const signOffs = phrases({
  english: `
    regards | best regards | kind regards | kindest regards | warm regards | warmest regards | best |
    with regards | with best regards | with kind regards | many regards | thanks and regards |
    thanks & regards | thanks and best regards | thank you and regards | rgds | brgds | br | kr |
    all the best | best wishes | warm wishes | with best wishes | cheers | sincerely | yours sincerely |
    sincerely yours | yours faithfully | faithfully | yours truly | yours | very truly yours | cordially |
    respectfully | respectfully yours | warmly | take care | love | talk soon | have a great day |
    greetings | thanks | thank you | many thanks | thanks a lot | thanks so much | thank you so much |
    thx | ta | tks | thanks again | thank you again | thanks in advance | thank you in advance |
    thank you very much | tia | much appreciated | with thanks | kind thanks | xoxo | thanks all | hugs
  `,
  german: `
    mit freundlichen grüßen | mit freundlichem gruß | mit freundlichen gruessen | freundliche grüße |
    mfg | mit freundlichen grüssen | freundliche grüsse | freundlicher gruß | viele grüße | viele grüsse |
    vg | lg | liebe grüße | liebe grüsse | beste grüße | beste grüsse | schöne grüße | schöne grüsse |
    herzliche grüße | herzliche grüsse | herzlichst | mit besten grüßen | mit lieben grüßen |
    mit herzlichen grüßen | bg | gruß | gruss | grüße | grüsse | besten gruß | vielen dank | danke |
    besten dank | danke und gruß | hochachtungsvoll | mit vielen grüßen | mit bestem gruß |
    mit freundlichem gruss | viele liebe grüße | vielen dank und viele grüße |
    vielen dank und beste grüße | schönen gruß | servus
  `,
  french: `
    cordialement | bien cordialement | très cordialement | sincèrement | bien à vous | bien à toi | cdlt |
    salutations | sincères salutations | salutations distinguées | meilleures salutations | cdt | bàv |
    bonne journée | bonne soirée | bonne réception | amicalement | amitiés | merci | merci beaucoup |
    merci d'avance | merci d’avance | merci par avance | respectueusement | bises | à bientôt |
    bien sincèrement | meilleurs sentiments | cordiales salutations | avec mes salutations |
    mille mercis
  `,
  spanishCatalanGalician: `
    saludos | un saludo | saludos cordiales | cordiales saludos | un cordial saludo | atentamente | slds |
    muchos saludos | atte | un abrazo | abrazos | cordialmente | gracias | muchas gracias | salu2 |
    reciba un cordial saludo | gracias y saludos | gracias de antemano | salutacions | cordialment |
    una salutació | gràcies | moltes gràcies | salutacions cordials | saúdos | besos
  `,
  portuguese: `
    atenciosamente | att | abraços | abraço | um abraço | cumprimentos | com os melhores cumprimentos |
    melhores cumprimentos | saudações | cordialmente | obrigado | obrigada | muito obrigado |
    muito obrigada | grato | grata | respeitosamente | atentamente | desde já agradeço | obg
  `,
  italian: `
    cordiali saluti | distinti saluti | saluti | un saluto | un caro saluto | cari saluti | tanti saluti |
    grazie | grazie mille | molte grazie | cordialmente | a presto | buona giornata | buon lavoro |
    grazie e saluti | grazie e cordiali saluti | ringraziando | migliori saluti | in fede
  `,
  dutchAfrikaans: `
    met vriendelijke groet | met vriendelijke groeten | vriendelijke groet | vriendelijke groeten | mvg |
    met hartelijke groet | hartelijke groet | hartelijke groeten | groet | groeten | groetjes | gr |
    met groet | hoogachtend | bedankt | dank je wel | alvast bedankt | dank u wel | vriendelike groete
  `,
  danishNorwegianSwedishIcelandic: `
    med venlig hilsen | venlig hilsen | de bedste hilsner | bedste hilsner | kærlig hilsen |
    mange hilsner | mvh | mvh. | vh | kh | hilsen | på forhånd tak | tak | mange tak | bedste hilsen |
    dbh | med vennlig hilsen | vennlig hilsen | med vennlege helsing | beste hilsen | på forhånd takk |
    takk | hilsning | klem | tusen takk | mange takk | med vänlig hälsning | med vänliga hälsningar |
    hälsningar | vänliga hälsningar | vänlig hälsning | bästa hälsningar | hälsning | varma hälsningar |
    tack | mvh/ | tack på förhand | många hälsningar | vänligen | hej då | kram | allt gott | kveðja |
    bestu kveðjur | med bästa hälsningar | med bästa hälsning | tusen tack | med hälsning
  `,
  finnishEstonianLatvianLithuanianHungarian: `
    ystävällisin terveisin | terveisin | parhain terveisin | terv | t | kiitos | kiitoksin | yst. terv |
    lugupidamisega | parimate soovidega | tervitades | tänan | ar cieņu | paldies | pagarbiai | ačiū |
    üdvözlettel | tisztelettel | köszönettel | üdv | köszönöm | szívélyes üdvözlettel |
    baráti üdvözlettel
  `,
  polishCzechSlovakSloveneCroatianSerbianBosnianRomanianAlbanian: `
    pozdrawiam | z poważaniem | pozdrowienia | z pozdrowieniami | serdecznie pozdrawiam | dziękuję |
    dzięki | pozdrawiam serdecznie | z wyrazami szacunku | miłego dnia | łączę pozdrowienia |
    s pozdravem | děkuji | s přátelským pozdravem | hezký den | díky | zdravím | s úctou |
    přeji hezký den | s pozdravom | ďakujem | so srdečným pozdravom | lep pozdrav | lp |
    lepo pozdravljeni | hvala | s spoštovanjem | s poštovanjem | srdačan pozdrav | lijep pozdrav |
    pozdrav | lijepi pozdrav | poz | srdačno | hvala unaprijed | pozz | cu stimă | cu respect |
    toate cele bune | mulțumesc | mulţumesc | cu drag | salutări | me respekt | o zi bună | numai bine |
    cu considerație
  `,
  cyrillic: `
    с уважением | с наилучшими пожеланиями | всего доброго | всего хорошего | спасибо | заранее спасибо |
    с почтением | искренне ваш | хорошего дня | с благодарностью | благодарю | з повагою | дякую |
    щиро дякую | з найкращими побажаннями | гарного дня | поздрави | с уважение | благодаря | хубав ден |
    с поздрав | с поштовањем | срдачан поздрав | поздрав | хвала | со почит
  `,
  greekTurkishHebrewArabicPersian: `
    με εκτίμηση | φιλικά | με φιλικούς χαιρετισμούς | ευχαριστώ | χαιρετισμούς | με τιμή | σας ευχαριστώ |
    saygılarımla | saygılar | iyi çalışmalar | teşekkürler | teşekkür ederim | sevgiler | iyi günler |
    selamlar | saygılarımızla | בברכה | בכבוד רב | תודה | בתודה | תודה רבה | תודה מראש | יום טוב |
    مع التحية | مع خالص التحية | تحياتي | شكرا | شكراً | مع أطيب التحيات | وتفضلوا بقبول فائق الاحترام |
    با احترام | با تشکر | با سپاس | ارادتمند | متشکرم
  `,
  asia: `
    敬具 | よろしくお願いします | よろしくお願いいたします | よろしくお願い致します | 宜しくお願いします | 宜しくお願いいたします | 宜しくお願い致します | 以上 |
    以上、よろしくお願いいたします | 以上、よろしくお願いします | 以上、よろしくお願い致します | 以上、宜しくお願い致します | 何卒よろしくお願いいたします | どうぞよろしくお願いいたします |
    何卒よろしくお願い申し上げます | よろしくお願い申し上げます | 감사합니다 | 고맙습니다 | 감사드립니다 | 수고하세요 | 드림 | 此致 | 敬礼 | 谢谢 | 謝謝 | 祝好 |
    此致敬礼 | 顺祝商祺 | 祝 好 | 敬上 | 多谢 | 順頌商祺 | 祝商祺 | 致敬 | trân trọng | thân | thân mến | cảm ơn | xin cảm ơn |
    kính thư | salam | hormat saya | terima kasih | salam hormat | hormat kami | terimakasih |
    salam hangat | ด้วยความเคารพ | ขอแสดงความนับถือ | ขอบคุณครับ | ขอบคุณค่ะ | ขอบคุณ | धन्यवाद | सादर |
    শুভেচ্ছা
  `,
});
