import { phrases } from '../../reply/words/phrases';

/** Words for bookings, whose codes consist of letters and digits like one-time codes. */
export const bookingWords = phrases({
  germanicRomance: `
    booking* | reservation* | pnr | flight* | airline* | hotel* | boarding | vol | vuelo* | voo | volo | flug* | vlucht* | flyg* | itinerary | record locator | buchung* | reservierung* | réservation* | dossier |
    reserva* | localizador | prenotazion* | boeking* | reservering* | bokning* | booking* | bestillingsreferanse* | rezervare*
  `,
  slavic:
    'lotu | let č | рейс* | авіарейс* | rezerwacj* | rezervac* | rezervaci* | бронирован* | брон* | бронюван* | резервац*',
  others: `
    lento* | járat* | zbor* | uçuş* | πτήση* | رحلة | الرحلة | پرواز | טיסה | उड़ान | 航班 | 便名 | フライト | 항공편 | chuyến bay | penerbangan | เที่ยวบิน | varau* | foglalás* | rezervasyon* | κράτησ* | حجز | الحجز | حجزك | رزرو | הזמנת טיסה | बुकिंग | 预订 | 预定 | 預訂 | 訂位 | 予約 | 예약 | đặt chỗ | đặt phòng |
    pemesanan tiket | kode booking | tempahan | การจอง
  `,
});

