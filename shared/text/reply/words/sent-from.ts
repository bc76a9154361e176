import { phrases } from './phrases';

/**
 * The beginnings of the line that a phone or a client adds below an email, and the ends of this line in languages with
 * the verb at the end. The line matches only at the end of the text.
 */
export const sentFromStarts = phrases({
  english: `
    sent from | sent wirelessly | sent via | sent with | sent by | sent using | sent on | sent through | sent off |
    sent while | sent securely from | sent mobile | sent in | sent w/ | get outlook for |
    download outlook for | get bluemail for | get typeapp for | get boxer for | from my | written from |
    typed on | typed with | composed on | composed with | posted via | posted from | dictated |
    shared via | please excuse typos | please excuse any typos | please excuse my brevity |
    excuse the brevity | excuse my brevity | pardon the brevity | apologies for brevity |
    please pardon typos | mobile email | proudly sent from | yahoo mail for | yahoo mail: | connected by |
    powered by | via my | secured with
  `,
  german: `
    von meinem | von meiner | gesendet von | gesendet mit | gesendet aus | gesendet über |
    gesendet mithilfe | von unterwegs | diese nachricht wurde von | diese e-mail wurde von |
    diese mail wurde | versendet mit | holen sie sich outlook für | outlook für ios |
    outlook für android | vom iphone | verschickt mit | mobil gesendet
  `,
  french: `
    envoyé de | envoyé depuis | envoyé à partir | envoyé avec | envoyé par | envoyé via | envoyé grâce |
    télécharger outlook | obtenir outlook pour | obtenez outlook | envoyée depuis | provenance : |
    de mon iphone | provenance : courrier | envoi depuis | transmis par | message envoyé depuis |
    envoyé du | envoyé d' | envoyé sans fil
  `,
  spanishCatalanGalicianPortuguese: `
    enviado desde | enviado por | enviado con | enviado a través | enviado de | enviado do | enviado via |
    obtener outlook para | obtén outlook para | enviado pelo | enviado com | enviado a partir |
    enviado através | obter o outlook para | baixar o outlook | obtenha o outlook | enviada do |
    enviat des | enviat amb | desde mi | enviado mediante | enviada desde | descargar outlook
  `,
  italian: `
    inviato da | inviato dal | inviato con | inviato tramite | ottieni outlook per | scarica outlook |
    inviata da
  `,
  dutch: `
    verzonden vanaf | verzonden met | verstuurd vanaf | verstuurd met | verzonden via | verstuurd via |
    verzonden vanuit | outlook voor ios | outlook voor android | outlook downloaden voor |
    download outlook voor | vanaf mijn
  `,
  danishNorwegianSwedishIcelandic: `
    sendt fra | sendt med | hent outlook til | få outlook for | sendt via | skaff deg outlook |
    last ned outlook | skickat från | skickat med | skickades från | skickades med | skickas från | hämta outlook för |
    skaffa outlook för | sent från | sänt från | skickat via | sent úr | sent frá
  `,
  finnishEstonianLatvianLithuanianHungarian: `
    lähetetty | hanki outlook | saadetud minu | saadetud | sūtīts no | nosūtīts no | išsiųsta iš |
    elküldve az | küldve | elküldve | az iphone-omról | küldés
  `,
  polishCzechSlovakSloveneCroatianSerbianRomanian: `
    wysłane z | wysłano z | wysłane przez | wysłano przez | pobierz outlook | wysłane za | wysłano za |
    pobierz aplikację outlook | odesláno z | posláno z | odesláno | získat outlook | odoslané z |
    poslané z | získajte outlook | poslano iz | poslano s | poslano sa | послато са | poslato sa |
    trimis de | trimis din | trimis prin | obțineți outlook | trimis cu | dobavite outlook |
    preuzmi outlook | stáhnout outlook
  `,
  cyrillic: `
    отправлено с | отправлено из | отправлено от | послано с | отправлено через | скачать outlook |
    отправлено | надіслано з | відправлено з | надіслано | изпратено от | изпратено с | прати од |
    получить outlook
  `,
  greekTurkishHebrewArabicPersian: `
    στάλθηκε από | εστάλη από | αποστολή από | λήψη του outlook | נשלח מ | נשלח באמצעות | נשלח מה |
    הורד את outlook | أرسلت من | أُرسلت من | تم الإرسال من | مرسل من | احصل على outlook | ارسال شده از |
    ارسال از | outlook for
  `,
  asia: `
    发自我的 | 發自我的 | 从我的 | 從我的 | 来自我的 | 發自 | 发自 | 来自 | 获取 outlook | 取得 outlook | 通过 | 使用 | 由我的 | 发送自 | 發送自 | 签名由 | 簽名由 |
    由 outlook | iphoneから送信 | 나의 | 내 iphone | outlook for ios | đã gửi từ | được gửi từ | gửi từ |
    tải outlook | dikirim dari | terkirim dari | dihantar daripada | ส่งจาก | ส่งโดย | dapatkan outlook |
    ipinadala mula
  `,
});

export const sentFromEnds = phrases(`
  gesendet | gesendet. | versendet | geschickt | verschickt | verfasst | verzonden | verstuurd |
  gönderildi | gönderilmiştir | から送信 | から送信されました | で送信 | 에서 보냄 | 에서 전송 | 에서 보낸 메일 | 에서 보냈습니다 | 에서 발송 |
  보냄 | 傳送 | 发送 | 發送 | 发送的 | 寄出 | lähetetty | küldve | küldött | küldött üzenet | के द्वारा भेजा गया |
  से भेजा गया | from mobile | from phone | from iphone | from my mobile | için outlook’u edinin |
  için outlook'u edinin | を入手 | 다운로드 | 받기 | gesendet mit k-9 mail | envoyé
`);

/** Device and client names. A line without any of these names is prose. */
export const devices = phrases(`
  iphon | ipad | ipod | ios | apple watch | macbook | mac | android | samsung | galaxy | huawei |
  xiaomi | blackberry | windows | mail | outlook | gmail | yahoo | aol | proton |
  tutanota | tuta | gmx | web.de | phone | mobile | mobil | mobiel | mobilni | mobilního | tablet |
  telefon | móvil | celular | telefono | téléphone | telefoon | телефон | смартфон | айфон | smartphone |
  handy | pixel | nokia | htc | sony | xperia | lg | motorola | oneplus | oppo | vivo | redmi | honor |
  surface | thunderbird | k-9 | fairmail | fairemail | airmail | spark | sparrow | mailbird | mailbox |
  mailspring | nylas | acompli | superhuman | front | missive | canary | newton | polymail | bluemail |
  type app | typeapp | boxer | nine | mymail | vivaldi | zoho | hey | fastmail | em client |
  postbox | edison | telcel | verizon | t-mobile | at&t | orange | vodafone | o2 | sprint | hotmail |
  live | yandex | яндекс | mail.ru | почт | 手机 | 手機 | 邮箱 | 信箱 | 메일 | コンピュータ | 携帯 | スマートフォン | ti-85 |
  device | dispositivo | appareil | gerät | enhet | toestel | urządzenia | zařízení | eszköz | cihaz |
  устройств | пристро | מכשיר | جهاز | laptop | computer | pc | notebook | desktop | voyage | unterwegs |
  the road | the go | the run | the move
`);