/** Words for orders, invoices, tickets, customers and other things that have a number for good. */
export const referenceWords = phrases({
  english: `
    order* | invoice* | receipt* | ref | reference* | ticket* | case | request id | request number | request no | support request |
    tracking* | shipment* | parcel number | confirmation number | transaction* | txn | authorization no | customer* | client id |
    account number | account no | account id | acct | member* | policy* | contract* | claim* | application id |
    application number | po number | purchase order | serial* | sku | licen* | id | user id | vat | tax id |
    pr | mr | bug | task | comment* | employee* | staff id | student id | merchant* | dealer* | store | branch | client* | iban | bic | swift | routing | sort code | reg no | quote* | statement* | bill | awb | issue | pull request | build | payment id
  `,
  german: `
    bestell* | auftrag* | rechnung* | kunden* | partnernummer | händler* | vorgang* | vorgangsnummer | aktenzeichen | referenz* |
    sendung* | sendungsnummer | lieferung* | ticketnummer | vertrag* | mitglied* | zähler* | kontonummer | kto | hrb | ust | steuernummer | artikel*
  `,
  french: `
    commande* | facture* | client | n° client | référence* | réf | suivi | colis n° | contrat* | siret | siren | tva | abonné | adhérent | ticket |
    numéro de compte | demande n°
  `,
  spanish:
    'pedido* | factura* | cliente | referencia* | ref | seguimiento | envío | expediente | póliza | contrato | cif | nif | guía | ticket | número de cuenta | matrícula',
  portuguese:
    'pedido* | encomenda* | fatura* | nota fiscal | cliente | referência* | rastreio | rastreamento | protocolo | contrato | cnpj | cpf | nif | conta',
  italian:
    'ordine | ordini | fattura* | cliente | riferimento | rif | spedizione | tracking | pratica | polizza | contratto | p.iva | partita iva | codice fiscale | conto',
  dutch:
    'bestel* | order* | factuur* | klant* | referentie* | kenmerk | zending* | track & trace | polis* | dossier* | kvk | btw | rekeningnummer',
  polish:
    'zamówieni* | faktur* | klient* | przesyłk* | sygnatur* | zgłoszeni* | umow* | nip | regon | pesel | konta | referencyjn*',
  czechSlovak:
    'objednávk* | objednavk* | faktur* | zásilk* | zásielk* | zákazní* | variabilní symbol | variabilný symbol | ičo | dič | smlouv* | reklamac* | účtu',
  nordic: `
    ordernummer* | ordrenr | ordrenummer* | order | ordre* | beställning* | bestilling* | faktura* | fakturanr | kundnummer* | kundenummer* | kundenr | referens* |
    referanse* | reference* | kolli* | forsendelse* | sending* | ärende* | sag | saksnr | ocr | bankgiro | org.nr | cvr
  `,
  finnishEstonianBaltic:
    'tilaus* | lasku* | asiakasnumero* | viite* | viitenumero* | seuranta* | lähetys* | tellimus* | arve* | viitenumber | pasūtījum* | užsakym*',
  hungarianRomanian:
    'rendelés* | számla* | ügyfélszám* | hivatkozás* | csomagszám* | comand* | factur* | client | referinț* | awb | comenzii',
  turkish:
    'sipariş* | fatura* | müşteri no | müşteri numara* | takip* | referans* | talep no | kargo* | poliçe* | abone* | hesap no | t.c.',
  slavicCyrillic: `
    заказ* | замовлен* | счёт* | счет* | рахун* | трек-номер* | трек* | накладн* | ттн | инн | кпп | огрн | договор* | договір* | обращени* | заявк* | клиент* | клієнт* |
    поръчк* | фактур* | поруџбин* | лицевой | посылк*
  `,
  southSlavicLatin: 'narudžb* | narudzb* | račun* | naročil* | pošiljk* | oib',
  greek:
    'παραγγελία* | παραγγελίας | τιμολόγι* | αποστολή* | αποστολής | πελάτη | αναφορά* | αφμ | συμβόλαιο',
  arabicPersianUrdu:
    'الطلب | طلب | طلبك | الفاتورة | فاتورة | التتبع | تتبع | الشحنة | العميل | المرجع | مرجعي | الحساب | سفارش | فاکتور | پیگیری | مرسوله | آرڈر | رسید',
  hebrew: 'הזמנה | הזמנתך | חשבונית | משלוח | מעקב | לקוח | אסמכתא | פנייה',
  indian: 'ऑर्डर | आर्डर | चालान | इनवॉइस | ट्रैकिंग | संदर्भ | ग्राहक संख्या | অর্ডার | ஆர்டர்',
  chinese:
    '订单 | 訂單 | 单号 | 單號 | 快递 | 物流 | 发票 | 發票 | 工单 | 编号 | 編號 | 流水号 | 客户号 | 会员 | 會員 | 尾号 | 尾號 | 卡号 | 卡號 | 统一编号',
  japanese:
    '注文 | 伝票 | 請求書 | お客様番号 | 会員番号 | 受付番号 | 問い合わせ番号 | お問い合わせ番号 | 追跡番号 | 契約番号 | 口座番号 | 領収書 | 管理番号 | 整理番号 | 末尾 | 下4桁',
  korean:
    '주문 | 주문번호 | 운송장 | 송장 | 송장번호 | 접수번호 | 고객번호 | 회원번호 | 계좌번호 | 영수증 | 청구서 | 문의번호',
  vietnamese:
    'đơn hàng | vận đơn | hóa đơn | hoá đơn | mã đơn | mã vận đơn | mã khách hàng | mã giao dịch | mã số thuế | tham chiếu',
  indonesianMalayFilipino:
    'pesanan | faktur | tagihan | resi | invois | rujukan | referensi | pelanggan | no. rekening | nomor rekening | transaksi',
  thai: 'คำสั่งซื้อ | ใบแจ้งหนี้ | ใบเสร็จ | พัสดุ | ติดตาม | ลูกค้า | อ้างอิง | ref',
});

/** Words for a number of any kind, by language. */
export const numberWords = phrases(`
  number* | numbers | no | nos | nr | num | #  | №  | n° | nº | n.º | nummer* | *nummer | *nummeret | numéro | numero | número | numer | numeru | číslo | čísla | *number |
  numero* | numara | numarası | numaralı | numaran* | номер* | αριθμός | αριθμό | رقم | شماره | نمبر | מספר | नंबर | संख्या | 号码 | 號碼 | 番号 | 번호 | nomor | nombor | หมายเลข |
  digits | ziffern | chiffres | cifras | dígitos | cifre | cijfers | cyfr* | číslic* | siffr* | sifre | цифр* | numerot | numeroita | rakam* | أرقام | ספרות | अंक | 数字 |
  numero di | numărul | număr | szám | *száma | *szám | numaralı | số
`);

/** Words for codes that lower a price or pay. */
export const couponWords = phrases({
  germanicRomance: `
    promo* | coupon* | discount* | voucher* | gift card* | gift code | giftcard* | referral* | invite code | invitation code | rabatt* | *rabatt | gutschein* | *gutschein |
    aktionscode* | réduction* | remise | bon de réduction | parrainage | avantage | descuento* | cupón* | cupon* | promoción | promocional | desconto* | cupom |
    sconto* | buono | coupon | korting* | actiecode* | kortingscode* | kadobon* | cadeau* | rabat | rabatkode* | *rabatkode | tilbudskode | kampanjkod* |
    kampanje* | verdikode | presentkort* | gavekort* | off your | % off | reducere* | promoțional | promoționale | descompte
  `,
  slavic:
    'rabatow* | zniżk* | kupon* | bon | slev* | slevov* | zľav* | zľavov* | kupón* | промокод* | скидк* | знижк* | купон* | отстъпк* | popust* | kod popusta',
  others: `
    alennus* | alekoodi* | etukoodi* | soodus* | kedvezmény* | kupon* | indirim* | kupon* | hediye çeki | εκπτωτικ* | έκπτωσ* | κουπόνι* | الخصم | خصم | كوبون | قسيمة | تخفیف | کد تخفیف |
    קופון | הקופון | הנחה | कूपन | छूट | प्रोमो | কুপন | 优惠 | 優惠 | 折扣 | 兑换码 | 兌換碼 | 礼品卡 | 禮品卡 | 邀请码 | 邀請碼 | 促销 | クーポン | 割引 | 招待コード | プロモ | ギフト | 쿠폰 |
    할인 | 프로모션 | 초대 코드 | giảm giá | khuyến mãi | mã ưu đãi | promo | diskon | kupon | baucar | ส่วนลด | คูปอง | โปรโมชั่น
  `,
});

/** Words for numbers that are neither a code nor a reference: addresses, phones, amounts, dates, devices. */
export const otherWords = phrases({
  english: `
    zip* | postal* | postcode* | area code | country code | dial* | phone* | tel | telephone | mobile | fax | call | call us | hotline | whatsapp | ext | extension | suite |
    street | po box | floor | room | gate | door* | gate code | lockbox | wifi | wi-fi | meeting* | conference* | webinar* | access code for the meeting | total* | amount* |
    balance | price* | subtotal | payment of | charged | card* | ending in | ends in | last four | last 4 | year | since | copyright | version* | release* | build | error* | http |
    status | status code | exit code | qr code* | barcode* | source code | code review* | code freeze | codebase | code coverage | lines of code | code of conduct | color code | morse code | tax code | alarm | alarm code | keypad | garage* | locker | dress code | hs code | swift code | bank code | train* | bus | seat | terminal | room number | ip | ip address |
    population | points | score | chapter | section | article | iso | rfc | class code | course | batch | isin | wkn | event id | worth | subscribers | visits | followers
  `,
  german: `
    plz | postleitzahl* | telefon* | tel. | fon | fax | mobil* | rufnummer* | hotline | kundenservice | postfach | straße | raum | zimmer | tür* | gesamtbetrag | betrag | summe | preis |
    endziffern | endet auf | karte* | jahr | version* | fehler* | fehlercode* | vorwahl* | bankleitzahl | blz | flug* | zug | wagen | sitz* | strichcode*
  `,
  french:
    'code postal | tél | téléphone | fax | appelez | montant | total | prix | solde | carte | se terminant par | année | depuis | version | erreur | code-barres | vol | train | voiture | porte | digicode | rue | cedex | code source | indicatif | code barre',
  spanish:
    'código postal | c.p. | cp | teléfono | tel | llama | llámanos | llame | atención al cliente | fax | importe | total | precio | saldo | tarjeta | terminada en | año | desde | versión | error | código de barras | vuelo | tren | asiento | puerta | calle | apartado | código de área | código de país',
  portuguese:
    'cep | código postal | telefone | tel | ligue | central de atendimento | fax | valor | total | preço | saldo | cartão | ano | desde | versão | erro | código de barras | voo | assento | portão | rua | ddd',
  italian:
    'codice postale | telefono | tel | chiama | fax | importo | totale | prezzo | saldo | carta | anno | versione | errore | codice a barre | volo | treno | carrozza | posto | codice iban | codice paese',
  dutch:
    'postcode* | postbus | telefoon* | bel ons | fax | bedrag | totaal | prijs | saldo | kaart | eindigend op | jaar | sinds | versie | fout* | streepjescode* | vlucht* | trein | stoel | deur* | landcode* | netnummer*',
  polish:
    'kod pocztowy | kodu pocztowego | telefon* | tel | infolinia | kwota | suma | razem | cena | saldo | kart* | rok | wersja | błąd | błędu | kod kreskowy | pociąg | wagon | miejsce | ul | skrytka | kierunkow*',
  czechSlovak:
    'psč | telefon* | tel | volejte | celkem | spolu | částka | suma | cena | zůstatek | karta | kartou | rok | verze | verzia | chyba | čárový kód | vlak | sedadlo | směrovací číslo',
  nordic:
    'postnummer* | postnr | telefon* | tel | tlf | kundtjänst | kundeservice | summa | sum | i alt | totalt | belopp | beløp | beløb | pris | saldo | kort* | år | version | versjon | fel | fejl | feil | streckkod* | stregkode* | flyg* | flight | tåg* | tog | plats | rum | dør* | portkod* | landskod*',
  finnishEstonianBaltic:
    'postinumero* | puhelin* | puh | asiakaspalvelu | yhteensä | summa | hinta | saldo | kortti* | vuosi | versio | virhe* | viivakoodi* | lento* | juna | ovikoodi* | indeks | telefon | kokku | tālrunis | tel',
  hungarianRomanian:
    'irányítószám* | telefon* | tel | hívjon | ügyfélszolgálat | összeg* | végösszeg | ár | kártya* | év | verzió | hiba* | vonalkód* | járat* | poștal | cod poștal | codul poștal | telefon | sună | total | sumă | preț | card | versiune | eroare | cod de bare | zbor',
  turkish:
    'posta kodu | telefon* | tel | arayın | müşteri hizmetleri | çağrı merkezi | toplam | tutar | fiyat | bakiye | kart* | yıl | sürüm | hata | barkod | uçuş | sefer | koltuk | alan kodu | mersis',
  slavicCyrillic:
    'индекс | індекс | почтовый | поштовий | телефон* | тел | факс | звоните | сумм* | сума | сумі | итого | разом | цена | ціна | баланс | карт* | год | рік | верси* | версі* | ошибк* | помилк* | штрихкод | штрих-код | рейс* | поезд* | потяг | вагон | место | місце | домофон* | пощенски | поштански',
  southSlavicLatin:
    'poštanski | poštni | telefon | tel | ukupno | skupaj | iznos | znesek | cijena | kartica',
  greek:
    'τκ | ταχυδρομικ* | τηλ | τηλέφωνο | σύνολο | ποσό | τιμή | υπόλοιπο | κάρτα | έτος | έκδοση | σφάλμα | πτήση | θέση',
  arabicPersianUrdu:
    'الرمز البريدي | رمز بريدي | صندوق بريد | هاتف | الهاتف | جوال | اتصل | الإجمالي | المبلغ | بقيمة | السعر | الرصيد | بطاقة | تنتهي بـ | سنة | عام | إصدار | خطأ | رحلة | الرحلة | مفتاح الدولة | کد پستی | کدپستی | تلفن | تماس | مبلغ | کارت | پوسٹل',
  hebrew:
    'מיקוד | טלפון | טל | התקשר* | שירות לקוחות | סה"כ | סכום | מחיר | יתרה | כרטיס | שנה | גרסה | שגיאה | טיסה | קידומת',
  indian:
    'पिन कोड | डाक | फोन | फ़ोन | कॉल | ग्राहक सेवा | राशि | कुल | मूल्य | शेष | कार्ड | वर्ष | संस्करण | त्रुटि | उड़ान | পোস্ট',
  chinese:
    '邮编 | 郵編 | 邮政编码 | 郵遞區號 | 电话 | 電話 | 客服 | 热线 | 熱線 | 传真 | 合计 | 合計 | 总计 | 金额 | 金額 | 余额 | 信用卡 | 银行卡 | 储蓄卡 | 版本 | 错误 | 二维码 | 条形码 | 航班 | 车次 | 座位 | 会议 | 會議 | 会议号 | 区号 | 房间 | 门锁',
  japanese:
    '郵便番号 | 〒 | 電話 | 電話番号 | fax | 合計 | 金額 | 料金 | 価格 | 残高 | カード番号 | 版 | バージョン | エラー | qrコード | バーコード | 便名 | 号車 | 座席 | 会議 | ミーティング | 市外局番 | ソースコード',
  korean:
    '우편번호 | 전화 | 전화번호 | 고객센터 | 팩스 | 합계 | 금액 | 결제금액 | 가격 | 잔액 | 카드번호 | 카드 | 버전 | 오류 | qr코드 | qr 코드 | 바코드 | 항공편 | 좌석 | 회의 | 지역번호',
  vietnamese:
    'mã bưu điện | mã bưu chính | điện thoại | hotline | tổng đài | tổng cộng | số tiền | giá | số dư | thẻ | năm | phiên bản | lỗi | mã vạch | chuyến bay | ghế | mã vùng',
  indonesianMalayFilipino:
    'kode pos | poskod | telepon | telefon | hubungi | call center | total | jumlah | harga | saldo | kartu | kad | tahun | versi | error | kode batang | penerbangan | kursi | kode area',
  thai: 'รหัสไปรษณีย์ | โทร | โทรศัพท์ | ยอดรวม | ยอด | จำนวนเงิน | ราคา | บัตร | ปี | เวอร์ชัน | เที่ยวบิน | ที่นั่ง | คอลเซ็นเตอร์',
});

/** Words of shops, next to which a code with letters lowers a price, by language. */
export const shopWords = phrases(`
  checkout | check-out | free shipping | shop now | basket | cart | kasse | kassa | warenkorb | caisse | panier | livraison gratuite | carrito | cesta | envío gratis | carrinho | frete grátis | carrello | cassa | spedizione gratuita |
  winkelwagen | afrekenen | koszyk* | košík* | kassan | varukorg* | kassen | kurv | handlekurv* | ostoskori* | kosár* | coș | coșul* | sepet* | корзин* | кошик* | καλάθι | السلة | الدفع | עגלה | बास्केट | चेकआउट | 结算 | 结账 | 購物車 | 购物车 | カート | 장바구니 | giỏ hàng | keranjang |
  ตะกร้า
`);

/** Words of invitations to meetings, whose passcodes are valid for every participant, by language. */
export const meetingWords = phrases(`
  meeting id | meeting-id | meeting number | meeting passcode | meeting password | conference id | conference code | webinar id | dial-in | dial in | join the meeting | join meeting | besprechungs-id | konferenz-id |
  id de réunion | id de la réunion | numéro de réunion | id de reunión | id de la reunión | id da reunião | id riunione | vergader-id | vergaderings-id | id spotkania | mötes-id | møde-id | møte-id | kokoustunnus | toplantı kimliği |
  идентификатор конференции | идентификатор встречи | ідентифікатор конференції | معرف الاجتماع | 会议号 | 会议 id | 會議號 | ミーティングid | ミーティング id | 会議id | 회의 id | 회의 번호 | id cuộc họp | id rapat | รหัสการประชุม | מזהה פגישה
`);

/** Words for accounts, by language. They have numbers, but sentences about codes name them, too. */
export const accountWords = phrases(`
  account* | user | username | konto* | benutzer* | compte* | cuenta* | usuario* | conta | contas | utente | rekening* | gebruiker* | kont* | účet | účtu | účtem | användar* | bruger* | bruker* | tili | tilin | tilille* | fiók* | cont | contul* |
  hesap | hesab* | аккаунт* | учётн* | учетн* | облікового запису | обліковий запис | акаунт* | račun* | λογαριασμ* | حساب* | حسابك | الحساب | חשבון | חשבונך | לחשבון | खाता | खाते | 账号 | 帐号 | 帳號 | 帳戶 | 账户 | アカウント | 계정 |
  tài khoản | akun | akaun | บัญชี | کاربری
`);
